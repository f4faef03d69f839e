import { useId, useState } from 'react';
import { Switch } from 'react-aria-components';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';

interface EditorButtonsProps {
  readonly saveLabel: string;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The buttons of an editor: save, or close without saving. */
export function EditorButtons({ saveLabel, isSaving, onSave, onClose }: EditorButtonsProps) {
  return (
    <div className="settings-buttons">
      <Button tone="solid" size="small" isDisabled={isSaving} onPress={onSave}>
        {saveLabel}
      </Button>
      <Button size="small" onPress={onClose}>
        {text('button.cancel')}
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
