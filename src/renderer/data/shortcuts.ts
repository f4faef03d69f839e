import { text } from '../text/text.ts';
import type { ScreenName } from './current-screen.ts';

/** Where a shortcut works: on every screen, on one, or in one of its parts. */
export type ShortcutPlace = 'everywhere' | 'batch' | Exclude<ScreenName, 'scan' | 'settings' | 'attention' | 'help'>;

/** The keys pressed together, as they are written on the keyboard. */
export type ShortcutKey = 'Ctrl' | 'Shift' | 'Enter' | 'Space' | 'Esc' | 'Tab' | '↑' | '↓' | (string & {});

export interface Shortcut {
  readonly id: string;
  readonly keys: readonly ShortcutKey[];
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
  { id: 'open-first', keys: ['Enter'], where: 'shipments' },
  { id: 'select', keys: ['Space'], where: 'shipments' },
  { id: 'select-more', keys: ['Shift', '↓'], where: 'shipments' },
  { id: 'select-all', keys: ['Ctrl', 'A'], where: 'shipments' },
  { id: 'close', keys: ['Esc'], where: 'shipments' },
  { id: 'create', keys: ['Ctrl', 'Enter'], where: 'new-order' },
  { id: 'paste-rows', keys: ['Ctrl', 'V'], where: 'batch' },
  { id: 'next-problem', keys: ['Ctrl', '↓'], where: 'batch' },
  { id: 'edit-cell', keys: ['Enter'], where: 'batch' },
  { id: 'next-cell', keys: ['Tab'], where: 'batch' },
  { id: 'cancel-edit', keys: ['Esc'], where: 'batch' },
] as const satisfies readonly Shortcut[];

export type ShortcutId = (typeof shortcuts)[number]['id'];

/** What a shortcut does. */
export const shortcutText = (id: ShortcutId): string => text(`shortcut.${id}`);

interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** True where the pressed keys are those of the shortcut. */
export function isShortcut(id: ShortcutId, { key, ctrlKey, shiftKey }: PressedKey): boolean {
  const keys: readonly string[] = shortcuts.find((one) => one.id === id)?.keys ?? [];
  return (
    keys.at(-1)?.toLowerCase() === key.toLowerCase() &&
    keys.includes('Ctrl') === ctrlKey &&
    keys.includes('Shift') === shiftKey
  );
}
