import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Switch } from 'react-aria-components';
import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import type { Form } from '../../data/use-form.ts';
import { text } from '../../text/text.ts';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { useFaultFocus, useFirstFieldFocus } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { useUnsaved } from './unsaved-changes.tsx';

interface SettingsEditorProps {
  readonly form: Pick<Form<unknown>, 'save' | 'failure' | 'isChanged'>;
  /** The accessible name. */
  readonly label: string;
  readonly saveLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The name of a field that takes the focus now. */
  readonly focusField?: string | null;
  readonly onFieldFocused?: () => void;
}

/**
 * The form of one environment, webhook or printer: saved as a whole, because its fields mean something only together. The first field
 * has the focus at first, the first faulty one after a failed save, and the place of the form once it is closed.
 */
export function SettingsEditor(props: SettingsEditorProps) {
  const { form, label, saveLabel, onClose, children, focusField = null, onFieldFocused } = props;
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const focusFault = useFaultFocus(fieldset);
  useUnsaved(form.isChanged);
  // Before the first field takes the focus from the button that opened the form.
  useFocusAfterForm(fieldset);
  useFirstFieldFocus(fieldset);
  useEffect(() => {
    if (focusField === null) return;
    fieldset.current?.querySelector<HTMLElement>(`[name="${focusField}"]`)?.focus();
    onFieldFocused?.();
  }, [focusField, onFieldFocused]);
  const save = async () => {
    if (!(await form.save())) focusFault();
  };
  return (
    <fieldset ref={fieldset} className="settings-editor" aria-label={label}>
      {children}
      <FailureStrip failure={form.failure} />
      <div className="settings-buttons">
        <Button tone="solid" size="small" onPress={() => void save()}>
          {saveLabel}
        </Button>
        <Button size="small" onPress={onClose}>
          {text('button.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}

/** Moves the focus from the closed form to the button that opened it, or to the first one of what replaced it. */
export function useFocusAfterForm(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement;
    const place = form.current?.parentElement;
    const before = form.current?.previousElementSibling;
    return () => {
      requestAnimationFrame(() => {
        const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
        if (hasFocus) return;
        const wasOpener = opener instanceof HTMLButtonElement && opener.isConnected;
        const replaced = before ? before.nextElementSibling : place;
        const next = wasOpener ? opener : (replaced?.querySelector('button') ?? place?.querySelector('button'));
        next?.focus({ preventScroll: true });
      });
    };
  }, [form]);
}

interface SettingsLineProps {
  /** Its name, what there is to know of it, and details. */
  readonly text: ReactNode;
  /** What can be done with it; nothing where it is absent. */
  readonly buttons: ReactNode;
  /** Below both: forms and failures. */
  readonly children?: ReactNode;
}

/** One entry of a list of settings: an environment, a printer, a person, a backup. */
export const SettingsLine = ({ text: about, buttons, children }: SettingsLineProps) => (
  <div className="settings-line">
    <div className="settings-line-text">{about}</div>
    {buttons && <div className="settings-buttons">{buttons}</div>}
    {children}
  </div>
);

interface EnvironmentNameProps {
  readonly name: string;
  readonly kind: EnvironmentKind;
  /** After the name: badges. */
  readonly children?: ReactNode;
}

/** An environment's name with its kind in its colour. */
export function EnvironmentName({ name, kind, children }: EnvironmentNameProps) {
  return (
    <p className="settings-line-name">
      <span className={`environment-block environment-block-${kind}`}>{text(`environment.badge.${kind}`)}</span>
      {name}
      {children}
    </p>
  );
}

interface CopyButtonProps {
  /** The text to copy. */
  readonly text: string;
  /** What is copied; announced, not shown. */
  readonly name: string;
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text: content, name }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <>
      <Button
        size="small"
        subject={name}
        isDisabled={content === ''}
        onPress={() => setCopied(copyText(content) ? content : null)}
      >
        {text('button.copy')}
      </Button>
      <span role="status" className="settings-hint">
        {copied === content && content !== '' && text('settings.copied')}
      </span>
    </>
  );
}

/** Copies from a selection: the Clipboard API needs a permission, and the page has none. */
function copyText(content: string): boolean {
  const before = document.activeElement;
  const carrier = document.createElement('textarea');
  carrier.value = content;
  carrier.className = 'only-spoken';
  carrier.setAttribute('aria-hidden', 'true');
  document.body.append(carrier);
  carrier.select();
  const isCopied = document.execCommand('copy');
  carrier.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

interface ConfirmButtonProps {
  readonly label: string;
  /** What the action applies to; announced, not shown. */
  readonly subject?: string;
  readonly tone?: ButtonTone;
  readonly size?: 'regular' | 'small';
  readonly icon?: LucideIcon;
  /** What the action will do. */
  readonly consequence: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly isDisabled: boolean;
  /** Why the action is not possible; it cannot be asked for then. */
  readonly disabledReason?: string | null;
  /** The question stays until it settles. */
  readonly onConfirm: () => Promise<unknown>;
}

/** A button that asks for confirmation in its own place. The focus goes to Cancel, and from there back to the button. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, consequence, confirmLabel, cancelLabel = text('button.cancel'), onConfirm, ...button } = props;
  const { subject, size = 'small', isDisabled } = button;
  const [question, setQuestion] = useState<'asked' | 'cancelled' | null>(null);
  if (question !== 'asked') {
    return (
      <Button {...button} size={size} takesFocus={question === 'cancelled'} onPress={() => setQuestion('asked')}>
        {label}
      </Button>
    );
  }
  return (
    <Confirmation
      label={text('button.confirm-name', { action: label, subject: subject ?? null })}
      tone="delete"
      size={size}
      focus="cancel"
      confirm={{
        label: confirmLabel,
        tone: 'delete',
        isDisabled,
        onPress: () => void onConfirm().then(() => setQuestion(null)),
      }}
      cancel={{ label: cancelLabel, onPress: () => setQuestion('cancelled') }}
    >
      <p>{consequence}</p>
    </Confirmation>
  );
}

interface SettingsSwitchProps {
  /** The accessible name, exactly. */
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** What the switch does. */
  readonly description?: string;
}

/** A switch that also shows its state in a word. */
export function SettingsSwitch({ label, isOn, onChange, description }: SettingsSwitchProps) {
  const id = useId();
  return (
    <Switch
      className="switch"
      isSelected={isOn}
      onChange={onChange}
      aria-label={label}
      {...(description !== undefined && { 'aria-describedby': id })}
    >
      <span className="switch-track" aria-hidden />
      <span className="switch-label">
        {label}
        <span className="switch-state">
          <span aria-hidden>
            {isOn ? text('switch.on') : text('switch.off')}
            {description !== undefined && ' · '}
          </span>
          {description !== undefined && <span id={id}>{description}</span>}
        </span>
      </span>
    </Switch>
  );
}
