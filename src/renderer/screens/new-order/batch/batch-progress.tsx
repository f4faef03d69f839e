import './batch-progress.css';
import { ProgressBar } from 'react-aria-components';

interface BatchProgressProps {
  /** The accessible name. */
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  /** How far it is, as it is spoken; shown where `isShown`. */
  readonly words: string;
  readonly isShown?: boolean;
}

/** A bar with its words. */
export function BatchProgress({ label, share, words, isShown = false }: BatchProgressProps) {
  return (
    <ProgressBar className="batch-progress" aria-label={label} value={share * 100} valueLabel={words}>
      {isShown && <span className="batch-band-fact">{words}</span>}
      <span className="batch-progress-track" aria-hidden>
        <span className="batch-progress-fill" style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </ProgressBar>
  );
}
