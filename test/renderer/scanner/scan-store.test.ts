import { expect, it } from 'vitest';
import type { Later } from '../../../src/renderer/data/query.ts';
import { verdictContext } from '../../../src/renderer/presentation/verdict-facts.ts';
import {
  createScanQueue,
  createScanStore,
  maxWaitingScans,
  type ScanStore,
} from '../../../src/renderer/scanner/scan-store.ts';
import type { Sound } from '../../../src/renderer/ui/sounds.ts';
import { type Change, ofParcels } from '../../../src/shared/contract/changes.ts';
import { failed, type Result } from '../../../src/shared/contract/failure.ts';
import type { ScanReading } from '../../../src/shared/scanning/scan.ts';
import type { ScanAnswer } from '../../../src/shared/scanning/scan-answer.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import { answerWith, flushPromises, jobWith, parcelWith } from '../fixtures.ts';

interface Call {
  readonly name: string;
  readonly input: unknown;
  answer(result: Result<unknown>): Promise<void>;
}

const atOnce: Later = (_, act) => {
  queueMicrotask(act);
  return () => undefined;
};

/** A main process that answers on command. */
function storeWithMain({ later = atOnce }: { later?: Later } = {}): {
  store: ScanStore;
  calls: Call[];
  sounds: Sound[];
  spoken: string[];
  change: (...changes: Change[]) => void;
  /** The window shows another environment. */
  switchTo: (name: string) => void;
} {
  let environment = 'one';
  const calls: Call[] = [];
  const sounds: Sound[] = [];
  const spoken: string[] = [];
  const listeners = new Set<(changes: readonly Change[]) => void>();
  const store = createScanStore({
    call: (name, input) =>
      new Promise((resolve) => {
        const answer = async (result: Result<unknown>): Promise<void> => {
          resolve(result as never);
          await flushPromises();
        };
        calls.push({ name, input, answer });
      }),
    onChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    later,
    play: (sound, text) => {
      sounds.push(sound);
      spoken.push(text);
    },
    now: () => 0,
    environment: () => environment,
    context: () => verdictContext(null, 0),
  });
  const change = (...changes: Change[]): void => {
    for (const listener of [...listeners]) listener(changes);
  };
  const switchTo = (name: string): void => {
    environment = name;
  };
  return { store, calls, sounds, spoken, change, switchTo };
}

const reading = (text: string): ScanReading => ({ asTyped: text, asUsKeyboard: text, by: 'scanner' });
const ok = (value: ScanAnswer): Result<ScanAnswer> => ({ ok: true, value });

it('scan store: a scan that is not answered at once is shown as pending, then its answer', async () => {
  const { store, calls, sounds } = storeWithMain();
  store.submit(reading('P-88213'), 'print');
  await flushPromises();
  expect(store.getState().shown).toEqual({ kind: 'pending', text: 'P-88213', mode: 'print', since: 0 });
  const answer = answerWith({ kind: 'printing', job: jobWith() });
  await calls[0]?.answer(ok(answer));
  expect(store.getState().shown).toEqual({ kind: 'answer', answer });
  expect(sounds).toEqual(['waiting']);
});

it('scan store: a scan that is answered at once is drawn once, with its answer', async () => {
  const { store, calls } = storeWithMain({ later: () => () => undefined });
  store.submit(reading('P-88213'), 'print');
  const changes: unknown[] = [];
  store.subscribe(({ shown, waiting }) => changes.push([shown.kind, waiting]));
  await calls[0]?.answer(ok(answerWith({ kind: 'printing', job: jobWith() })));
  expect(changes).toEqual([['answer', 0]]);
});

it('scan store: no scan is lost during a call; each is sent in order, with the mode it was scanned in', async () => {
  const { store, calls } = storeWithMain();
  store.submit(reading('A'), 'look up');
  store.submit(reading('B'), 'delete');
  store.submit(reading('C'), 'print');
  expect(store.getState().waiting).toBe(3);
  const takes = (): Call[] => calls.filter((call) => call.name === 'scan.submit');
  for (let index = 0; index < 3; index += 1) await takes()[index]?.answer(ok(answerWith({ scanId: index + 1 })));
  expect(takes().map((call) => call.input)).toEqual([
    { reading: reading('A'), mode: 'look up', environment: 'one' },
    { reading: reading('B'), mode: 'delete', environment: 'one' },
    { reading: reading('C'), mode: 'print', environment: 'one' },
  ]);
  expect(store.getState().waiting).toBe(0);
});

