import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFigures, type Figures } from '../../../src/main/core/figures.ts';
import { instant, localDay, localHour } from '../../../src/main/core/ports/clock.ts';
import type { NewFigureRow } from '../../../src/main/core/ports/print-records.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { ActingPerson } from '../../../src/main/core/ports/write-context.ts';
import { createFaultTimes } from '../../../src/main/core/printing/printer-condition.ts';
import { recordsFileName } from '../../../src/main/storage/records-file-name.ts';
import {
  bucketOf,
  type FiguresQuery,
  isSlow,
  percentileErrorPercent,
  timingOf,
} from '../../../src/shared/contract/figures-view.ts';
import type { PrintJobState, ReprintKind } from '../../../src/shared/printing/print-job.ts';
import { atSecond, by, codeA, codeB, storeLabelled, takeScan } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { temporaryFolders } from '../storage/test-folders.ts';
import { manualClock } from './manual-clock.ts';

const then = Date.parse(atSecond(0));
const today: FiguresQuery = { period: 'today', groupBy: 'hour' };
const folders = temporaryFolders();
let folder: string;
let file: string;
let records: Records;
let figures: Figures;
let person: ActingPerson | null;

beforeEach(async () => {
  folder = await folders.make();
  file = join(folder, recordsFileName('practice'));
  person = null;
  records = openInThread(file, () => person);
  folders.before(() => records.close());
  figures = createFigures({ records, clock: { now: () => then, after: () => () => {} } });
});

const move = (id: number, from: PrintJobState, state: PrintJobState, second: number, evidence = {}) =>
  records.movePrintJob(id, [from], { state, evidence }, by('print', second));

/** The value below which that share of the times lies, or at which: the nearest rank. */
function exactPercentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

const isWithinError = (shown: number, exact: number): boolean =>
  Math.abs(shown - exact) <= (exact * percentileErrorPercent) / 100;

