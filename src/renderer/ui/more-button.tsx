import './buttons.css';
import { ChevronUp, Ellipsis } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { text } from '../text/text.ts';

interface MoreButtonProps {
  readonly isOpen: boolean;
  readonly onPress: () => void;
  /** The id of the element that opens, while it is there. */
  readonly controls: string;
  /** What the actions apply to. */
  readonly describedBy: string;
}

/** Opens the less common actions, in place. */
export function MoreButton({ isOpen, onPress, controls, describedBy }: MoreButtonProps) {
  const Icon = isOpen ? ChevronUp : Ellipsis;
  return (
    <AriaButton
      className="button button-small more-button"
      aria-label={text('button.more')}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': controls })}
      aria-describedby={describedBy}
      onPress={onPress}
    >
      <Icon aria-hidden />
    </AriaButton>
  );
}
