import '../settings.css';
import type { PrinterConnection } from '../../../../shared/printing/printer-connection.ts';
import type { FoundPrinter, PrinterSearch } from '../../../../shared/printing/printer-discovery.ts';
import { connectionText } from '../../../presentation/printer-text.ts';
import { enumeration, messageText, text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { StateBadge } from '../../../ui/tone.tsx';
import { SettingsLine } from '../settings-controls.tsx';

interface FoundPrintersProps {
  readonly search: PrinterSearch;
  /** Opens the form of a new printer with that connection. */
  readonly onAdd: (name: string, connection: PrinterConnection) => void;
}

/** The search for printers: the progress of each method, and the printers found. */
export function FoundPrinters({ search, onAdd }: FoundPrintersProps) {
  const methods = methodTexts(search);
  return (
    <div className="printer-finder">
      <p role="status" aria-label={text('printer-settings.search')} className="printer-finder-sentence">
        {searchText(search)}
      </p>
      {search.printers.length > 0 && (
        <ul aria-label={text('printer-settings.found')} className="settings-list">
          {search.printers.map((printer) => (
            <li key={printer.key}>
              <FoundPrinterLine printer={printer} onAdd={onAdd} />
            </li>
          ))}
        </ul>
      )}
      {methods.length > 0 && (
        <ul aria-label={text('printer-settings.methods')} className="printer-finder-methods">
          {methods.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FoundPrinterLine({
  printer,
  onAdd,
}: {
  readonly printer: FoundPrinter;
  readonly onAdd: FoundPrintersProps['onAdd'];
}) {
  const { name, method, details, connection, direct, setUpAs } = printer;
  const place = connectionText(connection);
  const detailsText =
    details.length === 0
      ? null
      : enumeration(details.map((detail) => (typeof detail === 'string' ? detail : messageText(detail))));
  return (
    <SettingsLine
      text={
        <>
          <p className="settings-line-name">
            {name}
            {setUpAs !== null && (
              <StateBadge tone="success" word={text('printer-settings.set-up-as', { name: setUpAs })} />
            )}
          </p>
          <p className="settings-hint">{text('printer-settings.found.place', { place, details: detailsText })}</p>
          <p className="settings-hint">{text(`printer-settings.method.${method}`)}</p>
          {direct && (
            <p className="settings-warning">
              {text('printer-settings.found.raw-queue', { place: connectionText(direct) })}
            </p>
          )}
        </>
      }
      buttons={
        setUpAs === null && (
          <>
            {direct && (
              <Button size="small" subject={name} onPress={() => onAdd(name, direct)}>
                {text('printer-settings.add-address')}
              </Button>
            )}
            <Button
              size="small"
              subject={text('printer-settings.add.name', { name, place })}
              onPress={() => onAdd(name, connection)}
            >
              {direct ? text('printer-settings.add-queue') : text('printer-settings.add')}
            </Button>
          </>
        )
      }
    />
  );
}

/** The progress of each method, a line each: "USB devices: 2 found". */
export function methodTexts({ methods, printers }: PrinterSearch): string[] {
  return methods.map(({ method, ended, problem }) => {
    const count = printers.filter((printer) => printer.method === method).length;
    const progress = ended
      ? text('printer-settings.progress.ended', { count })
      : text('printer-settings.progress.searching', { count });
    return text('printer-settings.progress.result', {
      method: text(`printer-settings.method.${method}`),
      result: problem ? messageText(problem) : progress,
    });
  });
}

/** The state of the whole search, announced as it changes; null before the first search. */
export function searchText({ isSearching, methods, printers: { length: count } }: PrinterSearch): string | null {
  if (methods.length === 0) return null;
  return isSearching
    ? text('printer-settings.search.running', { count })
    : text('printer-settings.search.ended', { count });
}