describe('figures', () => {
  it('show percentiles at most as far from the exact ones as stated', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3_600_000 }), { minLength: 1, maxLength: 300 }), (times) => {
        const buckets = new Map<number, number>();
        for (const time of times) buckets.set(bucketOf(time), (buckets.get(bucketOf(time)) ?? 0) + 1);
        const timing = timingOf(buckets);
        expect(timing?.count).toBe(times.length);
        expect(isWithinError(timing?.p50 ?? 0, exactPercentile(times, 0.5))).toBe(true);
        expect(isWithinError(timing?.p95 ?? 0, exactPercentile(times, 0.95))).toBe(true);
      }),
    );
    expect(timingOf(new Map())).toBeNull();
  });

  it('put a time into the same bucket in SQL as in the program', async () => {
    const times = [1, 2, 10, 11, 34, 99, 100, 101, 110, 121, 999, 4_096, 60_000, 3_599_999, 3_600_000, 86_400_000, 0];
    const parcelId = await storeLabelled(records, codeA);
    for (const [index, firstByteMs] of times.entries()) {
      const second = 10 * index;
      const job = await copyOf(parcelId, second, 'other');
      await move(job.id, 'queued', 'sending', second);
      await move(job.id, 'sending', 'sent', second, { firstByteMs });
    }
    const rows = await records.figures({ from: localDay(then), before: localDay(then, 1), by: 'day' });
    const counted = rows.filter(({ kind }) => kind === 'first byte ms').map(({ detail, value }) => [+detail, value]);
    const expected = new Map<number, number>();
    for (const time of times) expected.set(bucketOf(time), (expected.get(bucketOf(time)) ?? 0) + 1);
    expect(new Map(counted as [number, number][])).toEqual(expected);
  });

  const copyOf = async (parcelId: number, second: number, reprintKind: ReprintKind) => {
    const reprint = { origin: 'reprint', startedByCode: null, reprintReason: 'as typed', reprintKind } as const;
    const where = { parcelId, printer: 'Zebra A', notSince: atSecond(second - 2) };
    const added = await records.addPrintJob({ ...reprint, ...where }, by('print', second));
    if (!added || added === 'needs lead') throw new Error('The parcel may not be printed');
    return added.job;
  };

  it('count labels, their times, copies and deletions in the transactions that store them', async () => {
    const parcelId = await storeLabelled(records, codeA);
    const job = (await takeScan(records, codeA, 'print', 1)).job?.id ?? 0;
    expect((await figures.read(today)).total).toMatchObject({ labels: 0, hours: 0, firstByte: null });
    await move(job, 'queued', 'sending', 2);
    await move(job, 'sending', 'sent', 2, { firstByteMs: 40 });
    await move(job, 'sent', 'printed', 4, { confirmedBy: 'counter' });
    const copy = await copyOf(parcelId, 60, 'damaged');
    await move(copy.id, 'queued', 'sending', 61);
    await move(copy.id, 'sending', 'uncertain', 62);
    await move(copy.id, 'uncertain', 'failed', 63);
    for (const [index, code] of [codeA, codeB].entries()) {
      const { deletion } = await takeScan(records, code, 'delete', 70 + index);
      await records.moveCommand(deletion?.commandId ?? 0, ['counting'], { state: 'sending' }, by('delete', 80));
      if (index === 0) await records.completeDelete(deletion?.commandId ?? 0, by('delete', 81));
    }
    const { total, groups } = await figures.read(today);
    expect(total).toMatchObject({ labels: 2, hours: 1, uncertain: 1, deletions: 1, undoneDeletions: 0, faults: [] });
    expect(total.reprints).toEqual([{ kind: 'damaged', labels: 1 }]);
    expect(isWithinError(total.firstByte?.p50 ?? 0, 40)).toBe(true);
    expect(isWithinError(total.confirmed?.p95 ?? 0, 3_000)).toBe(true);
    expect(groups).toEqual([{ key: localHour(then), sums: total }]);
    const byPrinter = await figures.read({ period: 'week', groupBy: 'printer' });
    expect(byPrinter.groups).toMatchObject([{ key: 'Zebra A', sums: { labels: 2, hours: 1, deletions: 0 } }]);
  });

  it('are those of the person who asked for the label, also when another one is there by then, and stay so as sums of days', async () => {
    const [aya, omar] = ['Aya Noor', 'Omar Haddad'].map(
      (name, index): ActingPerson => ({ id: index + 1, name, lead: null, caps: { deletion: null, reprint: null } }),
    ) as [ActingPerson, ActingPerson];
    for (const [index, code] of [codeA, codeB].entries()) {
      await storeLabelled(records, code);
      person = [aya, omar][index] ?? null;
      const { job } = await takeScan(records, code, 'print', index);
      person = omar;
      await move(job?.id ?? 0, 'queued', 'sending', 2);
      await move(job?.id ?? 0, 'sending', 'sent', 2, { firstByteMs: 40 });
    }
    await figures.addVerdictTimes([50]);
    const byPerson: FiguresQuery = { period: 'week', groupBy: 'person' };
    const before = await figures.read(byPerson);
    expect(before.groups).toMatchObject([
      { key: 'Aya Noor', sums: { labels: 1, hours: 1, verdict: null } },
      { key: 'Omar Haddad', sums: { labels: 1, hours: 1, verdict: { count: 1 } } },
    ]);
    expect(before.total).toMatchObject({ labels: 2, hours: 1 });
    expect((await figures.read({ period: 'week', groupBy: 'printer' })).groups).toMatchObject([
      { key: 'Zebra A', sums: { labels: 2, hours: 1 } },
    ]);
    expect(await records.sumOldFigures(localDay(then, 1))).toBe(true);
    expect(await figures.read(byPerson)).toEqual(before);
  });

  it('count a deletion that was undone', async () => {
    await storeLabelled(records, codeA);
    const { deletion } = await takeScan(records, codeA, 'delete', 1);
    await records.undo(deletion?.commandId ?? 0, by('undo-deletion', 2));
    expect((await figures.read(today)).total).toMatchObject({ deletions: 0, undoneDeletions: 1 });
  });

  it('show a slow bench: by the 95th of 100 scans, and only after enough of them', async () => {
    await figures.addVerdictTimes([...Array<number>(9).fill(30), ...Array<number>(9).fill(400)]);
    const few = (await figures.read(today)).total;
    expect([few.verdict?.count, isSlow(few)]).toEqual([18, false]);
    await figures.addVerdictTimes([30, 30]);
    const { total } = await figures.read(today);
    expect(isSlow(total)).toBe(true);
    expect(isWithinError(total.verdict?.p95 ?? 0, 400)).toBe(true);
  });

  it('export as CSV with headings in English, a line for each group and one for all', async () => {
    await figures.addVerdictTimes([50]);
    const texts: string[] = [];
    for await (const { text } of figures.csv(today)) texts.push(text);
    const [head = '', hour = '', total = ''] = texts.join('').split('\r\n');
    expect(head).toMatch(/^Hour,Labels sent,.*Scan to verdict p50 \(ms\),/);
    expect(hour.startsWith(`${localHour(then)},0,0,`)).toBe(true);
    expect(total.startsWith('Total,0,0,')).toBe(true);
  });
});

