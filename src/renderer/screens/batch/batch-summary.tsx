import '../../ui/display.css';
import './batch.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { ProgressBar } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import { toneIcons } from '../../ui/tone.ts';
import type { SummaryText } from './batch-text.ts';

interface BatchSummaryProps {
  readonly name: string;
  readonly summary: SummaryText;
  /** Lines under the sentence: prices, progress. */
  readonly facts?: ReactNode;
  /** At its end: buttons. */
  readonly children: ReactNode;
  /** In place of the buttons, over the whole width: a question. */
  readonly question?: ReactNode;
}

/** Where a batch stands: the large words, a sentence, figures, and what can be done. */
export function BatchSummary({ name, summary, facts, children, question }: BatchSummaryProps) {
  const { tone, words, sentence } = summary;
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

interface BatchQuestionProps {
  readonly words: string;
  readonly more?: string;
  readonly yes: string;
  readonly no: string;
  readonly tone: 'solid' | 'delete';
  readonly isDisabled: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/**
 * A question in its place. The focus goes to the question and to no button of it, so that an Enter too many answers nothing; the
 * Tab key leads to the answers.
 */
export function BatchQuestion(props: BatchQuestionProps): ReactNode {
  const { words, more, yes, no, tone, isDisabled, onYes, onNo } = props;
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <fieldset ref={place} tabIndex={-1} className="batch-question" aria-label={words}>
      <p>
        <strong>{words}</strong>
        {more}
      </p>
      <div className="batch-band-buttons">
        <Button size="small" tone={tone} isDisabled={isDisabled} onPress={onYes}>
          {yes}
        </Button>
        <Button size="small" isDisabled={isDisabled} onPress={onNo}>
          {no}
        </Button>
      </div>
    </fieldset>
  );
}
