import './printer-settings.css';
import { Plus, Search, Square } from 'lucide-react';
import { useState } from 'react';
import type { FoundPrinter } from '../../../shared/found-printer.ts';
import type { Printer } from '../../../shared/printer.ts';
import type { StationView } from '../../../shared/station-view.ts';
import { call } from '../../station.ts';
import { useMirror } from '../../stores/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { foundPrintersMirror } from './found-printers-mirror.ts';
import { PrinterEditor } from './printer-editor.tsx';
import { PrinterFinder } from './printer-finder.tsx';
import { blankPrinter, connectionFields, fieldsOfFound, fieldsOfPrinter, type PrinterFields } from './printer-form.ts';
import { PrinterLine } from './printer-line.tsx';

/** Which editor is open, and what its fields held at first; a name of null: of a new printer. */
interface Editing {
  readonly name: string | null;
  readonly filled: PrinterFields;
}

/** The printers of this station; labels go to the default one. */
export function PrinterSettings({ view }: { readonly view: StationView }) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const { value: search, failure } = useMirror(foundPrintersMirror);
  const { printers } = view.settings;
  const close = () => setEditing(null);
  const edit = (printer: Printer, change: Partial<PrinterFields> = {}) =>
    setEditing({ name: printer.name, filled: { ...fieldsOfPrinter(printer), ...change } });
  const add = (filled: PrinterFields) => setEditing({ name: null, filled });

  return (
    <Card title="Printers" className="settings-card">
      {printers.length === 0 && <p className="settings-warning">No printer is set up: no label can be printed.</p>}
      <ul aria-label="Printers" className="settings-list">
        {printers.map((printer) => {
          const found = foundAs(printer, search?.printers ?? []);
          return (
            <li key={printer.name}>
              {editing?.name === printer.name ? (
                <PrinterEditor known={printer} filled={editing.filled} printers={printers} onClose={close} />
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
          // Another one that is added begins anew.
          key={JSON.stringify(editing.filled)}
          known={null}
          filled={editing.filled}
          printers={printers}
          onClose={close}
        />
      )}
      <AddingButtons isLooking={search?.isLooking ?? false} onAdd={() => add(blankPrinter)} />
      <FailureStrip failure={failure} />
      {search && (
        <PrinterFinder search={search} onAdd={(name, connection) => add(fieldsOfFound(name, connection, printers))} />
      )}
    </Card>
  );
}

/** The found printer that is reached the way this one is. */
function foundAs({ name, connection }: Printer, found: readonly FoundPrinter[]): FoundPrinter | null {
  const isIt = (one: FoundPrinter) => one.setUpAs === name && one.connection.kind === connection.kind;
  return found.find(isIt) ?? null;
}

interface AddingButtonsProps {
  readonly isLooking: boolean;
  readonly onAdd: () => void;
}

/** One button looks and stops looking, so that the focus stays on it. */
function AddingButtons({ isLooking, onAdd }: AddingButtonsProps) {
  const action = useAction();
  const lookOrStop = () => call(isLooking ? 'printers.stop-finding' : 'printers.find', null);
  return (
    <>
      <div className="settings-buttons">
        <Button size="small" icon={isLooking ? Square : Search} onPress={() => void action.run(lookOrStop)}>
          {isLooking ? 'Stop looking' : 'Find printers'}
        </Button>
        <Button size="small" icon={Plus} onPress={onAdd}>
          Add by address
        </Button>
      </div>
      <FailureStrip failure={action.failure} />
    </>
  );
}
