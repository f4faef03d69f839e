import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Switch } from 'react-aria-components';
import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import type { Form } from '../../data/use-form.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';

interface EditorButtonsProps {
  readonly form: Pick<Form<unknown>, 'save' | 'isSaving'>;
  readonly saveLabel: string;
  readonly onClose: () => void;
}

/** The buttons of a form: save, or close without saving. */
export function EditorButtons({ form, saveLabel, onClose }: EditorButtonsProps) {
  return (
    <div className="settings-buttons">
      <Button tone="solid" size="small" isDisabled={form.isSaving} onPress={() => void form.save()}>
        {saveLabel}
      </Button>
      <Button size="small" onPress={onClose}>
        {text('button.cancel')}
      </Button>
    </div>
  );
}

interface SettingsEditorProps extends EditorButtonsProps {
  readonly form: Pick<Form<unknown>, 'save' | 'isSaving' | 'failure'>;
  /** The accessible name. */
  readonly label: string;
  readonly children: ReactNode;
  /** Takes the focus when it opens. */
  readonly takesFocus?: boolean;
}

/** The form of one environment, webhook or printer, with its buttons. */
export function SettingsEditor({ label, children, takesFocus = false, ...buttons }: SettingsEditorProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useFocusOnce(fieldset, takesFocus);
  return (
    <fieldset ref={fieldset} className="settings-editor" aria-label={label} {...(takesFocus && { tabIndex: -1 })}>
      {children}
      <FailureStrip failure={buttons.form.failure} />
      <EditorButtons {...buttons} />
    </fieldset>
  );
}

/** Moves the focus to a newly shown element once, and not again when its screen is shown again. */
function useFocusOnce(element: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const wasFocused = useRef(false);
  useEffect(() => {
    if (!isWanted || wasFocused.current) return;
    wasFocused.current = true;
    element.current?.focus();
  }, [element, isWanted]);
}

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
