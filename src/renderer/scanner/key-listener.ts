import type { ForwardedKey } from '../../shared/contract/forwarded-key.ts';
import { pressedKey } from '../../shared/contract/pressed-key.ts';
import type { ScanReading } from '../../shared/scanning/scan.ts';
import type { ScannerProfile } from '../../shared/scanning/scanner-settings.ts';
import type { FocusPlace } from './burst.ts';
import type { CommandScan } from './command-barcodes.ts';
import {
  initialKeystrokes,
  type KeyCommand,
  type KeyEvent,
  type Keystrokes,
  recordedKey,
  scanPauseMs,
  step,
  stepPause,
} from './keystrokes.ts';
import { scanRecorder } from './scan-destination.ts';

/** Milliseconds without a key after which what was held back is shown. */
const holdBackMs = 50;
/** A timer may run a little before its time. */
const timerMs = 5;
/** Most keys that wait until they can be read: dozens of scans. */
const mostWaiting = 4_000;

interface ScannerListener {
  readonly onScan: (reading: ScanReading, scan: CommandScan) => void;
  /** True where the command was carried out, so that the key means nothing else. */
  readonly onCommand: (command: KeyCommand, place: FocusPlace) => boolean;
  /** A key was pressed or scanned. */
  readonly onKey: () => void;
  /** What the test of the scanner showed; null where its keys are read in both ways. */
  readonly profile: () => ScannerProfile | null;
  /** False until the settings are there: how the keys of a scanner are read is not known. */
  readonly isReady: () => boolean;
  readonly isScanField: (field: TextField) => boolean;
  /** Subscribes to keys that another window received while a question of Packbench is open, and to those before this page. */
  readonly onForwardedKey: (listener: (key: ForwardedKey) => void) => () => void;
  /** Resolves to the keys that were pressed before this page was there; `onAsk` is called when they are asked for. */
  readonly missedKeys: (onAsk: () => void) => Promise<readonly ForwardedKey[]>;
}

/**
 * Receives every key of the window before any widget, until the returned function is called. Keys of a scan never reach a
 * widget; a field that received some gets back its former text.
 */
export function listenForScans(listener: ScannerListener): () => void {
  const { onScan, onCommand, onKey, profile, isReady, isScanField } = listener;
  let state = initialKeystrokes;
  /** The text of the fields before the burst: the focus may move during it. */
  let snapshots: ReturnType<typeof textFieldSnapshot>[] = [];
  /** The first key of the burst went to a cell that was not being edited: it began an edit. */
  let hasBegunEdit = false;
  /** Where keys are held back. */
  let scanField: TextField | null = null;
  let holdBackTimer: ReturnType<typeof setTimeout> | undefined;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;

  const stopHoldingBack = (): void => {
    const { heldBack } = state;
    state = { ...state, heldBack: '' };
    writeInto(scanField, heldBack);
  };

  /** The fields get back their text, and the scan goes to its destination. */
  const takeScan = (scan: ScanReading, from: number, until: number): void => {
    for (const snapshot of snapshots) restoreField(snapshot);
    snapshots = [];
    if (hasBegunEdit) discardCellEdit();
    closeOpenList();
    onScan(scan, { from, until, isElsewhere: false });
  };

  const onPause = (): void => {
    const [at, element] = [performance.now(), document.activeElement];
    const field = isTextField(element) ? element : null;
    const from = beganAt(state, at);
    const pause = { at, ...focusOf(element, field, field !== null && isScanField(field)) };
    const until = state.burst?.lastAt ?? at;
    const { next, scan } = stepPause(state, pause, profile());
    state = next;
    if (scan) takeScan(scan, from, until);
  };

  const onKeyEvent = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return;
    if (event.type === 'keydown') onKey();
    const field = isTextField(event.target) ? event.target : null;
    const keyEvent = keyEventOf(event, field, field !== null && isScanField(field));
    if (waitingKeys || isRecorded(keyEvent)) {
      const { at, place, fieldText, ...pressed } = keyEvent;
      if (waitingKeys) keep(waitingKeys, pressed, at);
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const from = beganAt(state, keyEvent.at);
    const { next, suppress, startsBurst, scan, command, empties, writes } = step(state, keyEvent, profile());
    if (next.heldBack !== state.heldBack) {
      clearTimeout(holdBackTimer);
      if (next.heldBack !== '') holdBackTimer = setTimeout(stopHoldingBack, holdBackMs);
    }
    state = next;
    awaitPause();
    writeInto(scanField, writes);
    if (startsBurst) {
      snapshots = [];
      hasBegunEdit = field === null && keyEvent.place === 'grid cell';
    }
    if (field && next.burst && !snapshots.some((snapshot) => snapshot.field === field)) {
      snapshots.push(textFieldSnapshot(field));
    }
    if (empties && field) {
      scanField = field;
      for (const snapshot of snapshots) if (snapshot.field === field) restoreField(snapshot);
    }
    const isDone = command !== null && onCommand(command, keyEvent.place);
    if (suppress || isDone) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (scan) takeScan(scan, from, keyEvent.at);
  };

  /** A scan without an end key ends where no key follows. */
  const awaitPause = (): void => {
    if (profile()?.end !== 'none') return;
    clearTimeout(pauseTimer);
    if (state.burst) pauseTimer = setTimeout(onPause, scanPauseMs + timerMs);
  };

  /** Keys that cannot be read yet: of the page's start, and those after which others are still asked for that come before them. */
  let waitingKeys: WaitingKey[] | null = null;
  const take = ({ key, at }: WaitingKey): void => {
    if (key.kind === 'down') onKey();
    const event = { ...key, at, place: 'elsewhere', fieldText: '' } as const;
    const before = { from: beganAt(state, at), until: state.burst?.lastAt ?? at };
    const paused = stepPause(state, event, profile());
    if (paused.scan) onScan(paused.scan, { ...before, isElsewhere: true });
    const from = beganAt(paused.next, at);
    const { next, scan, command, writes } = step(paused.next, event, profile());
    state = next;
    awaitPause();
    writeInto(scanField, writes);
    if (command !== null) onCommand(command, 'elsewhere');
    if (scan) onScan(scan, { from, until: at, isElsewhere: true });
  };
  const waiting = ({ ageMs = 0, ...key }: ForwardedKey): WaitingKey => ({ key, at: performance.now() - ageMs });
  const stopForwarded = listener.onForwardedKey((forwarded) => {
    const { key, at } = waiting(forwarded);
    if (!waitingKeys && isReady()) return take({ key, at });
    // The rest of a scan that began before the page was there comes to it as its own keys.
    waitingKeys ??= [];
    keep(waitingKeys, key, at);
  });
  const takeMissed = async (): Promise<void> => {
    const missed = await listener.missedKeys(() => {
      waitingKeys ??= [];
    });
    const keys = [...missed.map(waiting), ...(waitingKeys ?? [])];
    waitingKeys = null;
    keys.forEach(take);
    // Of a scan that began before it was known that no key ends it.
    awaitPause();
  };

  const reset = (): void => {
    clearTimeout(holdBackTimer);
    clearTimeout(pauseTimer);
    stopHoldingBack();
    state = initialKeystrokes;
    snapshots = [];
  };

  window.addEventListener('keydown', onKeyEvent, { capture: true });
  window.addEventListener('keyup', onKeyEvent, { capture: true });
  window.addEventListener('blur', reset);
  void takeMissed();
  return () => {
    reset();
    stopForwarded();
    window.removeEventListener('keydown', onKeyEvent, { capture: true });
    window.removeEventListener('keyup', onKeyEvent, { capture: true });
    window.removeEventListener('blur', reset);
  };
}

