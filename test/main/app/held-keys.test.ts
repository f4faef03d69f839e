import { describe, expect, it } from 'vitest';
import { createHeldKeys } from '../../../src/main/app/held-keys.ts';

const plain = { shift: false, control: false, alt: false, meta: false, isAutoRepeat: false, modifiers: [] };

/** A window in which keys go down and up, six milliseconds apart unless the test waits. */
function pageWindow() {
  let now = 1_000_000;
  const keys = createHeldKeys(() => now);
  const press = (key: string): boolean => {
    now += 6;
    keys.press({ ...plain, type: 'keyUp', key, code: key });
    return keys.press({ ...plain, type: 'keyDown', key, code: key });
  };
  return {
    keys,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    type: (text: string) => [...text].map((one) => press(one === '\n' ? 'Enter' : one)),
    taken: () => {
      const { keys: missed } = keys.take();
      return missed
        .filter(({ kind }) => kind === 'down')
        .map(({ key }) => (key === 'Enter' ? '\n' : key))
        .join('');
    },
  };
}

describe('keys while the page is gone', () => {
  it('go to the page while it is there, and nothing is kept of them', () => {
    const { keys, type } = pageWindow();
    expect(type('NL7\n')).toEqual([false, false, false, false]);
    expect(keys.take()).toEqual({ keys: [], lostAt: null });
  });

  it('are held from its end on, and given once with their age', () => {
    const { keys, type, wait } = pageWindow();
    type('BEFORE\n');
    keys.pageLost();
    expect(type('A\n')).toEqual([true, true]);
    wait(50);
    const { keys: missed, lostAt } = keys.take();
    expect(missed.map(({ kind, key, ageMs }) => [kind, key, ageMs])).toEqual([
      ['up', 'A', 56],
      ['down', 'A', 56],
      ['up', 'Enter', 50],
      ['down', 'Enter', 50],
    ]);
    expect(lostAt).toBe(1_000_042);
    expect(type('B')).toEqual([false]);
    expect(keys.take()).toEqual({ keys: [], lostAt: null });
  });

  it('of a scan of which the lost page had a part are given whole, once', () => {
    const { keys, type, taken } = pageWindow();
    type('BEFORE\nNL7K');
    keys.pageLost();
    type('2M9P\nNEXT\n');
    expect(taken()).toBe('NL7K2M9P\nNEXT\n');
    expect(taken()).toBe('');
  });

  it('that continue what was typed by hand, or what a pause may have ended, are left out to their end', () => {
    const { keys, type, wait, taken } = pageWindow();
    for (const one of 'ANNA') {
      wait(120);
      type(one);
    }
    keys.pageLost();
    type('B\nNEXT\n');
    expect(taken()).toBe('NEXT\n');
    type('NL7K');
    wait(300);
    keys.pageLost();
    type('2M9P\nNEXT\n');
    expect(taken()).toBe('NEXT\n');
    type('NL7K');
    keys.pageLost();
    wait(300);
    type('2M9P\nNEXT\n');
    expect(taken()).toBe('NEXT\n');
    type('NL7K');
    keys.pageLost();
    type('2M9P');
    wait(2_000);
    type('NEXT\n');
    expect(taken()).toBe('NEXT\n');
  });

  it('that end such a scan after the new page took the others are left out too; the next scan is the page’s own', () => {
    const { type, keys, wait, taken } = pageWindow();
    type('NL7K');
    wait(300);
    keys.pageLost();
    type('2M9P');
    expect(taken()).toBe('');
    expect(type('4R\n')).toEqual([true, true, true]);
    expect(type('NEXT\n')).toEqual([false, false, false, false, false]);
    type('NL7K');
    wait(300);
    keys.pageLost();
    type('2M9P');
    expect(taken()).toBe('');
    wait(2_000);
    expect(type('NEXT\n')).toEqual([false, false, false, false, false]);
  });

  it('are held through a second crash, but not for ever and not without a limit', () => {
    const { keys, type, wait, taken } = pageWindow();
    keys.pageLost();
    type('OLD\n');
    wait(10_000);
    keys.pageLost();
    type('NEW\n');
    expect(taken()).toBe('NEW\n');
    keys.pageLost();
    type('7'.repeat(600));
    expect(taken()).toHaveLength(250);
  });
});