describe('printer faults', () => {
  const opened = () => {
    const clock = manualClock(then);
    const bugs: unknown[] = [];
    const faults = createFaultTimes({
      records,
      clock,
      printer: () => ({ name: 'Zebra A' }),
      onBug: (bug) => bugs.push(bug),
    });
    return { clock, faults };
  };

  it('count with the time that a label waits, by the first reason', async () => {
    const { clock, faults } = opened();
    faults.observe(['paper out'], true);
    clock.pass(60_000);
    faults.observe(['head open', 'paper out'], true);
    clock.pass(30_000);
    faults.observe([], true);
    clock.pass(3_600_000);
    faults.observe(['unreachable'], false);
    clock.pass(60_000);
    await faults.stop();
    const { total } = await figures.read(today);
    expect(total.faults).toEqual([{ kind: 'paper out', count: 1, lostMs: 90_000 }]);
  });

  it('are no faults where an operator paused the printer; a night asleep is not lost time', async () => {
    const { clock, faults } = opened();
    faults.observe(['on hold'], true);
    clock.pass(60_000);
    faults.observe(['on hold', 'unreachable'], true);
    clock.pass(8 * 3_600_000);
    faults.observe([], false);
    await faults.stop();
    const { faults: counted } = (await figures.read({ period: 'week', groupBy: 'day' })).total;
    const after = createFigures({ records, clock });
    const all = [...counted, ...(await after.read(today)).total.faults];
    expect(all.filter(({ kind }) => kind !== 'unreachable')).toEqual([]);
    expect(Math.max(...all.map(({ lostMs }) => lostMs))).toBe(600_000);
  });

  it('store nothing while a label that waited may be on its way', async () => {
    const { clock, faults } = opened();
    faults.observe(['paper out'], true);
    clock.pass(1_000);
    faults.observe([], true);
    expect((await figures.read(today)).total.faults).toEqual([]);
    clock.pass(30_000);
    expect((await figures.read(today)).total.faults).toHaveLength(1);
  });
});

describe('figures of old days', () => {
  /** Sums of every hour of so many days before today. */
  const rowsOfDays = (days: number): NewFigureRow[] =>
    Array.from({ length: days * 4 }, (_, index): NewFigureRow[] => {
      const at = `${localDay(then, -1 - Math.floor(index / 4))}T${['08', '09', '15', '23'][index % 4]}`;
      return [
        { at, kind: 'labels', printer: `Zebra ${index % 3}`, detail: '', value: index },
        { at, kind: 'verdict ms', printer: '', detail: String(index % 9), value: 3 },
        { at, kind: 'reprints', printer: 'Zebra 1', detail: 'lost', value: 1 },
      ];
    }).flat();

  it('are the same after they were added up to days, and after their records were removed', async () => {
    await storeLabelled(records, codeA);
    const { job } = await takeScan(records, codeA, 'print', 1);
    await move(job?.id ?? 0, 'queued', 'sending', 2);
    await move(job?.id ?? 0, 'sending', 'printed', 2, { firstByteMs: 40 });
    await records.addFigures(rowsOfDays(40));
    const queries: FiguresQuery[] = [
      { period: 'year', groupBy: 'day' },
      { period: 'year', groupBy: 'printer' },
    ];
    const all = () => Promise.all(queries.map((query) => figures.read(query)));
    const before = await all();
    expect(before[0]?.total).toMatchObject({ labels: 1 + (159 * 160) / 2, hours: 161, verdict: { count: 480 } });

    const later = instant(then + 86_400_000);
    let cursor: Parameters<Records['removeOld']>[1] = null;
    do cursor = (await records.removeOld(later, cursor)).next;
    while (cursor !== null);
    expect(await records.findByCode(codeA)).toBeNull();
    let days = 0;
    while (await records.sumOldFigures(localDay(then, 1))) days += 1;
    expect(days).toBe(41);
    expect(await all()).toEqual(before);
    expect(await records.sumOldFigures(localDay(then, 1))).toBe(false);
    const hours = await records.figures({ from: localDay(then, -50), before: localDay(then, 1), by: 'hour' });
    expect(hours.every(({ at }) => at.length === 'YYYY-MM-DD'.length)).toBe(true);
  });

  it('are added up once, also where the station is killed in between', async () => {
    await records.addFigures(rowsOfDays(60));
    const year: FiguresQuery = { period: 'year', groupBy: 'day' };
    const before = await figures.read(year);
    await records.close();
    const writer = fork(
      fileURLToPath(new URL('../storage/writer-process.ts', import.meta.url)),
      [folder, localDay(then)],
      {
        execArgv: ['--import', 'tsx'],
      },
    );
    let count = 0;
    writer.on('message', () => {
      count += 1;
      if (count === 5) writer.kill('SIGKILL');
    });
    await once(writer, 'close');
    expect(count).toBeGreaterThanOrEqual(5);
    records = openInThread(file);
    const opened = createFigures({ records, clock: { now: () => then, after: () => () => {} } });
    expect(await opened.read(year)).toEqual(before);
    while (await records.sumOldFigures(localDay(then)));
    expect(await opened.read(year)).toEqual(before);
  });
});
