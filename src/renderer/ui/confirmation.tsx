import './buttons.css';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { BarcodeCommand } from '../../shared/scanning/command-barcode.ts';
import { Button, type ButtonTone } from './button.tsx';

/** One of the two answers to a question. */
interface Answer {
  readonly label: string;
  readonly tone?: ButtonTone;
  readonly icon?: LucideIcon;
  readonly isDisabled?: boolean;
  /** The command card that gives it, where that is another than yes or no. */
  readonly command?: BarcodeCommand;
  readonly onPress: () => void;
}

interface ConfirmationProps {
  /** The accessible name; left out where a named element or an alert already holds the question. */
  readonly label?: string;
  /** The question, or what the action will do. */
  readonly children: ReactNode;
  readonly confirm: Answer;
  /** null where the question cannot be dismissed. */
  readonly cancel: Answer | null;
  /** The background; plain: that of its surroundings. */
  readonly tone?: 'delete' | 'warning' | 'plain';
  readonly size?: 'regular' | 'small';
  /** The answer that does nothing comes first. */
  readonly isCancelFirst?: boolean;
  /**
   * Takes the focus when the question appears. Never the answer that acts, so that a second press of the key that asked, or a
   * scanner's Enter, confirms nothing.
   */
  readonly focus?: 'none' | 'question' | 'cancel';
  /** A new value is a new question, which takes the focus again. */
  readonly focusKey?: unknown;
}

/** A question in the flow of the page, with the answer that acts and the one that does nothing. */
export function Confirmation(props: ConfirmationProps) {
  const { label, children, confirm, cancel, tone = 'plain', size = 'regular' } = props;
  const { isCancelFirst = false, focus = 'none', focusKey } = props;
  const question = useRef<HTMLElement>(null);
  const cancelPlace = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question takes the focus again
  useEffect(() => {
    if (focus === 'question') question.current?.focus();
    if (focus === 'cancel') cancelPlace.current?.querySelector('button')?.focus();
  }, [focus, focusKey]);

  const answers = [
    <AnswerButton key="confirm" answer={{ command: 'yes', ...confirm }} size={size} />,
    cancel && (
      <span key="cancel" ref={cancelPlace} className="confirmation-cancel">
        <AnswerButton answer={{ command: 'no', ...cancel }} size={size} />
      </span>
    ),
  ];
  const content = (
    <>
      {children}
      <div className="confirmation-answers">{isCancelFirst ? answers.toReversed() : answers}</div>
    </>
  );
  const attributes = {
    ref: (element: HTMLElement | null) => {
      question.current = element;
    },
    className: `confirmation confirmation-${tone}`,
    ...(focus === 'question' && { tabIndex: -1 }),
  };
  return label === undefined ? (
    <div {...attributes}>{content}</div>
  ) : (
    <fieldset {...attributes} aria-label={label}>
      {content}
    </fieldset>
  );
}

function AnswerButton({ answer, size }: { readonly answer: Answer; readonly size: 'regular' | 'small' }) {
  const { label, ...button } = answer;
  return (
    <Button size={size} {...button}>
      {label}
    </Button>
  );
}
