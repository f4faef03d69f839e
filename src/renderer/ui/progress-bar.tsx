import './display.css';
import type { ReactNode } from 'react';
import { ProgressBar as AriaProgressBar } from 'react-aria-components';

interface ProgressBarProps {
  /** The accessible name. */
  readonly label: string;
  /** 0 to 1; null while the end is not known. */
  readonly share: number | null;
  /** The progress as text, for screen readers; a percentage without it. */
  readonly valueLabel?: string;
  /** Shown above the bar. */
  readonly children?: ReactNode;
}

/** How far something is, in the tone of its surroundings. */
export function ProgressBar({ label, share, valueLabel, children }: ProgressBarProps) {
  const percent = (share ?? 0) * 100;
  return (
    <AriaProgressBar
      className="progress"
      aria-label={label}
      {...(share === null ? { isIndeterminate: true } : { value: percent })}
      {...(valueLabel !== undefined && { valueLabel })}
    >
      {children}
      <span className="progress-track" aria-hidden>
        <span className="progress-fill" style={{ inlineSize: `${percent}%` }} />
      </span>
    </AriaProgressBar>
  );
}
