import { useId, useState } from 'react';
import { Switch } from 'react-aria-components';
import { Button, type ButtonTone } from '../../ui/button.tsx';

interface NamedButtonProps {
  readonly words: string;
  /** What it is done to; spoken, not shown: it stands beside. */
  readonly name: string;
  readonly tone?: ButtonTone;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** One of many buttons of the same words: its spoken name says which one. */
export function NamedButton({ words, name, tone = 'plain', isDisabled = false, onPress }: NamedButtonProps) {
  return (
    <Button size="small" tone={tone} isDisabled={isDisabled} onPress={onPress}>
      {words} <span className="only-spoken">{name}</span>
    </Button>
  );
}

interface ConfirmButtonProps {
  readonly words: string;
  /** What it is done to; spoken, not shown. */
  readonly name: string;
  /** What it will do, in a sentence. */
  readonly consequence: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isDisabled: boolean;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button that asks once more, in its own place. */
export function ConfirmButton({
  words,
  name,
  consequence,
  confirmLabel,
  cancelLabel,
  isDisabled,
  onConfirm,
}: ConfirmButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  if (!isConfirming) {
    return <NamedButton words={words} name={name} isDisabled={isDisabled} onPress={() => setIsConfirming(true)} />;
  }
  return (
    <fieldset className="settings-question" aria-label={`${words} ${name}?`}>
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
  readonly saveWords: string;
  /** What closing without saving leaves behind. */
  readonly closeWords?: string;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Under the fields of an editor: keeps what was written, or closes without. */
export function EditorButtons({
  saveWords,
  closeWords = 'Keep as it was',
  isSaving,
  onSave,
  onClose,
}: EditorButtonsProps) {
  return (
    <div className="settings-buttons">
      <Button tone="solid" size="small" isDisabled={isSaving} onPress={onSave}>
        {saveWords}
      </Button>
      <Button size="small" onPress={onClose}>
        {closeWords}
      </Button>
    </div>
  );
}

interface CopyButtonProps {
  readonly text: string;
  /** What is copied; spoken, not shown: it stands beside. */
  readonly name: string;
}

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <>
      <Button size="small" isDisabled={text === ''} onPress={() => setCopied(copyText(text) ? text : null)}>
        Copy <span className="only-spoken">{name}</span>
      </Button>
      <span role="status" className="settings-hint">
        {copied === text && text !== '' ? 'Copied' : ''}
      </span>
    </>
  );
}

/** The older way, from a selection: the page has no permission of any kind, and the newer way asks for one. */
function copyText(text: string): boolean {
  const before = document.activeElement;
  const carrier = document.createElement('textarea');
  carrier.value = text;
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
  /** What it does, in one sentence. */
  readonly description: string;
}

/** Something that is on or off, said in a word as well as shown. */
export function SettingsSwitch({ label, isOn, onChange, description }: SettingsSwitchProps) {
  const id = useId();
  return (
    <Switch className="switch" isSelected={isOn} onChange={onChange} aria-label={label} aria-describedby={id}>
      <span className="switch-track" aria-hidden />
      <span className="switch-words">
        {label}
        <span className="switch-state">
          <span aria-hidden>{isOn ? 'On. ' : 'Off. '}</span>
          <span id={id}>{description}</span>
        </span>
      </span>
    </Switch>
  );
}
