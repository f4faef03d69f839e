import type { ScanReading } from '../../shared/scanning/scan.ts';
import type { FocusPlace } from './burst.ts';
import { initialKeystrokes, type KeyCommand, type KeyEvent, step } from './keystrokes.ts';

interface ScannerListener {
  readonly onScan: (reading: ScanReading) => void;
  /** True where the command was carried out, so that the key means nothing else. */
  readonly onCommand: (command: KeyCommand, place: FocusPlace) => boolean;
  /** A person or a scanner is at work. */
  readonly onKey: () => void;
  readonly isScanField: (field: TextField) => boolean;
}

/**
 * Hears every key of the window before any widget does, until the function it returns is called. Keys that belong to a
 * scan never reach a widget; where a field took some, it gets back what it held before.
 */
export function listenForScans({ onScan, onCommand, onKey, isScanField }: ScannerListener): () => void {
  let state = initialKeystrokes;
  /** What the fields held before the burst: the focus may wander while it lasts. */
  let snapshots: ReturnType<typeof textFieldSnapshot>[] = [];

  const onKeyEvent = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return;
    if (event.type === 'keydown') onKey();
    const field = isTextField(event.target) ? event.target : null;
    const keyEvent = keyEventOf(event, field, field !== null && isScanField(field));
    const { next, suppress, startsBurst, scan, command } = step(state, keyEvent);
    state = next;
    if (startsBurst) snapshots = [];
    if (field && next.burst && !snapshots.some((snapshot) => snapshot.field === field)) {
      snapshots.push(textFieldSnapshot(field));
    }
    const isDone = command !== null && onCommand(command, keyEvent.place);
    if (suppress || isDone) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (!scan) return;
    for (const snapshot of snapshots) restoreField(snapshot);
    snapshots = [];
    onScan(scan);
  };

  const reset = (): void => {
    state = initialKeystrokes;
    snapshots = [];
  };

  window.addEventListener('keydown', onKeyEvent, { capture: true });
  window.addEventListener('keyup', onKeyEvent, { capture: true });
  window.addEventListener('blur', reset);
  return () => {
    window.removeEventListener('keydown', onKeyEvent, { capture: true });
    window.removeEventListener('keyup', onKeyEvent, { capture: true });
    window.removeEventListener('blur', reset);
  };
}

function keyEventOf(event: KeyboardEvent, field: TextField | null, isScanField: boolean): KeyEvent {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey, repeat } = event;
  return {
    kind: event.type === 'keyup' ? 'up' : 'down',
    ...{ key, code, shiftKey, ctrlKey, altKey, metaKey, repeat },
    altGraph: event.getModifierState('AltGraph'),
    capsLock: event.getModifierState('CapsLock'),
    at: event.timeStamp,
    place: field ? focusPlaceOf(field, isScanField) : 'elsewhere',
    fieldText: field?.value ?? '',
  };
}

function focusPlaceOf(field: TextField, isScanField: boolean): FocusPlace {
  if (isScanField) return 'scan field';
  const isForNumbers =
    ['tel', 'number'].includes(field.type) || ['numeric', 'decimal', 'tel'].includes(field.inputMode);
  return isForNumbers ? 'number field' : 'text field';
}

export type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Snapshot {
  readonly field: TextField;
  readonly value: string;
  readonly selection: readonly [start: number, end: number] | null;
}

const textTypes = ['text', 'search', 'tel', 'url', 'email', 'password', 'number'];

/** True for an element that a key writes into. */
export function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly && !target.disabled;
  return target instanceof HTMLInputElement && textTypes.includes(target.type) && !target.readOnly && !target.disabled;
}

/** What the field holds, and where the writing stands. */
function textFieldSnapshot(field: TextField): Snapshot {
  // Fields for numbers and mail addresses have no selection to read.
  const { value, selectionStart, selectionEnd } = field;
  return {
    field,
    value,
    selection: selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd],
  };
}

/** Puts back what the field held, as if it were written by hand, so that whoever owns the field hears of it. */
function restoreField({ field, value, selection }: Snapshot): void {
  if (field.value === value) return;
  // React overrides the value's setter on the element itself; the prototype's is the one whose change it notices.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (selection) field.setSelectionRange(...selection);
}
