import './buttons.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';

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
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** Why the button is disabled, shown below it; a reason disables it. */
  readonly disabledReason?: string | null;
  /** The id of an element that distinguishes buttons with the same label. */
  readonly describedBy?: string;
  /** Whether what the button opens is open. */
  readonly isExpanded?: boolean;
}

/** A button of at least 60 px (small: 50 px). */
export function Button(props: ButtonProps) {
  const { children, subject, onPress, tone = 'plain', size = 'regular', icon: Icon, hint, type = 'button' } = props;
  const { isDisabled = false, disabledReason = null, describedBy, isExpanded } = props;
  const button = (
    <AriaButton
      className={`button button-${tone} button-${size}`}
      type={type}
      isDisabled={isDisabled || disabledReason !== null}
      {...(onPress && { onPress })}
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
