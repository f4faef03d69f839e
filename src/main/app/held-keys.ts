import type { MissedKey, MissedKeys } from '../core/ports/desktop.ts';

/** A key as Electron reports it before the page gets it. */
interface PageKey {
  readonly type: string;
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  readonly control: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly isAutoRepeat: boolean;
  readonly modifiers: readonly string[];
}

export interface HeldKeys extends MissedKeys {
  /** A key of the page's window; true where the page must not get it. */
  press(key: PageKey): boolean;
  /** The page's process ended. */
  pageLost(): void;
}

/** Most keys that are held: several scans. */
const maxKeys = 500;

/** Keys that are older when the page takes them are left out, milliseconds: they are expected no longer. */
const longestHoldMs = 10_000;

/**
 * Between the keys of one scan there is less, milliseconds, also where a busy computer ends the page's process: it was more than 500 once.
 */
const scanPauseMs = 2_000;

/** They end a scan. */
const isEnd = ({ type, key }: PageKey): boolean => type === 'keyDown' && (key === 'Enter' || key === 'Tab');

/**
 * Holds what is typed while the page's process has ended and its page loads again, until the page takes it. A scan whose first keys the
 * lost page had got is left out, to its end: a part of a code could be another code.
 */
export function createHeldKeys(now: () => number): HeldKeys {
  let held: (Omit<MissedKey, 'ageMs'> & { readonly at: number })[] = [];
  let lostAt: number | null = null;
  let isHolding = false;
  /** The next key continues what the lost page had got. */
  let isContinued = false;
  let lastAt = Number.NEGATIVE_INFINITY;

  return {
    press(pressed) {
      const at = now();
      if (isContinued && at - lastAt >= scanPauseMs) isContinued = false;
      lastAt = at;
      const wasContinued = isContinued;
      if (pressed.type !== 'keyUp' && (!isHolding || wasContinued)) isContinued = !isEnd(pressed);
      if (!isHolding) return false;
      if (!wasContinued && held.length < maxKeys) held.push({ ...forwardable(pressed), at });
      return true;
    },
    pageLost() {
      isHolding = true;
      lostAt ??= now();
    },
    take() {
      const at = now();
      const keys = held.map(({ at: pressedAt, ...key }) => ({ ...key, ageMs: Math.max(0, at - pressedAt) }));
      const taken = { keys: keys.filter(({ ageMs }) => ageMs <= longestHoldMs), lostAt };
      [held, lostAt, isHolding, isContinued] = [[], null, false, false];
      return taken;
    },
  };
}

const forwardable = (key: PageKey): Omit<MissedKey, 'ageMs'> => ({
  kind: key.type === 'keyUp' ? 'up' : 'down',
  ...{ key: key.key, code: key.code },
  ...{ shiftKey: key.shift, ctrlKey: key.control, altKey: key.alt, metaKey: key.meta },
  // Electron does not report it, and the key is the character that it gave.
  altGraph: false,
  capsLock: key.modifiers.some((modifier) => modifier.toLowerCase() === 'capslock'),
  repeat: key.isAutoRepeat,
});

/** What `holdKeys` uses of Electron's page. */
interface Page {
  on(event: 'before-input-event', listener: (event: { preventDefault(): void }, key: PageKey) => void): unknown;
  on(event: 'render-process-gone', listener: (event: unknown, details: { reason: string }) => void): unknown;
}

/** The same for a page. */
export function holdKeys(page: Page, now: () => number): MissedKeys {
  const keys = createHeldKeys(now);
  page.on('before-input-event', (event, key) => {
    if (keys.press(key)) event.preventDefault();
  });
  page.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') keys.pageLost();
  });
  return keys;
}
