import './display.css';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { text } from '../text/text.ts';

/** Technical facts behind a button; nothing where there are none. */
export function Details({ lines }: { readonly lines: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (lines.length === 0) return null;
  return (
    <div className="details">
      <AriaButton
        className="button button-quiet button-small"
        aria-expanded={isOpen}
        onPress={() => setIsOpen(!isOpen)}
      >
        {text('button.details')}
      </AriaButton>
      {isOpen && lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  );
}
