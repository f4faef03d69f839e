import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';

interface DoubtWayProps {
  /** The words of its button, or what is waited for where there is none. */
  readonly words: string;
  /** What it does, in one plain sentence. */
  readonly sentence: ReactNode;
  readonly isDisabled?: boolean;
  /** Why it cannot be pressed yet. */
  readonly disabledReason?: string | null;
  readonly onPress?: () => void;
  /** Asked in its place before it is done. */
  readonly question?: { readonly words: string; readonly yes: string };
}

/** One of the things that can be done about an order in doubt. */
export function DoubtWay(props: DoubtWayProps) {
  const { words, sentence, isDisabled = false, disabledReason = null, onPress, question } = props;
  const [isAsking, setIsAsking] = useState(false);
  const sentenceId = useId();
  return (
    <div className="doubt-way">
      {onPress ? (
        <Button
          size="small"
          isDisabled={isDisabled}
          disabledReason={disabledReason}
          describedBy={sentenceId}
          onPress={question ? () => setIsAsking(!isAsking) : onPress}
        >
          {words}
        </Button>
      ) : (
        <strong>{words}</strong>
      )}
      <p id={sentenceId}>{sentence}</p>
      {isAsking && question && onPress && (
        <fieldset className="doubt-question" aria-label={`${words}?`}>
          <p>{question.words}</p>
          <div className="doubt-question-buttons">
            <Button size="small" onPress={() => setIsAsking(false)}>
              Leave it
            </Button>
            <Button
              size="small"
              tone="delete"
              isDisabled={isDisabled || disabledReason !== null}
              onPress={() => {
                setIsAsking(false);
                onPress();
              }}
            >
              {question.yes}
            </Button>
          </div>
        </fieldset>
      )}
    </div>
  );
}
