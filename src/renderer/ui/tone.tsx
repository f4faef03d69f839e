import './display.css';
import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Details } from './disclosure.tsx';

/** What a colour means in this window. A tone always comes with a shape and a word. */
export type Tone = 'information' | 'success' | 'warning' | 'error' | 'quiet';

/** The shape that stands beside each tone. */
export const toneIcons: Record<Tone, LucideIcon> = {
  information: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleX,
  quiet: Info,
};

interface StateBadgeProps {
  readonly tone: Tone;
  readonly word: string;
  readonly icon?: LucideIcon;
}

/** A state as a shape, a word and a colour. */
export function StateBadge({ tone, word, icon }: StateBadgeProps) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <span className={`state-badge tone-${tone}`}>
      <Icon aria-hidden />
      {word}
    </span>
  );
}

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
  // For the size of its text where there is little room.
  const length = typeof heading === 'string' ? ({ '--heading-length': heading.length } as CSSProperties) : undefined;
  return (
    <div className={`verdict tone-${tone}`} style={length}>
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
