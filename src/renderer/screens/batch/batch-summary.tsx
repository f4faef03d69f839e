import '../../ui/display.css';
import './batch.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { ProgressBar } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import { toneIcons } from '../../ui/tone.ts';
import type { QuestionText, SummaryText } from './batch-text.ts';

interface BatchSummaryProps {
  readonly name: string;
  readonly summary: SummaryText;
  /** Lines under the sentences: prices, progress. */
  readonly facts?: ReactNode;
  /** At its end: buttons. */
  readonly children: ReactNode;
  /** In place of the buttons, over the whole width: a question. */
  readonly question?: ReactNode;
}

/** The state of a batch: title, sentences, figures and actions. */
export function BatchSummary({ name, summary, facts, children, question }: BatchSummaryProps) {
  const { tone, title, sentences } = summary;
  const Icon = toneIcons[tone];
  return (
    <div className={`batch-band tone-${tone}`}>
      <Icon aria-hidden className="batch-band-icon" />
      <div className="batch-band-text">
        <p className="batch-band-name">{name}</p>
        <h2 className="batch-band-title">{title}</h2>
        <p>{sentences.join(' ')}</p>
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
  /** The progress as text, for screen readers. */
  readonly valueLabel: string;
}

/** A progress bar. */
export function BatchProgress({ label, share, valueLabel }: BatchProgressProps) {
  return (
    <ProgressBar className="batch-progress" aria-label={label} value={share * 100} valueLabel={valueLabel}>
      <span className="batch-progress-track" aria-hidden>
        <span className="batch-progress-fill" style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </ProgressBar>
  );
}

interface BatchQuestionProps {
  readonly text: QuestionText;
  readonly tone: 'solid' | 'delete';
  readonly isDisabled: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/**
 * A question in the place of the buttons. The focus goes to the question and not to a button, so that a second Enter answers nothing;
 * the Tab key leads to the answers.
 */
export function BatchQuestion(props: BatchQuestionProps): ReactNode {
  const { text, tone, isDisabled, onYes, onNo } = props;
  const { question, explanation, yes, no } = text;
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <fieldset ref={place} tabIndex={-1} className="batch-question" aria-label={question}>
      <p>
        <strong>{question}</strong>
        {explanation.join(' ')}
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
