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

type Timed = Omit<MissedKey, 'ageMs'> & { readonly at: number };

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

/** A scanner without an end key may have ended its scan with such a pause, milliseconds: the lost page may have read it. */
const pauseEndMs = 300;

/** Slower on average is typing, milliseconds a key: the new page would read keys of a lost field as a scan at any pace. */
const fastestTypingMs = 35;

/** They end a scan. */
const isEnd = ({ type, key }: PageKey): boolean => type === 'keyDown' && (key === 'Enter' || key === 'Tab');

/**
 * Holds what is typed while the page's process has ended and its page loads again, until the page takes it. A scan whose first keys the
 * lost page had got is given whole where its end key comes; otherwise it is left out, to its end: a part of a code could be another code.
 */
export function createHeldKeys(now: () => number): HeldKeys {
  let held: Timed[] = [];
  /** The keys of a scan that has not ended, of which the page had some; null where it cannot be given whole. */
  let open: Timed[] | null = [];
  let lostAt: number | null = null;
  let isHolding = false;
  /** The next key continues what the lost page had got. */
  let isContinued = false;
  /** The new page took the keys in the middle of such a scan, whose rest it must not get as a code of its own. */
  let isRestLeftOut = false;
  let lastAt = Number.NEGATIVE_INFINITY;

  return {
    press(pressed) {
      const at = now();
      if (at - lastAt >= scanPauseMs) isContinued = isRestLeftOut = false;
      if (isRestLeftOut) {
        lastAt = at;
        if (isEnd(pressed)) isContinued = isRestLeftOut = false;
        return true;
      }
      if (!isContinued) open = [];
      else if (at - lastAt >= pauseEndMs || pressed.isAutoRepeat) open = null;
      lastAt = at;
      const wasContinued = isContinued;
      if (pressed.type !== 'keyUp' && (!isHolding || wasContinued)) isContinued = !isEnd(pressed);
      if (!isHolding || wasContinued) {
        open = open && open.length < maxKeys ? [...open, { ...forwardable(pressed), at }] : null;
        if (isEnd(pressed)) {
          if (isHolding && open && held.length + open.length <= maxKeys) held.push(...open);
          open = [];
        }
      }
      if (!isHolding) return false;
      if (!wasContinued && held.length < maxKeys) held.push({ ...forwardable(pressed), at });
      return true;
    },
    pageLost() {
      if (!isHolding && !(open && isAtScannerPace(open) && now() - lastAt < pauseEndMs)) open = null;
      isHolding = true;
      lostAt ??= now();
    },
    take() {
      const at = now();
      const keys = held.map(({ at: pressedAt, ...key }) => ({ ...key, ageMs: Math.max(0, at - pressedAt) }));
      const taken = { keys: keys.filter(({ ageMs }) => ageMs <= longestHoldMs), lostAt };
      isRestLeftOut = isHolding && isContinued;
      [held, open, lostAt, isHolding] = [[], [], null, false];
      return taken;
    },
  };
}

/** True where these keys came faster than a person types; two keys are too few to decide. */
function isAtScannerPace(keys: readonly Timed[]): boolean {
  const down = keys.filter(({ kind }) => kind === 'down');
  const [first, last] = [down[0], down.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    down.length >= 3 &&
    last.at - first.at <= fastestTypingMs * (down.length - 1)
  );
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
