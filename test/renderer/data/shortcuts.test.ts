import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  isShortcut,
  type Shortcut,
  type ShortcutPlace,
  shortcuts,
  shortcutText,
} from '../../../src/renderer/data/shortcuts.ts';
import { initialKeystrokes, step } from '../../../src/renderer/scanner/keystrokes.ts';

const screens = fileURLToPath(new URL('../../../src/renderer/screens/', import.meta.url));

/** The folders of screens whose code handles keys, and their place in the table. */
const places = {
  attention: 'attention',
  batch: 'batch',
  'new-order': 'new-order',
  'print-queue': 'print-queue',
  scan: 'scan',
  'set-up': 'scan',
  settings: 'settings',
  shipments: 'shipments',
} as const satisfies Record<string, ShortcutPlace>;

/** Names of keys in KeyboardEvent, and as they are written on the keyboard. */
const written = {
  ...{ ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' },
  ...{ PageUp: 'Page Up', PageDown: 'Page Down', Home: 'Home', End: 'End' },
  ...{ Enter: 'Enter', Escape: 'Esc', Tab: 'Tab', ' ': 'Space' },
} as const;

/** A comparison with a key, a case of a switch, or an entry of a table of keys. */
const handledKey = /(?:[!=]== |case )'(\w+| )'|\b(Arrow\w+|Page\w+|Home|End):/g;

/** The keys that the files of a folder handle, as they are written on the keyboard. */
function keysHandledIn(path: string): string[] {
  const files = path.endsWith('.css') ? [] : filesBelow(path).filter((file) => /\.tsx?$/.test(basename(file)));
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(handledKey)].map(([, compared, entry]) => compared ?? entry ?? ''),
  );
  return [...new Set(names.flatMap((name) => (name in written ? [written[name as keyof typeof written]] : [])))];
}

function filesBelow(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap(({ name }) => filesBelow(join(path, name)));
}

describe('keyboard shortcuts', () => {
  it('each says what it does', () => {
    for (const { id } of shortcuts) expect(shortcutText(id)).toMatch(/^[A-Z].+/);
  });

  it('those of every screen are no single character: scans contain them', () => {
    for (const { keys, where } of shortcuts) {
      if (where !== 'everywhere') continue;
      expect(keys.length > 1 || /^F\d+$/.test(keys[0])).toBe(true);
    }
  });

  it('are matched with exactly their modifiers', () => {
    const find = { key: 'f', code: 'KeyF', ctrlKey: true, shiftKey: false };
    expect(isShortcut('find', { ...find, key: 'F' })).toBe(true);
    expect(isShortcut('find', { ...find, ctrlKey: false })).toBe(false);
    expect(isShortcut('find', { ...find, shiftKey: true })).toBe(false);
    const print = { key: 'F2', code: 'F2', ctrlKey: false, shiftKey: false };
    expect(isShortcut('print', print)).toBe(true);
    expect(isShortcut('print', { ...print, ctrlKey: true })).toBe(false);
  });

  it.each([
    ['Arabic', { undo: 'ئ', find: 'ب', 'select-all': 'ش' }],
    ['Cyrillic', { undo: 'я', find: 'а', 'select-all': 'ф' }],
    ['Greek', { undo: 'ζ', find: 'φ', 'select-all': 'α' }],
  ] as const)('with a letter are on its key where the layout is %s', (_, { undo, find, 'select-all': all }) => {
    const pressed = { ctrlKey: true, shiftKey: false };
    expect(isShortcut('undo', { ...pressed, key: undo, code: 'KeyZ' })).toBe(true);
    expect(isShortcut('find', { ...pressed, key: find, code: 'KeyF' })).toBe(true);
    expect(isShortcut('select-all', { ...pressed, key: all, code: 'KeyA' })).toBe(true);
    expect(isShortcut('undo', { ...pressed, key: find, code: 'KeyF' })).toBe(false);
  });

  it('with a letter are where a Latin layout has the letter, and not on the key of a US keyboard', () => {
    const pressed = { ctrlKey: true, shiftKey: false };
    expect(isShortcut('undo', { ...pressed, key: 'z', code: 'KeyY' })).toBe(true);
    for (const key of ['y', ';', 'é']) expect(isShortcut('undo', { ...pressed, key, code: 'KeyZ' })).toBe(false);
  });

  it('those of every screen are the commands that the window carries out', () => {
    const everywhere = shortcuts.filter(({ where }) => where === 'everywhere');
    const carriedOut = everywhere.map(({ keys }) => {
      const last: string = keys.at(-1) ?? '';
      return step(initialKeystrokes, {
        ...{
          kind: 'down',
          key: last.toLowerCase().replace(/^f(?=\d)/, 'F'),
          code: last.length === 1 ? `Key${last}` : last,
        },
        ...{ shiftKey: false, ctrlKey: (keys as readonly string[]).includes('Ctrl'), altKey: false, metaKey: false },
        ...{ altGraph: false, capsLock: false, repeat: false, at: 1000, place: 'elsewhere', fieldText: '' },
      }).command;
    });
    expect(carriedOut).toEqual(everywhere.map(({ id }) => id));
  });

  it.each(Object.keys(places))('those that the code of %s handles are in the table', (folder) => {
    const place = places[folder as keyof typeof places];
    const listed = (shortcuts as readonly Shortcut[])
      .filter(({ where }) => where === place)
      .flatMap(({ keys, or = [] }) => [keys.at(-1), ...or]);
    const handled = keysHandledIn(join(screens, folder));
    expect(handled.filter((key) => !listed.includes(key))).toEqual([]);
  });

  it('no other screen handles keys', () => {
    const others = readdirSync(screens, { withFileTypes: true }).filter((entry) => !(entry.name in places));
    expect(others.flatMap(({ name }) => keysHandledIn(join(screens, name)))).toEqual([]);
  });
});
