import './buttons.css';
import { type LucideIcon, ScanBarcode } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { BarcodeCommand } from '../../shared/scanning/command-barcode.ts';
import { text } from '../text/text.ts';
import { BarCode } from './code.tsx';
import { CommandBars, useCommandTarget } from './command-target.ts';

export type ButtonTone = 'plain' | 'solid' | 'delete' | 'quiet';

interface ButtonProps {
  /** The label; with the subject it is the accessible name. */
  readonly children: ReactNode;
  /** What the action applies to, where several buttons have the same label; announced, not shown. */
  readonly subject?: string;
  readonly onPress?: () => void;
  readonly tone?: ButtonTone;
  readonly size?: 'regular' | 'small';
  readonly icon?: LucideIcon;
  /** A key or a hint after the label; not part of the name. */
  readonly hint?: string;
  /** The command card that presses it where the button answers a question; the card's name stands on the button, where it has another. */
  readonly command?: BarcodeCommand;
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** Why the button is disabled, shown below it; a reason disables it. */
  readonly disabledReason?: string | null;
  /** The id of an element that distinguishes buttons with the same label. */
  readonly describedBy?: string;
  /** It gets the focus when it appears. */
  readonly takesFocus?: boolean;
  /** Whether what the button opens is open. */
  readonly isExpanded?: boolean;
}

/** A button of at least 60 px (small: 50 px). */
export function Button(props: ButtonProps) {
  const { children, subject, onPress, tone = 'plain', size = 'regular', icon: Icon, hint, type = 'button' } = props;
  const { isDisabled = false, disabledReason = null, describedBy, takesFocus, isExpanded, command } = props;
  const isCommandTarget = useCommandTarget(command, !isDisabled && disabledReason === null, onPress);
  const allBars = useContext(CommandBars);
  const bars = isCommandTarget && command ? allBars?.get(command) : undefined;
  const button = (
    <AriaButton
      className={`button button-${tone} button-${size}${bars ? ' button-with-bars' : ''}`}
      type={type}
      isDisabled={isDisabled || disabledReason !== null}
      {...(onPress && { onPress })}
      {...(takesFocus && { autoFocus: true })}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
    >
      {Icon && <Icon aria-hidden />}
      <span>
        {children}
        {subject !== undefined && (
          <>
            {' '}
            <span className="only-spoken">{subject}</span>
          </>
        )}
      </span>
      {isCommandTarget && command && (
        <span className="button-hint button-command" aria-hidden>
          <ScanBarcode />
          <CardName command={command} label={children} />
        </span>
      )}
      {bars && <BarCode widths={bars} className="button-bars" />}
      {hint && (
        <span className="button-hint" aria-hidden>
          {hint}
        </span>
      )}
    </AriaButton>
  );
  if (disabledReason === null) return button;
  return (
    <span className="button-with-reason">
      {button}
      <span className="button-reason">{disabledReason}</span>
    </span>
  );
}

/** The name of the card: a choice by its number, and nothing where the button has the same name. */
function CardName({ command, label }: { readonly command: BarcodeCommand; readonly label: ReactNode }) {
  const number = /^choice (\d)$/.exec(command)?.[1];
  if (number !== undefined) return number;
  const name = text(`command-barcode.name.${command}`);
  if (name === label) return null;
  const isShort = command === 'yes' || command === 'no';
  return <span className={isShort ? '' : 'button-command-name'}>{name}</span>;
}
