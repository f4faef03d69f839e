import type { ScanReading } from '../../shared/scan.ts';
import type { Place } from './burst.ts';
import { type KeyCommand, type KeyEvent, noKeystrokes, step } from './keystrokes.ts';
import { isTextField, restoreField, type TextField, textFieldSnapshot } from './text-field.ts';

interface ScannerListener {
  readonly onScan: (reading: ScanReading) => void;
  /** True where the command was carried out, so that the key means nothing else. */
  readonly onCommand: (command: KeyCommand, place: Place) => boolean;
  /** A person or a scanner is at work. */
  readonly onKey: () => void;
  readonly isScanField: (field: TextField) => boolean;
}

/**
 * Hears every key of the window before any widget does, until the function it returns is called. Keys that belong to a
 * scan never reach a widget; where a field took some, it gets back what it held before.
 */
export function listenForScans({ onScan, onCommand, onKey, isScanField }: ScannerListener): () => void {
  let state = noKeystrokes;
  /** What the fields held before the burst: the focus may wander while it lasts. */
  let snapshots: ReturnType<typeof textFieldSnapshot>[] = [];

  const hear = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return;
    if (event.type === 'keydown') onKey();
    const field = isTextField(event.target) ? event.target : null;
    const keyEvent = keyEventOf(event, field, field !== null && isScanField(field));
    const { next, keep, begins, scan, command } = step(state, keyEvent);
    state = next;
    if (begins) snapshots = [];
    if (field && next.burst && !snapshots.some((snapshot) => snapshot.field === field)) {
      snapshots.push(textFieldSnapshot(field));
    }
    const isDone = command !== null && onCommand(command, keyEvent.place);
    if (keep || isDone) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (!scan) return;
    for (const snapshot of snapshots) restoreField(snapshot);
    snapshots = [];
    onScan(scan);
  };

  const forget = (): void => {
    state = noKeystrokes;
    snapshots = [];
  };

  window.addEventListener('keydown', hear, { capture: true });
  window.addEventListener('keyup', hear, { capture: true });
  window.addEventListener('blur', forget);
  return () => {
    window.removeEventListener('keydown', hear, { capture: true });
    window.removeEventListener('keyup', hear, { capture: true });
    window.removeEventListener('blur', forget);
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
    place: field ? placeOf(field, isScanField) : 'elsewhere',
    fieldText: field?.value ?? '',
  };
}

function placeOf(field: TextField, isScanField: boolean): Place {
  if (isScanField) return 'scan field';
  const isForNumbers =
    ['tel', 'number'].includes(field.type) || ['numeric', 'decimal', 'tel'].includes(field.inputMode);
  return isForNumbers ? 'number field' : 'text field';
}
