import './printer-finder.css';
import type { FoundPrinter, PrinterSearch } from '../../../shared/found-printer.ts';
import type { PrinterConnection } from '../../../shared/printer.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { connectionWords } from '../../words/printer-connections.ts';
import { searchSentence, waysProgress, wayWords } from './finding-words.ts';
import { NamedButton } from './named-button.tsx';

interface PrinterFinderProps {
  readonly search: PrinterSearch;
  /** Wants it set up, reached that way. */
  readonly onAdd: (name: string, connection: PrinterConnection) => void;
}

/** The search for printers: how far each way is, and what was found. */
export function PrinterFinder({ search, onAdd }: PrinterFinderProps) {
  const progress = waysProgress(search);
  return (
    <div className="printer-finder">
      <p role="status" aria-label="Search for printers" className="printer-finder-sentence">
        {searchSentence(search)}
      </p>
      {progress.length > 0 && (
        <ul aria-label="Ways to find printers" className="printer-finder-ways">
          {progress.map(({ way, words, progress: far }) => (
            <li key={way}>
              <span className="printer-finder-way">{words}:</span> {far}
            </li>
          ))}
        </ul>
      )}
      {search.printers.length > 0 && (
        <ul aria-label="Found printers" className="settings-list">
          {search.printers.map((printer) => (
            <li key={printer.key}>
              <FoundLine printer={printer} onAdd={onAdd} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FoundLine({
  printer,
  onAdd,
}: {
  readonly printer: FoundPrinter;
  readonly onAdd: PrinterFinderProps['onAdd'];
}) {
  const { name, way, details, connection, direct, setUpAs } = printer;
  const where = connectionWords(connection);
  return (
    <div className="settings-line">
      <div className="settings-line-words">
        <p className="settings-line-name">
          {name}
          {setUpAs !== null && <StateBadge tone="success" word={`Set up as ${setUpAs}`} />}
        </p>
        <p className="settings-hint">{details === '' ? where : `${where}: ${details}`}</p>
        <p className="settings-hint">{wayWords[way]}</p>
        {direct && (
          <p className="settings-warning">
            A raw queue, which a future CUPS will not have. Its printer is at {connectionWords(direct)}.
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
