import { describe, expect, it } from 'vitest';
import { isShortcut, shortcuts, shortcutText } from '../../../src/renderer/data/shortcuts.ts';
import { initialKeystrokes, step } from '../../../src/renderer/scanner/keystrokes.ts';

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
    const plain = { ctrlKey: false, shiftKey: false };
    expect(isShortcut('find', { ...plain, key: 'F', ctrlKey: true })).toBe(true);
    expect(isShortcut('find', { ...plain, key: 'f' })).toBe(false);
    expect(isShortcut('find', { key: 'f', ctrlKey: true, shiftKey: true })).toBe(false);
    expect(isShortcut('print', { ...plain, key: 'F2' })).toBe(true);
    expect(isShortcut('print', { ...plain, key: 'F2', ctrlKey: true })).toBe(false);
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
});
