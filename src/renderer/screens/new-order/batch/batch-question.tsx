import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

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
