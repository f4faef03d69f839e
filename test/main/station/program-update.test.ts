import { describe, expect, it } from 'vitest';
import {
  createProgramUpdate,
  installedState,
  longestFinishMs,
} from '../../../src/main/core/computer/program-update.ts';
import type { ProgramFiles, SidecarProcess } from '../../../src/main/core/ports/desktop.ts';
import { manualClock } from '../core/manual-clock.ts';

const installed: ProgramFiles = { executable: '1 10 5', archive: '2 20 5', isOwnDeleted: false };
const next: ProgramFiles = { executable: '7 11 5', archive: '8 21 5', isOwnDeleted: true };

describe('program update: what is installed', () => {
  it.each([
    ['the files it was started from', installed, 'same'],
    ['another executable', { ...installed, executable: '7 10 5' }, 'replaced'],
    ['another archive, as in the middle of an upgrade', { ...installed, archive: '8 20 5' }, 'replaced'],
    ['its own file deleted', { ...installed, isOwnDeleted: true }, 'replaced'],
    ['no executable', { ...next, executable: null }, 'gone'],
    ['no archive', { ...next, archive: null }, 'gone'],
  ] as const)('%s', (_, now, state) => {
    expect(installedState(installed, now)).toBe(state);
  });
});

/** An update watch over files that the test replaces. */
function watched(finishWork = () => Promise.resolve()) {
  const clock = manualClock(0);
  const seen = { announced: [] as string[], restarts: 0, bugs: [] as unknown[] };
  const restart = (): void => {
    seen.restarts += 1;
  };
  let files = installed;
  let focus = (): unknown => null;
  const update = createProgramUpdate({
    program: {
      read: () => files,
      onFocus(listener) {
        focus = listener;
        return () => {};
      },
    },
    ...{ clock, finishWork, restart, onBug: (bug) => seen.bugs.push(bug) },
    announce: (...changes) => seen.announced.push(...changes.map(String)),
  });
  return {
    ...{ update, clock, seen },
    install(now: ProgramFiles) {
      files = now;
    },
    focusWindow: () => focus(),
  };
}

const process = {} as SidecarProcess;

describe('program update', () => {
  it('is noticed within a minute, and said once', () => {
    const { update, clock, seen, install } = watched();
    clock.pass(300_000);
    expect([update.view(), seen.announced]).toEqual([{}, []]);
    install(next);
    clock.pass(59_000);
    clock.pass(2_000);
    expect([update.view(), seen.announced]).toEqual([{ update: 'waiting' }, ['station', 'health']]);
    clock.pass(300_000);
    expect(seen.announced).toEqual(['station', 'health']);
    update.stop();
    expect(clock.goOn()).toBe(false);
  });

  it('is noticed when the window gets the focus', () => {
    const { update, install, focusWindow } = watched();
    install(next);
    focusWindow();
    expect(update.view()).toEqual({ update: 'waiting' });
  });

  it('starts no process of the new version, not even before the next look', () => {
    const { update, seen, install } = watched();
    const start = update.onlyOfThisVersion(() => process);
    expect(start('normal')).toBe(process);
    install(next);
    expect(start('normal')).toBeNull();
    expect(seen.announced).toEqual(['station', 'health']);
    install(installed);
    expect(start('normal')).toBe(process);
  });

  it('restarts once the work on its way is done, and once', async () => {
    let done = (): void => {};
    const { update, seen, install } = watched(
      () =>
        new Promise((resolve) => {
          done = resolve;
        }),
    );
    expect(update.finish()).toMatchObject({ ok: false, failure: { message: { code: 'station.no-update' } } });
    install(next);
    expect([update.finish(), update.finish()]).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
    expect([update.view(), seen.restarts]).toEqual([{ update: 'restarting' }, 0]);
    done();
    await expect.poll(() => seen.restarts).toBe(1);
    expect(seen.bugs).toEqual([]);
  });

  it('restarts without the work that does not end in time', async () => {
    const { update, clock, seen, install } = watched(() => new Promise(() => {}));
    install(next);
    update.finish();
    clock.pass(longestFinishMs);
    await expect.poll(() => seen.restarts).toBe(1);
  });

  it('is not offered where the program was removed, which could not be started again', () => {
    const { update, install } = watched();
    install({ ...next, executable: null, archive: null });
    expect([update.isWaiting(), update.view(), update.finish().ok]).toEqual([false, {}, false]);
    expect(update.onlyOfThisVersion(() => process)('normal')).toBeNull();
  });

  it('is nothing where no package installs the program', () => {
    const clock = manualClock(0);
    const parts = { finishWork: async () => {}, restart: () => {}, announce: () => {}, onBug: () => {} };
    const update = createProgramUpdate({ clock, ...parts });
    expect([update.isWaiting(), update.view(), update.finish().ok]).toEqual([null, {}, false]);
    expect(update.onlyOfThisVersion(() => process)('normal')).toBe(process);
    expect(clock.goOn()).toBe(false);
  });
});
