import './fold.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Button } from 'react-aria-components';

interface FoldProps {
  /** Says what is folded away, in short. */
  readonly words: string;
  readonly panelId: string;
  readonly isOpen: boolean;
  /** Something is missing in it. */
  readonly isWanting: boolean;
  readonly onPress: () => void;
}

/** A button that opens what is set once. */
export function Fold({ words, panelId, isOpen, isWanting, onPress }: FoldProps) {
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <Button
      className={`button button-plain button-small fold${isWanting ? ' fold-wanting' : ''}`}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': panelId })}
      onPress={onPress}
    >
      <span className="fold-words">{words}</span>
      <Chevron aria-hidden />
    </Button>
  );
}
