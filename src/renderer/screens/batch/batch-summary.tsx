import '../../ui/display.css';
import './batch.css';
import type { ReactNode } from 'react';
import { Confirmation } from '../../ui/confirmation.tsx';
import { toneIcons } from '../../ui/tone.tsx';
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
        <div className="batch-band-head">
          <h2 className="batch-band-title">{title}</h2>
          <p className="batch-band-name">{name}</p>
        </div>
        <div className="batch-band-facts">
          <p>{sentences.join(' ')}</p>
          {facts}
        </div>
      </div>
      {question ?? <div className="batch-band-buttons">{children}</div>}
    </div>
  );
}

interface BatchQuestionProps {
  readonly text: QuestionText;
  readonly tone: 'solid' | 'delete';
  readonly isDisabled: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A question in the place of the buttons. */
export function BatchQuestion({ text, tone, isDisabled, onYes, onNo }: BatchQuestionProps): ReactNode {
  const { question, explanation, yes, no } = text;
  return (
    <Confirmation
      label={question}
      size="small"
      focus="question"
      confirm={{ label: yes, tone, isDisabled, onPress: onYes }}
      cancel={{ label: no, isDisabled, onPress: onNo }}
    >
      <p>
        <strong>{question}</strong>
        {explanation.join(' ')}
      </p>
    </Confirmation>
  );
}
