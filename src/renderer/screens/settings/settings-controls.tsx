import { useId, useState } from 'react';
import { Switch } from 'react-aria-components';
import { text } from '../../text/text.ts';
import { Button, type ButtonTone } from '../../ui/button.tsx';

interface NamedButtonProps {
  readonly label: string;
  /** What the action applies to; announced, not shown. */
  readonly name: string;
  readonly tone?: ButtonTone;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** One of several buttons with the same label: its accessible name distinguishes them. */
export function NamedButton({ label, name, tone = 'plain', isDisabled = false, onPress }: NamedButtonProps) {
  return (
    <Button size="small" tone={tone} isDisabled={isDisabled} onPress={onPress}>
      {label} <span className="only-spoken">{name}</span>
    </Button>
  );
}

interface ConfirmButtonProps {
  readonly label: string;
  /** What the action applies to; announced, not shown. */
  readonly name: string;
  /** What the action will do. */
  readonly consequence: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isDisabled: boolean;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button that asks for confirmation in its own place. */
export function ConfirmButton({
  label,
  name,
  consequence,
  confirmLabel,
  cancelLabel,
  isDisabled,
  onConfirm,
}: ConfirmButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  if (!isConfirming) {
    return <NamedButton label={label} name={name} isDisabled={isDisabled} onPress={() => setIsConfirming(true)} />;
  }
  return (
    <fieldset className="settings-question" aria-label={text('settings.confirm.name', { action: label, name })}>
      <p>{consequence}</p>
      <Button
        size="small"
        tone="delete"
        isDisabled={isDisabled}
        onPress={() => void onConfirm().then(() => setIsConfirming(false))}
      >
        {confirmLabel}
      </Button>
      <Button size="small" onPress={() => setIsConfirming(false)}>
        {cancelLabel}
      </Button>
    </fieldset>
  );
}

interface EditorButtonsProps {
  readonly saveLabel: string;
  readonly cancelLabel?: string;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The buttons of an editor: save, or close without saving. */
export function EditorButtons({
  saveLabel,
  cancelLabel = text('button.cancel'),
  isSaving,
  onSave,
  onClose,
}: EditorButtonsProps) {
  return (
    <div className="settings-buttons">
      <Button tone="solid" size="small" isDisabled={isSaving} onPress={onSave}>
        {saveLabel}
      </Button>
      <Button size="small" onPress={onClose}>
        {cancelLabel}
      </Button>
    </div>
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
      <Button size="small" isDisabled={content === ''} onPress={() => setCopied(copyText(content) ? content : null)}>
        {text('button.copy')} <span className="only-spoken">{name}</span>
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
