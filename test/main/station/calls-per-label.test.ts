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

const codes = ['NL2AAAAAAAAAAAAAAAAA', 'NL2BBBBBBBBBBBBBBBBB', 'NL2CCCCCCCCCCCCCCCCC', 'NL2DDDDDDDDDDDDDDDDD'];

/** What the window calls, over the same border as in Electron; `calls` by name, `records` by method. */
function countedWindow({ station, bugs }: StationInNode) {
  const calls: string[] = [];
  const records: string[] = [];
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
        return station.onChanged(coalesceChanges(clock, (changes) => listener({ changes })));
      },
    },
  });
  return (name: string): number => [...calls, ...records].filter((called) => called === name).length;
}

it('a label that a scan prints with the window on Scan: few calls of the window, and of the records', async () => {
  const printer = opened.keep(await startFakePrinter());
  const connection = { kind: 'tcp', host: printer.host, port: printer.port };
  const station = await openStation(opened, {
    settings: { printers: [{ name: 'Zebra A', connection, default: true }] },
  });
  await storedOrder(station, codes);
  const others = await storedOrder(station, ['NL2EEEEEEEEEEEEEEEEE', 'NL2FFFFFFFFFFFFFFFFF', 'NL2GGGGGGGGGGGGGGGGG']);
  const count = countedWindow(station);
  const queries = [recentScansQuery, waitingQuery, stationViewQuery, attentionQuery];
  const leaving = queries.map((query) => query.subscribe(() => undefined));
  opened.keep({ close: async () => leaving.forEach((leave) => void leave()) });
  const now = () => Date.now();
  const scans = createScanStore({ call, onChanged, now, play: () => {}, context: () => verdictContext(null, now()) });
  const printedOnScreen = (code: string): boolean => {
    const recent = recentScansQuery.getState().value?.scans ?? [];
    const { shown } = scans.getState();
    const isPrinted = (scan: { code: string; job: { state: string } | null }): boolean =>
      scan.code === code && scan.job?.state === 'printed';
    return recent.some(isPrinted) && shown.kind === 'answer' && isPrinted(shown.answer);
  };
  for (const code of codes) {
    scans.submit({ asTyped: code, asUsKeyboard: code, by: 'scanner' }, 'print');
    await vi.waitFor(() => expect(printedOnScreen(code)).toBe(true), { timeout: 20_000 });
  }
  expect(count('scan.submit')).toBe(codes.length);
  expect(count('takeScan')).toBe(codes.length);
  // Sent and printed, or later than a moment after them: at most one reading for each.
  expect(count('station.read')).toBeLessThanOrEqual(2);
  expect(count('scan.answer')).toBeLessThanOrEqual(codes.length * 4);
  expect(count('scans.recent')).toBeLessThanOrEqual(1 + codes.length * 4);
  expect(count('waiting.read')).toBeLessThanOrEqual(1 + codes.length * 4);
  expect(count('recentScans')).toBe(count('scans.recent'));

  // Labels that the screen does not show: at most what was still to be read of the last one.
  const before = { answers: count('scan.answer'), recent: count('scans.recent') };
  for (const { id } of others) await station.call('parcel.print', { parcelId: id, reprintReason: null });
  await station.until(
    'print-jobs.list',
    null,
    (jobs) => jobs.filter(({ state }) => state === 'printed').length === codes.length + others.length,
  );
  expect(count('scan.answer')).toBeLessThanOrEqual(before.answers + 1);
  expect(count('scans.recent')).toBeLessThanOrEqual(before.recent + 1);
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
