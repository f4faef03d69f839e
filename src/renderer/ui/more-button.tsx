import { ChevronUp, Ellipsis } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';

interface MoreButtonProps {
  readonly isOpen: boolean;
  readonly onPress: () => void;
  /** The element that opens, while it is there. */
  readonly controls: string;
  /** What there is more of. */
  readonly describedBy: string;
}

/** Opens the buttons that are seldom needed, in place. */
export function MoreButton({ isOpen, onPress, controls, describedBy }: MoreButtonProps) {
  const Icon = isOpen ? ChevronUp : Ellipsis;
  return (
    <AriaButton
      className="button button-plain button-small more-button"
      aria-label="More"
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': controls })}
      aria-describedby={describedBy}
      onPress={onPress}
    >
      <Icon aria-hidden />
    </AriaButton>
  );
}
