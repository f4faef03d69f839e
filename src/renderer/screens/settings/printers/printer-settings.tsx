import '../settings.css';
import { Plus, Search, Square } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../../shared/contract/station-view.ts';
import type { Printer } from '../../../../shared/printing/printer.ts';
import type { FoundPrinter } from '../../../../shared/printing/printer-discovery.ts';
import { foundPrintersQuery } from '../../../data/queries.ts';
import { useQuery } from '../../../data/query.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { FoundPrinters } from './found-printers.tsx';
import { PrinterEditor } from './printer-editor.tsx';
import {
  blankPrinter,
  connectionFields,
  fieldsOfFoundPrinter,
  fieldsOfPrinter,
  type PrinterFields,
} from './printer-form.ts';
import { PrinterLine } from './printer-line.tsx';

/** An open form: of an existing printer, or of a new one, where the name is null. Opening another closes none. */
interface OpenForm {
  readonly id: number;
  readonly name: string | null;
  /** What the form holds besides the fields of an existing printer as it is now, or of a blank one. */
  readonly initialChange: Partial<PrinterFields>;
}

/** The printers of this station; labels go to the default one. */
export function PrinterSettings({ view }: { readonly view: StationView }) {
  const [forms, setForms] = useState<readonly OpenForm[]>([]);
  const { value: search, failure } = useQuery(foundPrintersQuery);
  const { printers } = view.settings;
  const open = (name: string | null, initialChange: Partial<PrinterFields> = {}) =>
    setForms((before) => [...before, { id: Math.max(0, ...before.map(({ id }) => id)) + 1, name, initialChange }]);
  const close = (form: OpenForm) => setForms((before) => before.filter(({ id }) => id !== form.id));

  return (
    <Card title={text('printer-settings.title')} className="settings-card">
      {printers.length === 0 && <p className="settings-warning">{text('printer-settings.none')}</p>}
      <ul aria-label={text('printer-settings.title')} className="settings-list">
        {printers.map((printer) => {
          const found = foundPrinterOf(printer, search?.printers ?? []);
          const form = forms.find(({ name }) => name === printer.name);
          return (
            <li key={printer.name}>
              {form ? (
                <PrinterEditor
                  existing={printer}
                  initialFields={{ ...fieldsOfPrinter(printer), ...form.initialChange }}
                  printers={printers}
                  onClose={() => close(form)}
                />
              ) : (
                <PrinterLine
                  printer={printer}
                  state={view.printers.find((state) => state.name === printer.name) ?? null}
                  found={found}
                  onEdit={() => open(printer.name)}
                  onUseDirect={() => found?.direct && open(printer.name, connectionFields(found.direct))}
                />
              )}
            </li>
          );
        })}
      </ul>
      {forms
        .filter(({ name }) => name === null)
        .map((form) => (
          <PrinterEditor
            key={form.id}
            existing={null}
            initialFields={{ ...blankPrinter, ...form.initialChange }}
            printers={printers}
            onClose={() => close(form)}
          />
        ))}
      <AddPrinterButtons isSearching={search?.isSearching ?? false} onAdd={() => open(null)} />
      <FailureStrip failure={failure} />
      {search && (
        <FoundPrinters
          search={search}
          onAdd={(name, connection) => open(null, fieldsOfFoundPrinter(name, connection, printers))}
        />
      )}
    </Card>
  );
}

/** The search result of this printer. */
function foundPrinterOf({ name, connection }: Printer, found: readonly FoundPrinter[]): FoundPrinter | null {
  const isIt = (one: FoundPrinter) => one.setUpAs === name && one.connection.kind === connection.kind;
  return found.find(isIt) ?? null;
}

interface AddPrinterButtonsProps {
  readonly isSearching: boolean;
  readonly onAdd: () => void;
}

/** One button starts and stops the search, so that the focus stays on it. */
function AddPrinterButtons({ isSearching, onAdd }: AddPrinterButtonsProps) {
  const action = useAction();
  const toggleSearch = () => call(isSearching ? 'printers.stop-discovery' : 'printers.start-discovery', null);
  return (
    <>
      <div className="settings-buttons">
        <Button size="small" icon={isSearching ? Square : Search} onPress={() => void action.run(toggleSearch)}>
          {isSearching ? text('printer-settings.stop-search') : text('printer-settings.find')}
        </Button>
        <Button size="small" icon={Plus} onPress={onAdd}>
          {text('printer-settings.add-by-address')}
        </Button>
      </div>
      <FailureStrip failure={action.failure} />
    </>
  );
}
