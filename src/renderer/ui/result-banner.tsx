import './display.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Details } from './details.tsx';
import { type Tone, toneIcons } from './tone.ts';

interface ResultBannerProps {
  readonly tone: Tone;
  /** Short: two to four terms. */
  readonly heading: ReactNode;
  /** What happened, or what to do next. */
  readonly sentence: ReactNode;
  readonly icon?: LucideIcon;
  /** Technical facts, shown by the button "Details". */
  readonly details?: readonly string[];
  /** At the end of the band: buttons. */
  readonly children?: ReactNode;
}

/** The outcome, in the same place and form every time. */
export function ResultBanner({ tone, heading, sentence, icon, details = [], children }: ResultBannerProps) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <div className={`verdict tone-${tone}`}>
      <Icon aria-hidden className="verdict-icon" />
      <div className="verdict-text">
        <h2 className="verdict-heading">{heading}</h2>
        <p className="verdict-sentence">{sentence}</p>
        {details.length > 0 && <Details lines={details} />}
      </div>
      {children && <div className="verdict-buttons">{children}</div>}
    </div>
  );
}
