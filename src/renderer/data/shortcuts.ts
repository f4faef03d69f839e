import { text } from '../text/text.ts';
import type { ScreenName } from './current-screen.ts';

/** Where a shortcut works: on every screen, on one, or in one of its parts. */
export type ShortcutPlace = 'everywhere' | 'batch' | Exclude<ScreenName, 'figures' | 'help'>;

/** A key as it is written on the keyboard. */
export type ShortcutKey = 'Ctrl' | 'Shift' | 'Enter' | 'Space' | 'Esc' | 'Tab' | '↑' | '↓' | (string & {});

export interface Shortcut {
  readonly id: string;
  /** Pressed together. */
  readonly keys: readonly ShortcutKey[];
  /** Keys that do the same in place of the last one, such as in another direction. */
  readonly or?: readonly ShortcutKey[];
  readonly where: ShortcutPlace;
}

/**
 * Every keyboard shortcut of the window. None outside a list or a table is a single character: scans contain them. The scanner
 * reads its command keys here, and the keyboard help lists all of them.
 */
export const shortcuts = [
  { id: 'look up', keys: ['F1'], where: 'everywhere' },
  { id: 'print', keys: ['F2'], where: 'everywhere' },
  { id: 'delete', keys: ['F3'], where: 'everywhere' },
  { id: 'undo', keys: ['Ctrl', 'Z'], where: 'everywhere' },
  { id: 'find', keys: ['Ctrl', 'F'], where: 'everywhere' },
  { id: 'help', keys: ['F12'], where: 'everywhere' },
  { id: 'scan-code', keys: ['Enter'], where: 'scan' },
  { id: 'cancel-copy', keys: ['Esc'], where: 'scan' },
  { id: 'continue-set-up', keys: ['Enter'], where: 'scan' },
  { id: 'leave-find', keys: ['↓'], where: 'shipments' },
  { id: 'move-row', keys: ['↑'], or: ['↓'], where: 'shipments' },
  { id: 'move-page', keys: ['Page Up'], or: ['Page Down'], where: 'shipments' },
  { id: 'move-end', keys: ['Home'], or: ['End'], where: 'shipments' },
  { id: 'open-first', keys: ['Enter'], where: 'shipments' },
  { id: 'select', keys: ['Space'], where: 'shipments' },
  { id: 'select-more', keys: ['Shift', '↑'], or: ['↓', 'Page Up', 'Page Down', 'Home', 'End'], where: 'shipments' },
  { id: 'select-all', keys: ['Ctrl', 'A'], where: 'shipments' },
  { id: 'close', keys: ['Esc'], where: 'shipments' },
  { id: 'next-field', keys: ['Enter'], where: 'new-order' },
  { id: 'create', keys: ['Ctrl', 'Enter'], where: 'new-order' },
  { id: 'create-and-print', keys: ['Ctrl', 'Shift', 'Enter'], where: 'new-order' },
  { id: 'cancel-name', keys: ['Esc'], where: 'new-order' },
  { id: 'paste-rows', keys: ['Ctrl', 'V'], where: 'batch' },
  { id: 'next-problem', keys: ['Ctrl', '↓'], where: 'batch' },
  { id: 'move-cell', keys: ['↑'], or: ['↓', '←', '→'], where: 'batch' },
  { id: 'move-screenful', keys: ['Page Up'], or: ['Page Down'], where: 'batch' },
  { id: 'row-end', keys: ['Home'], or: ['End'], where: 'batch' },
  { id: 'table-end', keys: ['Ctrl', 'Home'], or: ['End'], where: 'batch' },
  { id: 'edit-cell', keys: ['Enter'], where: 'batch' },
  { id: 'next-cell', keys: ['Tab'], where: 'batch' },
  { id: 'previous-cell', keys: ['Shift', 'Tab'], where: 'batch' },
  { id: 'cancel-edit', keys: ['Esc'], where: 'batch' },
  { id: 'cancel-question', keys: ['Esc'], where: 'print-queue' },
  { id: 'move-entry', keys: ['↑'], or: ['↓'], where: 'attention' },
  { id: 'entry-end', keys: ['Home'], or: ['End'], where: 'attention' },
  { id: 'open-entry', keys: ['Enter'], where: 'attention' },
  { id: 'close-entry', keys: ['Esc'], where: 'attention' },
  { id: 'save-field', keys: ['Enter'], where: 'settings' },
  { id: 'reset-field', keys: ['Esc'], where: 'settings' },
] as const satisfies readonly Shortcut[];

export type ShortcutId = (typeof shortcuts)[number]['id'];

/** What a shortcut does. */
export const shortcutText = (id: ShortcutId): string => text(`shortcut.${id}`);

/** The keys of a shortcut as they are written: "Shift ↑ / ↓". */
export const keysText = ({ keys, or = [] }: Omit<Shortcut, 'id'>): string => [keys.join(' '), ...or].join(' / ');

interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** True where the pressed keys are those of the shortcut. */
export function isShortcut(id: ShortcutId, { key, code, ctrlKey, shiftKey }: PressedKey): boolean {
  const keys: readonly string[] = shortcuts.find((one) => one.id === id)?.keys ?? [];
  return (
    keys.at(-1)?.toLowerCase() === latinKey(key, code).toLowerCase() &&
    keys.includes('Ctrl') === ctrlKey &&
    keys.includes('Shift') === shiftKey
  );
}

/** The end of Latin Extended-B in Unicode. */
const lastLatin = '\u024f';

/** On an Arabic, Cyrillic or Greek layout, the Latin letter that is written on the same key: Z of `KeyZ`. */
const latinKey = (key: string, code: string): string => (key > lastLatin ? code.slice(3) : key);
