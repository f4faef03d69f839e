import '../settings.css';
import type { PrinterConnection } from '../../../../shared/printing/printer.ts';
import type { DiscoveryMethod, FoundPrinter, PrinterSearch } from '../../../../shared/printing/printer-discovery.ts';
import { connectionText } from '../../../presentation/printer-text.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { NamedButton } from '../settings-controls.tsx';

interface FoundPrintersProps {
  readonly search: PrinterSearch;
  /** Wants it set up, reached that way. */
  readonly onAdd: (name: string, connection: PrinterConnection) => void;
}

/** The search for printers: how far each way is, and what was found. */
export function FoundPrinters({ search, onAdd }: FoundPrintersProps) {
  const progress = methodsProgress(search);
  return (
    <div className="printer-finder">
      <p role="status" aria-label="Search for printers" className="printer-finder-sentence">
        {searchSentence(search)}
      </p>
      {progress.length > 0 && (
        <ul aria-label="Ways to find printers" className="printer-finder-ways">
          {progress.map(({ method, words, progress: progressText }) => (
            <li key={method}>
              <span className="printer-finder-way">{words}:</span> {progressText}
            </li>
          ))}
        </ul>
      )}
      {search.printers.length > 0 && (
        <ul aria-label="Found printers" className="settings-list">
          {search.printers.map((printer) => (
            <li key={printer.key}>
              <FoundPrinterLine printer={printer} onAdd={onAdd} />
            </li>
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
  const where = connectionText(connection);
  return (
    <div className="settings-line">
      <div className="settings-line-text">
        <p className="settings-line-name">
          {name}
          {setUpAs !== null && <StateBadge tone="success" word={`Set up as ${setUpAs}`} />}
        </p>
        <p className="settings-hint">{details === '' ? where : `${where}: ${details}`}</p>
        <p className="settings-hint">{methodWords[method]}</p>
        {direct && (
          <p className="settings-warning">
            A raw queue, which a future CUPS will not have. Its printer is at {connectionText(direct)}.
          </p>
        )}
      </div>
      {setUpAs === null && (
        <div className="settings-buttons">
          {direct && <NamedButton words="Add its address" name={name} onPress={() => onAdd(name, direct)} />}
          <NamedButton
            words={direct ? 'Add the queue' : 'Add'}
            name={`${name}, ${where}`}
            onPress={() => onAdd(name, connection)}
          />
        </div>
      )}
    </div>
  );
}

/** Where each way looks. */
const methodWords: Record<DiscoveryMethod, string> = {
  cups: 'Print queues of this computer',
  'dns-sd': 'Names on the network',
  'zebra-broadcast': 'Call to Zebra printers',
  usb: 'USB devices',
  windows: 'windows',
};

export interface MethodProgress {
  readonly method: DiscoveryMethod;
  readonly words: string;
  readonly progress: string;
}

/** How far each way is: "Looking", "2 found", "None found", or why it could not be looked at. */
export function methodsProgress({ methods, printers }: PrinterSearch): MethodProgress[] {
  return methods.map(({ method, ended, trouble }) => {
    const count = printers.filter((printer) => printer.method === method).length;
    const counted = count === 0 ? 'None found' : `${count} found`;
    const progress = trouble ?? (ended ? counted : count === 0 ? 'Looking' : `Looking, ${count} found`);
    return { method, words: methodWords[method], progress };
  });
}

/** How the whole search is, in one sentence that is spoken; null before anybody looked. */
export function searchSentence({ isLooking, methods, printers }: PrinterSearch): string | null {
  if (methods.length === 0) return null;
  const count = printers.length === 1 ? '1 printer found' : `${printers.length} printers found`;
  if (isLooking) return printers.length === 0 ? 'Looking for printers.' : `Looking for printers: ${count}.`;
  if (printers.length > 0) return `${count}.`;
  return 'No printer was found. If one is there, look at its power and cable, or add it by its address.';
}