it('scan store: a scan is rejected with a sound when too many wait', () => {
  const { store, sounds } = storeWithMain();
  for (let count = 0; count <= maxWaitingScans; count += 1) store.submit(reading(`N${count}`), 'look up');
  expect(store.getState().rejected).toBe(`N${maxWaitingScans}`);
  expect(sounds).toEqual(['refused']);
});

it('scan store: Undo waits until earlier scans were answered', async () => {
  const { store, calls } = storeWithMain();
  store.submit(reading('A'), 'delete');
  store.undo();
  expect(calls.map((call) => call.name)).toEqual(['scan.submit']);
  await calls[0]?.answer(ok(answerWith({ kind: 'deleting' })));
  expect(calls.map((call) => call.name)).toContain('deletion.undo');
});

it('scan store: the answer is read again after a change; a change to a warning makes a sound and is spoken', async () => {
  const { store, calls, sounds, spoken, change } = storeWithMain();
  store.submit(reading('A'), 'print');
  await calls[0]?.answer(ok(answerWith({ kind: 'printing', job: jobWith({ state: 'queued' }) })));
  expect(calls).toHaveLength(1);
  change('print jobs');
  await flushPromises();
  await calls[1]?.answer(ok(answerWith({ kind: 'printing', job: jobWith({ state: 'sending' }) })));
  change('print jobs');
  await flushPromises();
  const job = jobWith({ state: 'uncertain' });
  await calls[2]?.answer(ok(answerWith({ kind: 'printing', job, parcel: parcelWith({ lastJob: job }) })));
  expect(calls[2]).toMatchObject({ name: 'scan.answer', input: { scanId: 1 } });
  expect(store.getState().shown).toMatchObject({ kind: 'answer', answer: { job: { state: 'uncertain' } } });
  expect(sounds).toEqual(['waiting', 'warning']);
  expect(spoken).toEqual(['Queued for printing', 'Printing uncertain']);
});

it('scan store: an answer is read again for its own parcel, and for the labels before its own, alone', async () => {
  const { store, calls, change } = storeWithMain();
  store.submit(reading('A'), 'look up');
  const parcel = parcelWith({ id: 7 });
  change(...ofParcels([8], 'parcels'));
  await calls[0]?.answer(ok(answerWith({ parcel, labelsBefore: null })));
  change(...ofParcels([8, 9], 'parcels', 'print jobs', 'deletions'));
  change('scans');
  await flushPromises();
  expect(calls).toHaveLength(1);
  change(...ofParcels([7], 'parcels'));
  await flushPromises();
  await calls[1]?.answer(ok(answerWith({ parcel, labelsBefore: 3 })));
  change(...ofParcels([8], 'print jobs'));
  await flushPromises();
  expect(calls.map(({ name }) => name)).toEqual(['scan.submit', 'scan.answer', 'scan.answer']);
});

it('scan store: a late answer to an old scan never replaces a new one', async () => {
  const { store, calls, change } = storeWithMain();
  store.submit(reading('A'), 'look up');
  await calls[0]?.answer(ok(answerWith({ scanId: 1, code: 'A' })));
  change('parcels');
  await flushPromises();
  store.submit(reading('B'), 'look up');
  await calls[1]?.answer(ok(answerWith({ scanId: 1, code: 'A' })));
  expect(store.getState().shown).toMatchObject({ kind: 'pending', text: 'B' });
});

it('scan store: a scan and an Undo that waited during a switch are sent for the environment in which they were made', async () => {
  const { store, calls, switchTo } = storeWithMain();
  store.submit(reading('A'), 'delete');
  store.submit(reading('B'), 'delete');
  store.undo();
  switchTo('two');
  store.clear();
  const changed = failed({ code: 'not-allowed-now', message: storedSentence('The environment has changed.') });
  await calls[0]?.answer(changed);
  expect(calls[1]).toMatchObject({ name: 'scan.submit', input: { reading: reading('B'), environment: 'one' } });
  await calls[1]?.answer(changed);
  expect(store.getState().shown).toMatchObject({ kind: 'failure', text: 'B' });
  expect(calls[2]).toMatchObject({ name: 'deletion.undo', input: { environment: 'one' } });
});

it('scan store: a scan and an Undo that waited for a badge’s answer during a switch keep their environment', async () => {
  const { store, calls, switchTo } = storeWithMain();
  switchTo('two');
  store.submit(reading('A'), 'delete', { environment: 'one' });
  store.undo({ environment: 'one' });
  await calls[0]?.answer(failed({ code: 'not-allowed-now', message: storedSentence('The environment has changed.') }));
  expect(calls.map(({ input }) => Object(input).environment)).toEqual(['one', 'one']);
});

