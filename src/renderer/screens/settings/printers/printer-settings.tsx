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

/** The open editor and its initial fields; a null name stands for a new printer. */
interface Editing {
  readonly name: string | null;
  readonly initialFields: PrinterFields;
}

/** The printers of this station; labels go to the default one. */
export function PrinterSettings({ view }: { readonly view: StationView }) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const { value: search, failure } = useQuery(foundPrintersQuery);
  const { printers } = view.settings;
  const close = () => setEditing(null);
  const edit = (printer: Printer, change: Partial<PrinterFields> = {}) =>
    setEditing({ name: printer.name, initialFields: { ...fieldsOfPrinter(printer), ...change } });
  const add = (initialFields: PrinterFields) => setEditing({ name: null, initialFields });

  return (
    <Card title={text('printer-settings.title')} className="settings-card">
      {printers.length === 0 && <p className="settings-warning">{text('printer-settings.none')}</p>}
      <ul aria-label={text('printer-settings.title')} className="settings-list">
        {printers.map((printer) => {
          const found = foundPrinterOf(printer, search?.printers ?? []);
          return (
            <li key={printer.name}>
              {editing?.name === printer.name ? (
                <PrinterEditor
                  existing={printer}
                  initialFields={editing.initialFields}
                  printers={printers}
                  onClose={close}
                />
              ) : (
                <PrinterLine
                  printer={printer}
                  state={view.printers.find((state) => state.name === printer.name) ?? null}
                  found={found}
                  onEdit={() => edit(printer)}
                  onUseDirect={() => found?.direct && edit(printer, connectionFields(found.direct))}
                />
              )}
            </li>
          );
        })}
      </ul>
      {editing?.name === null && (
        <PrinterEditor
          // Adding another printer opens a new form.
          key={JSON.stringify(editing.initialFields)}
          existing={null}
          initialFields={editing.initialFields}
          printers={printers}
          onClose={close}
        />
      )}
      <AddPrinterButtons isSearching={search?.isSearching ?? false} onAdd={() => add(blankPrinter)} />
      <FailureStrip failure={failure} />
      {search && (
        <FoundPrinters
          search={search}
          onAdd={(name, connection) => add(fieldsOfFoundPrinter(name, connection, printers))}
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
