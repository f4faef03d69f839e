import { expect, it } from 'vitest';
import {
  createScanMode,
  deleteModeSecondsLeft,
  deleteModeTimeoutMs,
  type ScanModeStore,
} from '../../../src/renderer/scanner/scan-mode.ts';

/** A manual clock with timers. */
function modeAt(): {
  mode: ScanModeStore;
  advance: (milliseconds: number) => void;
  sleep: (milliseconds: number) => void;
  /** Sets the clock back; timers run as long as before. */
  setBack: (milliseconds: number) => void;
} {
  let now = 0;
  let alarms: { at: number; act: () => void }[] = [];
  const mode = createScanMode({ now: () => now, after: (wait, act) => void alarms.push({ at: now + wait, act }) });
  const sleep = (milliseconds: number): void => {
    now += milliseconds;
  };
  const advance = (milliseconds: number): void => {
    const until = now + milliseconds;
    for (;;) {
      const next = alarms.sort((one, other) => one.at - other.at)[0];
      if (!next || next.at > until) break;
      alarms = alarms.slice(1);
      now = next.at;
      next.act();
    }
    now = until;
  };
  const setBack = (milliseconds: number): void => {
    now -= milliseconds;
    alarms = alarms.map(({ at, act }) => ({ at: at - milliseconds, act }));
  };
  return { mode, advance, sleep, setBack };
}

function expectFullMinute(mode: ScanModeStore, advance: (milliseconds: number) => void): void {
  advance(59_000);
  expect(mode.getState().mode).toBe('delete');
  advance(1000);
  expect(mode.getState().mode).toBe('look up');
}

it('scan mode: starts with Look up', () => {
  expect(modeAt().mode.getState()).toEqual({ mode: 'look up', armedUntil: null });
});

it('scan mode: Delete ends after one minute without a key or a scan', () => {
  const { mode, advance } = modeAt();
  mode.choose('delete');
  advance(deleteModeTimeoutMs - 1);
  expect(mode.getState().mode).toBe('delete');
  advance(1);
  expect(mode.getState()).toEqual({ mode: 'look up', armedUntil: null });
});

it('scan mode: a key extends Delete mode by one minute', () => {
  const { mode, advance } = modeAt();
  mode.choose('delete');
  advance(50_000);
  mode.touch();
  expectFullMinute(mode, advance);
});

it('scan mode: a scan after the computer slept past the end does not delete', () => {
  const { mode, sleep } = modeAt();
  mode.choose('delete');
  sleep(3_600_000);
  mode.touch();
  expect(mode.getState().mode).toBe('look up');
});

it.each([
  [
    'ends at its time',
    (mode: ScanModeStore, advance: (milliseconds: number) => void) => {
      advance(deleteModeTimeoutMs);
      return mode.getState().mode;
    },
  ],
  [
    'is not extended by a scan',
    (mode: ScanModeStore) => {
      mode.touch();
      return mode.getState().mode;
    },
  ],
] as const)('scan mode: Delete mode %s where the clock was set back', (_, modeAfter) => {
  const { mode, advance, setBack } = modeAt();
  mode.choose('delete');
  setBack(3_600_000);
  expect(modeAfter(mode, advance)).toBe('look up');
});

it('scan mode: Print stays, and a key never selects Delete mode', () => {
  const { mode, advance } = modeAt();
  mode.choose('print');
  mode.touch();
  advance(10 * deleteModeTimeoutMs);
  expect(mode.getState()).toEqual({ mode: 'print', armedUntil: null });
});

it('scan mode: choosing Delete again after another mode starts a full minute', () => {
  const { mode, advance } = modeAt();
  mode.choose('delete');
  advance(40_000);
  mode.choose('look up');
  mode.choose('delete');
  expectFullMinute(mode, advance);
});

it('scan mode: the countdown never exceeds one minute, even where the screen read its clock before the last key', () => {
  const { mode, advance } = modeAt();
  advance(400);
  mode.choose('delete');
  const armedUntil = mode.getState().armedUntil ?? 0;
  expect([0, 400, 401, 1_400, 60_400].map((now) => deleteModeSecondsLeft(armedUntil, now))).toEqual([
    60, 60, 60, 59, 0,
  ]);
});