it('scan store: a switch clears an answer, and leaves a scan that it refused', async () => {
  const { store, calls } = storeWithMain();
  store.submit(reading('A'), 'delete');
  await calls[0]?.answer(failed({ code: 'not-allowed-now', message: storedSentence('The environment has changed.') }));
  store.leaveEnvironment();
  expect(store.getState().shown).toMatchObject({ kind: 'failure', text: 'A' });
  store.show(7);
  await calls[1]?.answer(ok(answerWith({ scanId: 7 })));
  store.leaveEnvironment();
  expect(store.getState().shown).toEqual({ kind: 'nothing' });
});

it('scan store: an earlier scan that could not be read during a switch is not read in the next environment', async () => {
  const { store, calls, change } = storeWithMain();
  store.show(7);
  await calls[0]?.answer(failed({ code: 'not-allowed-now', message: storedSentence('The environment has changed.') }));
  store.leaveEnvironment();
  expect(store.getState().shown).toEqual({ kind: 'nothing' });
  change('parcels');
  expect(calls).toHaveLength(1);
});

it('scan store: the failure of a scan is shown', async () => {
  const { store, calls, sounds } = storeWithMain();
  store.submit(reading('A'), 'look up');
  await calls[0]?.answer(failed({ code: 'storage', message: storedSentence('The disk is full.') }));
  expect(store.getState().shown).toMatchObject({ kind: 'failure', text: 'A', failure: { code: 'storage' } });
  expect(sounds).toEqual(['refused']);
});

it('scan store: an earlier scan is shown again', async () => {
  const { store, calls } = storeWithMain();
  store.show(7);
  await calls[0]?.answer(ok(answerWith({ scanId: 7 })));
  expect(calls[0]).toMatchObject({ name: 'scan.answer', input: { scanId: 7 } });
  expect(store.getState().shown).toMatchObject({ kind: 'answer', answer: { scanId: 7 } });
});

it('scan queue: one after another, in order', async () => {
  const done: string[] = [];
  const gates: (() => void)[] = [];
  const queue = createScanQueue<string>(async (item) => {
    await new Promise<void>((resolve) => gates.push(resolve));
    done.push(item);
  });
  for (const item of ['one', 'two', 'three']) queue.add(item);
  expect(gates).toHaveLength(1);
  for (let next = gates.shift(); next; next = gates.shift()) {
    next();
    await flushPromises();
  }
  expect(done).toEqual(['one', 'two', 'three']);
  expect(queue.length).toBe(0);
});

it('scan queue: rejects when too many wait, and accepts again when there is room', async () => {
  let open = (): void => undefined;
  const queue = createScanQueue<number>(() => new Promise<void>((resolve) => (open = resolve)), 2);
  expect([queue.add(1), queue.add(2), queue.add(3)]).toEqual([true, true, false]);
  open();
  await flushPromises();
  expect(queue.add(4)).toBe(true);
});

it('scan store: Ctrl Z names the deletion it undid, then says that nothing is left', async () => {
  const { store, calls } = storeWithMain();
  store.undo();
  await calls[0]?.answer({ ok: true, value: { codes: ['NL7K2M9P4R6T8V2X4B6D'] } });
  expect(store.getState().undone).toEqual({ id: 1, kind: 'deletion', code: 'NL7K2M9P4R6T8V2X4B6D' });
  store.undo();
  const failure = { code: 'not-found-locally', message: storedSentence('Nothing to undo.') } as const;
  await calls[1]?.answer(failed(failure));
  expect(store.getState().undone).toEqual({ id: 2, kind: 'nothing', failure });
  store.dismissUndone();
  expect(store.getState().undone).toBeNull();
});

it('scan store: the deletion that was undone is named until its code is scanned again', async () => {
  const { store, calls } = storeWithMain();
  const code = 'NL7K2M9P4R6T8V2X4B6D';
  store.undo();
  await calls[0]?.answer({ ok: true, value: { codes: [code] } });
  store.submit(reading('another'), 'look up');
  await calls[1]?.answer(ok(answerWith({ parcel: null, code: 'another' })));
  expect(store.getState().undone).toMatchObject({ code });
  store.submit(reading(code), 'delete');
  await calls[2]?.answer(ok(answerWith({ kind: 'deleting', parcel: parcelWith({ customCode: code }) })));
  expect(store.getState().undone).toBeNull();
});
