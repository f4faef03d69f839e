import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../../../src/main/app/answer-calls.ts';
import { coalesceChanges } from '../../../src/main/app/ipc.ts';
import {
  attentionQuery,
  recentScansQuery,
  stationViewQuery,
  waitingQuery,
} from '../../../src/renderer/data/queries.ts';
import { call, onChanged } from '../../../src/renderer/data/station-client.ts';
import { verdictContext } from '../../../src/renderer/presentation/verdict-facts.ts';
import { createScanStore } from '../../../src/renderer/scanner/scan-store.ts';
import type { Change } from '../../../src/shared/contract/changes.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();
afterEach(() => vi.unstubAllGlobals());

/** Milliseconds whose changes one reading takes together: of the answer (scan-store.ts), and of the lists beside it (queries.ts). */
const gatherMs = { answer: 50, lists: 100 };

const codes = ['NL2AAAAAAAAAAAAAAAAA', 'NL2BBBBBBBBBBBBBBBBB', 'NL2CCCCCCCCCCCCCCCCC', 'NL2DDDDDDDDDDDDDDDDD'];

/** What the window calls, over the same border as in Electron, counted by the name of the call or the method of the records. */
function countedWindow({ station, bugs }: StationInNode) {
  const calls: string[] = [];
  const records: string[] = [];
  let changedAt = 0;
  const post = Worker.prototype.postMessage;
  const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, sent, ...more) {
    if (sent?.kind === 'call') records.push(sent.call.method);
    return post.call(this, sent, ...(more as []));
  });
  opened.keep({ close: async () => spy.mockRestore() });
  const answer = answerCalls({ call: station.call, onBug: (error) => bugs.push(error) });
  vi.stubGlobal('window', {
    station: {
      call(name: string, input: unknown) {
        calls.push(name);
        return answer(name, structuredClone(input));
      },
      subscribe(listener: (changed: { changes: Change[] }) => void) {
        const clock = {
          now: () => Date.now(),
          after(milliseconds: number, act: () => void) {
            const timer = setTimeout(act, milliseconds);
            return () => clearTimeout(timer);
          },
        };
        const send = coalesceChanges(clock, (changes) => {
          changedAt = performance.now();
          listener({ changes });
        });
        return station.onChanged(send);
      },
    },
  });
  return {
    count: (name: string): number => [...calls, ...records].filter((called) => called === name).length,
    /** When the window last heard of a change. */
    changedAt: () => changedAt,
  };
}

it('a label that a scan prints with the window on Scan: few calls of the window, and of the records', async () => {
  const printer = opened.keep(await startFakePrinter());
  const connection = { kind: 'tcp', host: printer.host, port: printer.port };
  const station = await openStation(opened, {
    settings: { printers: [{ name: 'Zebra A', connection, default: true }] },
  });
  await storedOrder(station, codes);
  const others = await storedOrder(station, ['NL2EEEEEEEEEEEEEEEEE', 'NL2FFFFFFFFFFFFFFFFF', 'NL2GGGGGGGGGGGGGGGGG']);
  const { count, changedAt } = countedWindow(station);
  const queries = [recentScansQuery, waitingQuery, stationViewQuery, attentionQuery];
  const leaving = queries.map((query) => query.subscribe(() => undefined));
  opened.keep({ close: async () => leaving.forEach((leave) => void leave()) });
  const now = () => Date.now();
  const context = () => verdictContext(null, now());
  const scans = createScanStore({ call, onChanged, now, play: () => {}, environment: () => undefined, context });
  const printedOnScreen = (code: string): boolean => {
    const recent = recentScansQuery.getState().value?.scans ?? [];
    const { shown } = scans.getState();
    const isPrinted = (scan: { code: string; job: { state: string } | null }): boolean =>
      scan.code === code && scan.job?.state === 'printed';
    return recent.some(isPrinted) && shown.kind === 'answer' && isPrinted(shown.answer);
  };
  // A label's changes are read once; those of a label that takes longer, once for each such time.
  const readings = { answer: 0, lists: 0 };
  for (const code of codes) {
    const began = performance.now();
    scans.submit({ asTyped: code, asUsKeyboard: code, by: 'scanner' }, 'print');
    await vi.waitFor(() => expect(printedOnScreen(code)).toBe(true), { timeout: 20_000 });
    const took = changedAt() - began;
    readings.answer += 1 + Math.floor(took / gatherMs.answer);
    readings.lists += 1 + Math.floor(took / gatherMs.lists);
  }
  expect(count('scan.submit')).toBe(codes.length);
  expect(count('takeScan')).toBe(codes.length);
  // Of the screen's opening, where the printer may become known a moment later; no label changes them.
  for (const name of ['station.read', 'attention.read']) expect(count(name)).toBeLessThanOrEqual(2);
  // One more where a change came while the one before was read.
  expect(count('scan.answer')).toBeLessThanOrEqual(readings.answer + 1);
  expect(count('scans.recent')).toBeLessThanOrEqual(1 + readings.lists + 1);
  expect(count('waiting.read')).toBeLessThanOrEqual(1 + readings.lists + 1);
  expect(count('recentScans')).toBe(count('scans.recent'));

  // The number of waiting labels is read with the lists, so that whatever a label makes the window read was asked for by then.
  const print = async (parcelId: number): Promise<void> => {
    const waiting = count('waiting.read');
    await station.call('parcel.print', { parcelId, reprintReason: null });
    await station.until('print-jobs.list', null, (jobs) => jobs.every(({ state }) => state === 'printed'));
    await vi.waitFor(() => expect(count('waiting.read')).toBeGreaterThan(waiting));
  };
  const [first, ...more] = others.map(({ id }) => id);
  // With it comes what was still to be read of the last label.
  await print(first ?? 0);
  // Labels that the screen does not show: nothing that it shows is read again.
  const shown = () => [count('scan.answer'), count('scans.recent')];
  const before = shown();
  for (const id of more) await print(id);
  expect(shown()).toEqual(before);
}, 60_000);

/** An order with those codes, all labels stored. */
async function storedOrder(station: StationInNode, customCodes: string[]) {
  const request = orderTo('Aya Noor', customCodes);
  const begun = await station.call('order.create', { request, evenIfDuplicate: true });
  const { parcels } = await station.until(
    'order.progress',
    { commandId: begun.command.id },
    (progress) =>
      progress.parcels.length === customCodes.length &&
      progress.parcels.every((parcel) => parcel.label?.state === 'stored'),
  );
  return parcels;
}
