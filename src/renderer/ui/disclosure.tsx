import './buttons.css';
import './display.css';
import { ChevronUp, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { text } from '../text/text.ts';

interface DetailsProps {
  /** Technical facts; without any, there is no button. */
  readonly lines: readonly string[];
  /** The id of the element that the facts belong to. */
  readonly describedBy?: string;
}

/** Technical facts, shown by the button "Details". */
export function Details({ lines, describedBy }: DetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (lines.length === 0) return null;
  return (
    <div className="details">
      <AriaButton
        className="button button-quiet button-small"
        aria-expanded={isOpen}
        {...(describedBy && { 'aria-describedby': describedBy })}
        onPress={() => setIsOpen(!isOpen)}
      >
        {text('button.details')}
      </AriaButton>
      {isOpen && lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  );
}

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
