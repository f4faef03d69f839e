import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { NamedButton } from './named-button.tsx';

interface AskingButtonProps {
  readonly words: string;
  /** What it is done to; spoken, not shown. */
  readonly name: string;
  /** What it will do, in a sentence. */
  readonly consequence: string;
  readonly yes: string;
  readonly no: string;
  readonly isDisabled: boolean;
  readonly onYes: () => Promise<unknown>;
}

/** A button that asks once more, in its own place. */
export function AskingButton({ words, name, consequence, yes, no, isDisabled, onYes }: AskingButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return <NamedButton words={words} name={name} isDisabled={isDisabled} onPress={() => setIsAsking(true)} />;
  }
  return (
    <fieldset className="settings-question" aria-label={`${words} ${name}?`}>
      <p>{consequence}</p>
      <Button
        size="small"
        tone="delete"
        isDisabled={isDisabled}
        onPress={() => void onYes().then(() => setIsAsking(false))}
      >
        {yes}
      </Button>
      <Button size="small" onPress={() => setIsAsking(false)}>
        {no}
      </Button>
    </fieldset>
  );
}
