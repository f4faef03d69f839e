import { expect, it } from 'vitest';
import { createScanDesk, type ScanDesk } from '../../../src/renderer/scanner/scan-desk.ts';
import { mostWaitingScans } from '../../../src/renderer/scanner/scan-queue.ts';
import type { Sound } from '../../../src/renderer/sound/tones.ts';
import { failed, type Result } from '../../../src/shared/failure.ts';
import type { ScanReading } from '../../../src/shared/scan.ts';
import type { ScanAnswer } from '../../../src/shared/scan-answer.ts';
import type { Topic } from '../../../src/shared/station-contract.ts';
import { answerWith, jobWith, parcelWith, settled } from '../things.ts';

interface Call {
  readonly name: string;
  readonly input: unknown;
  answer(result: Result<unknown>): Promise<void>;
}

/** A main process that answers when it is told to. */
function deskWithMain(): { desk: ScanDesk; calls: Call[]; sounds: Sound[]; change: (...topics: Topic[]) => void } {
  const calls: Call[] = [];
  const sounds: Sound[] = [];
  const listeners = new Set<(topics: readonly Topic[]) => void>();
  const desk = createScanDesk({
    call: (name, input) =>
      new Promise((resolve) => {
        const answer = async (result: Result<unknown>): Promise<void> => {
          resolve(result as never);
          await settled();
        };
        calls.push({ name, input, answer });
      }),
    onChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play: (sound) => sounds.push(sound),
    now: () => 0,
  });
  const change = (...topics: Topic[]): void => {
    for (const listener of listeners) listener(topics);
  };
  return { desk, calls, sounds, change };
}

const reading = (text: string): ScanReading => ({ asTyped: text, asUsKeyboard: text, by: 'scanner' });
const ok = (value: ScanAnswer): Result<ScanAnswer> => ({ ok: true, value });

it('shows a scan as heard at once, and its answer when it comes', async () => {
  const { desk, calls, sounds } = deskWithMain();
  desk.take(reading('P-88213'), 'print');
  expect(desk.getState().shown).toEqual({ kind: 'pending', text: 'P-88213', mode: 'print', since: 0 });
  const answer = answerWith({ kind: 'printing', job: jobWith() });
  await calls[0]?.answer(ok(answer));
  expect(desk.getState().shown).toEqual({ kind: 'answer', answer });
  expect(sounds).toEqual(['success']);
});

it('loses no scan while a call is under way: each goes in its turn, with the mode it was scanned in', async () => {
  const { desk, calls } = deskWithMain();
  desk.take(reading('A'), 'look up');
  desk.take(reading('B'), 'delete');
  desk.take(reading('C'), 'print');
  expect(desk.getState().waiting).toBe(3);
  const takes = (): Call[] => calls.filter((call) => call.name === 'scan.take');
  for (let index = 0; index < 3; index += 1) await takes()[index]?.answer(ok(answerWith({ scanId: index + 1 })));
  expect(takes().map((call) => call.input)).toEqual([
    { reading: reading('A'), mode: 'look up' },
    { reading: reading('B'), mode: 'delete' },
    { reading: reading('C'), mode: 'print' },
  ]);
  expect(desk.getState().waiting).toBe(0);
});

it('says loudly that a scan was not taken when too many wait', () => {
  const { desk, sounds } = deskWithMain();
  for (let count = 0; count <= mostWaitingScans; count += 1) desk.take(reading(`N${count}`), 'look up');
  expect(desk.getState().refused).toBe(`N${mostWaitingScans}`);
  expect(sounds).toEqual(['error']);
});

it('takes back only after the scans before it were answered', async () => {
  const { desk, calls } = deskWithMain();
  desk.take(reading('A'), 'delete');
  desk.undo();
  expect(calls.map((call) => call.name)).toEqual(['scan.take']);
  await calls[0]?.answer(ok(answerWith({ kind: 'deleting' })));
  expect(calls.map((call) => call.name)).toContain('deletion.undo');
});

it('reads the answer again when something changed, and is heard when it turned for the worse', async () => {
  const { desk, calls, sounds, change } = deskWithMain();
  desk.take(reading('A'), 'print');
  await calls[0]?.answer(ok(answerWith({ kind: 'printing', job: jobWith({ state: 'queued' }) })));
  await calls[1]?.answer(ok(answerWith({ kind: 'printing', job: jobWith({ state: 'sending' }) })));
  change('print jobs');
  const job = jobWith({ state: 'uncertain' });
  await calls[2]?.answer(ok(answerWith({ kind: 'printing', job, parcel: parcelWith({ lastJob: job }) })));
  expect(calls[2]).toMatchObject({ name: 'scan.answer', input: { scanId: 1 } });
  expect(desk.getState().shown).toMatchObject({ kind: 'answer', answer: { job: { state: 'uncertain' } } });
  expect(sounds).toEqual(['success', 'warning']);
});

it('a late reading of an old scan never stands over a new one', async () => {
  const { desk, calls } = deskWithMain();
  desk.take(reading('A'), 'look up');
  await calls[0]?.answer(ok(answerWith({ scanId: 1, code: 'A' })));
  desk.take(reading('B'), 'look up');
  await calls[1]?.answer(ok(answerWith({ scanId: 1, code: 'A' })));
  expect(desk.getState().shown).toMatchObject({ kind: 'pending', text: 'B' });
});

it('shows what went wrong with a scan that main could not take', async () => {
  const { desk, calls, sounds } = deskWithMain();
  desk.take(reading('A'), 'look up');
  await calls[0]?.answer(failed({ code: 'storage', message: 'The disk is full.' }));
  expect(desk.getState().shown).toMatchObject({ kind: 'failure', text: 'A', failure: { code: 'storage' } });
  expect(sounds).toEqual(['error']);
});

it('shows a scan of before again', async () => {
  const { desk, calls } = deskWithMain();
  desk.show(7);
  await calls[0]?.answer(ok(answerWith({ scanId: 7 })));
  expect(calls[0]).toMatchObject({ name: 'scan.answer', input: { scanId: 7 } });
  expect(desk.getState().shown).toMatchObject({ kind: 'answer', answer: { scanId: 7 } });
});
