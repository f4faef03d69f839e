import { Button, type ButtonTone } from '../../ui/button.tsx';

interface NamedButtonProps {
  readonly words: string;
  /** What it is done to; spoken, not shown: it stands beside. */
  readonly name: string;
  readonly tone?: ButtonTone;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** One of many buttons of the same words: its spoken name says which one. */
export function NamedButton({ words, name, tone = 'plain', isDisabled = false, onPress }: NamedButtonProps) {
  return (
    <Button size="small" tone={tone} isDisabled={isDisabled} onPress={onPress}>
      {words} <span className="only-spoken">{name}</span>
    </Button>
  );
}
