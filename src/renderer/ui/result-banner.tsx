import './display.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Tone, toneIcons } from './tone.ts';

interface ResultBannerProps {
  readonly tone: Tone;
  /** The one answer, two to four words. */
  readonly words: ReactNode;
  /** One sentence of evidence or the next step. */
  readonly sentence: ReactNode;
  readonly icon?: LucideIcon;
  /** At the end of the band: buttons. */
  readonly children?: ReactNode;
}

/** The band that fills the eye: the same place and form for every outcome. */
export function ResultBanner({ tone, words, sentence, icon, children }: ResultBannerProps) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <div className={`verdict tone-${tone}`}>
      <Icon aria-hidden className="verdict-icon" />
      <div className="verdict-text">
        <p className="verdict-words">{words}</p>
        <p className="verdict-sentence">{sentence}</p>
      </div>
      {children && <div className="verdict-buttons">{children}</div>}
    </div>
  );
}