/** A key that was not read yet. `at`: when it was pressed, as for a `KeyEvent`. */
interface WaitingKey {
  readonly key: Omit<ForwardedKey, 'ageMs'>;
  readonly at: number;
}

function keep(keys: WaitingKey[], key: WaitingKey['key'], at: number): void {
  if (keys.length < mostWaiting) keys.push({ key, at });
}

/** The key goes to the test of a scanner, and to nothing else. */
const isRecorded = (event: KeyEvent): boolean =>
  event.kind === 'down' && !event.repeat && (scanRecorder()?.takeKey(recordedKey(event)) ?? false);

/** When the first key of the burst went down. */
const beganAt = ({ burst }: Keystrokes, now: number): number => burst?.strokes[0]?.at ?? now;

function keyEventOf(event: KeyboardEvent, field: TextField | null, isScanField: boolean): KeyEvent {
  return { ...pressedKey(event), at: event.timeStamp, ...focusOf(event.target, field, isScanField) };
}

const focusOf = (
  target: EventTarget | null,
  field: TextField | null,
  isScanField: boolean,
): Pick<KeyEvent, 'place' | 'fieldText'> => ({
  place: isEditedByTyping(target) ? 'grid cell' : field ? focusPlaceOf(field, isScanField) : 'elsewhere',
  fieldText: field?.value ?? '',
});

function focusPlaceOf(field: TextField, isScanField: boolean): FocusPlace {
  if (isScanField) return 'scan field';
  const isForNumbers = /tel|number|date/.test(field.type) || /numeric|decimal|tel/.test(field.inputMode);
  return isForNumbers ? 'number field' : 'text field';
}

/** Marks an element whose current cell is edited by typing on it, and the editor of a cell, which stands in a form of its own. */
export const editedByTyping = { 'data-edited-by-typing': '' } as const;

const isEditedByTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && 'editedByTyping' in target.dataset;

/** Ends the edit that a scan began, and leaves the cell unchanged: the editor's form is reset. */
function discardCellEdit(): void {
  const editor = document.activeElement;
  if (isEditedByTyping(editor) && editor instanceof HTMLInputElement) editor.form?.reset();
}

/** An open list of choices would keep the answer to the scan out of reach. It listens to Escape, as does the field that opened it. */
function closeOpenList(): void {
  const focused = document.activeElement;
  const isInList = focused?.closest('[role="listbox"]') ?? focused?.matches('[role="combobox"][aria-expanded="true"]');
  if (isInList) focused?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
}

export type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Snapshot {
  readonly field: TextField;
  readonly value: string;
  readonly selection: readonly [start: number, end: number] | null;
}

const textTypes = ['text', 'search', 'tel', 'url', 'email', 'password', 'number', 'date'];

/** True for an element that a key writes into. */
export function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly && !target.disabled;
  return target instanceof HTMLInputElement && textTypes.includes(target.type) && !target.readOnly && !target.disabled;
}

/** The field's text and selection. */
function textFieldSnapshot(field: TextField): Snapshot {
  // Number, date and e-mail fields have no readable selection.
  const { value, selectionStart, selectionEnd } = field;
  return {
    field,
    value,
    selection: selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd],
  };
}

/** Restores the field's text as if it were typed, so that the field's owner is notified. */
function restoreField({ field, value, selection }: Snapshot): void {
  if (field.value === value) return;
  // React overrides the value setter on the element; it notices a change through the prototype's setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (selection) field.setSelectionRange(...selection);
}

/** Writes a text where the field's caret is, as if it were typed. */
function writeInto(field: TextField | null, text: string): void {
  if (!field || text === '') return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
