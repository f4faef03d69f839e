import './display.css';
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
