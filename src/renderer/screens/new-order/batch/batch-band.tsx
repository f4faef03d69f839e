import '../../../ui/tone.css';
import './batch-band.css';
import type { ReactNode } from 'react';
import { toneIcons } from '../../../ui/tone.ts';
import type { BandWords } from './batch-words.ts';

interface BatchBandProps {
  readonly name: string;
  readonly say: BandWords;
  /** Lines under the sentence: prices, progress. */
  readonly facts?: ReactNode;
  /** At its end: buttons. */
  readonly children: ReactNode;
  /** In place of the buttons, over the whole width: a question. */
  readonly question?: ReactNode;
}

/** Where a batch stands: the large words, a sentence, figures, and what can be done. */
export function BatchBand({ name, say, facts, children, question }: BatchBandProps) {
  const { tone, words, sentence } = say;
  const Icon = toneIcons[tone];
  return (
    <div className={`batch-band tone-${tone}`}>
      <Icon aria-hidden className="batch-band-icon" />
      <div className="batch-band-text">
        <p className="batch-band-name">{name}</p>
        <h2 className="batch-band-words">{words}</h2>
        <p>{sentence}</p>
        {facts}
      </div>
      {question ?? <div className="batch-band-buttons">{children}</div>}
    </div>
  );
}
