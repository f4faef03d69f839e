import './buttons.css';
import './display.css';
import { ChevronUp, Ellipsis } from 'lucide-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { containsAnyTerm } from '../text/search.ts';
import { text } from '../text/text.ts';

/** The search of the page around: details that contain one of its terms are shown. */
export const SearchContext = createContext('');

interface DetailsProps {
  /** Technical facts; without any, there is no button. */
  readonly lines: readonly string[];
  /** The id of the element that the facts belong to. */
  readonly describedBy?: string;
  /** More of them, below the lines. */
  readonly children?: ReactNode;
}

/** Technical facts, shown by the button "Details". */
export function Details({ lines, describedBy, children }: DetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const search = useContext(SearchContext);
  const [hiddenSearch, setHiddenSearch] = useState<string | null>(null);
  if (lines.length === 0) return null;
  const isFound = hiddenSearch !== search && containsAnyTerm(lines.join(' '), search);
  const isShown = isOpen || isFound;
  const toggle = () => {
    setIsOpen(!isShown);
    setHiddenSearch(isShown ? search : null);
  };
  return (
    <div className="details">
      <AriaButton
        className="button button-quiet button-small"
        aria-expanded={isShown}
        {...(describedBy && { 'aria-describedby': describedBy })}
        onPress={toggle}
      >
        {text('button.details')}
      </AriaButton>
      {isShown && lines.map((line) => <p key={line}>{line}</p>)}
      {isShown && children}
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
