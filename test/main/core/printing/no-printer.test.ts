import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/main/core/ports/clock.ts';
import { createPrintRuns, type PrintRuns } from '../../../../src/main/core/printing/print-runs.ts';
import { makeCustomCode } from '../../../../src/shared/orders/custom-code.ts';
import { type Printer, printerForNewLabels } from '../../../../src/shared/printing/printer.ts';
import { environmentKinds } from '../../../../src/shared/settings/environment.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { adjustableClock } from '../../../helpers/adjustable-clock.ts';
import { by, storeLabelled, storeParcels } from '../../../suites/records/record-fixtures.ts';
import { given, labelOf, type QueueScenario, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const practicePrinter: Printer = { name: 'Practice printer', connection: { kind: 'virtual' }, default: true };
const zebra: Printer = { name: 'Zebra A', connection: { kind: 'tcp', host: '127.0.0.1', port: 9100 }, default: false };

describe('default printer', () => {
  it.each(environmentKinds)(
    'in %s: a virtual one only in practice, or where a provisioning file made it the default',
    (kind) => {
      const chosen = (...printers: Printer[]) => printerForNewLabels(printers, kind)?.name ?? null;
      const isPractice = kind === 'practice';
      expect(chosen()).toBeNull();
      expect(chosen(practicePrinter)).toBe(isPractice ? 'Practice printer' : null);
      expect(chosen({ ...practicePrinter, default: false })).toBe(isPractice ? 'Practice printer' : null);
      expect(chosen(practicePrinter, zebra)).toBe(isPractice ? 'Practice printer' : 'Zebra A');
      expect(chosen({ ...practicePrinter, isDefaultOutsidePractice: true }, zebra)).toBe('Practice printer');
      expect(chosen({ ...practicePrinter, default: false, isDefaultOutsidePractice: true }, zebra)).toBe(
        isPractice ? 'Practice printer' : 'Zebra A',
      );
      expect(chosen(zebra, { ...zebra, name: 'Zebra B', default: true }, practicePrinter)).toBe(
        isPractice ? 'Zebra B' : 'Zebra B',
      );
    },
  );
});

describe('no printer', () => {
  it('holds a label and says so; a printer added later prints it only after the question with its number', async () => {
    const fake = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [practicePrinter] });
    const [one, two] = [await scenario.print(), await scenario.print()];
    expect([one, two]).toMatchObject([
      { state: 'held', reasons: ['no printer'], printer: '' },
      { state: 'held', reasons: ['no printer'], printer: '' },
    ]);
    expect(scenario.queue.states()).toMatchObject([{ name: 'Practice printer', isDefault: false }]);
    expect(await scenario.queue.withoutPrinter()).toEqual({ labels: 2, printer: null });

    scenario.queue.setPrinters([practicePrinter, tcpPrinter('Zebra A', fake)]);
    const direct = await scenario.print();
    await scenario.jobIn(direct, 'printed');
    expect(fake.labels()).toHaveLength(1);
    expect(await scenario.queue.withoutPrinter()).toEqual({ labels: 2, printer: 'Zebra A' });
    expect((await scenario.queue.settleWithoutPrinter(1, 'Zebra A')).ok).toBe(false);
    expect((await scenario.queue.settleWithoutPrinter(2, 'Zebra C')).ok).toBe(false);
    given(await scenario.queue.settleWithoutPrinter(2, 'Zebra A'));
    for (const job of [one, two]) await scenario.jobIn(job, 'printed');
    expect(fake.labels().map(String)).toEqual([direct, one, two].map(({ code }) => expect.stringContaining(code)));
  });

  it('of a label that is scanned again once there is one, the label prints, once', async () => {
    const fake = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [] });
    const first = await scenario.print();
    const parcel = await scenario.records.parcel(first.parcelId);
    if (!parcel) throw new Error('No parcel');
    const request = { parcel, origin: 'button', startedByCode: null, reprintReason: null } as const;
    expect(given(await scenario.queue.add(request))).toMatchObject({ made: false, job: { id: first.id } });
    scenario.queue.setPrinters([tcpPrinter('Zebra A', fake)]);
    const added = given(await scenario.queue.add(request));
    await scenario.jobIn(added.job, 'printed');
    expect(await scenario.job(first.id)).toMatchObject({ state: 'cancelled' });
    expect(fake.labels()).toHaveLength(1);
  });

  it('is the case for a stand-in outside practice that is virtual: labels wait for their own printer', async () => {
    const fake = await scenarios.fake({ status: { paperOut: true } });
    const standIn = { printer: 'Practice printer', automatic: true };
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', fake, { standIn }), practicePrinter] });
    const job = await scenario.jobIn(await scenario.print(), 'held');
    fake.setStatus({});
    expect(await scenario.jobIn(job, 'printed')).toMatchObject({ printer: 'Zebra A' });
  });
});

describe('print run', () => {
  const runsOf = (scenario: QueueScenario, clock: Clock = acceleratedClock(20)): PrintRuns => {
    const bugs: unknown[] = [];
    const runs = createPrintRuns({
      ...{ records: scenario.records, printQueue: scenario.queue, clock, announce: () => {} },
      labels: { requestAgain: async () => {}, wake() {} },
      onBug: (error) => bugs.push(error),
    });
    scenarios.before(async () => {
      await runs.stopAll();
      expect(bugs).toEqual([]);
    });
    return runs;
  };
  const parcels = async ({ records }: QueueScenario, count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let each = 0; each < count; each += 1) {
      const code = makeCustomCode((size) => randomBytes(size));
      ids.push(await storeLabelled(records, code, labelOf(code)));
    }
    return ids;
  };

  it('prints the labels in their order, and a second one adds no copy', async () => {
    const fake = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', fake)] });
    const runs = runsOf(scenario);
    const ids = (await parcels(scenario, 4)).reverse();
    const run = given(await runs.start({ kind: 'parcels', parcelIds: ids }));
    expect(run).toMatchObject({ total: 4, leftOut: [] });
    await scenario.until(async () => given(await runs.read(run.id)).labels.printed === 4);
    const codes = await Promise.all(ids.map(async (id) => (await scenario.records.parcel(id))?.customCode ?? ''));
    expect(fake.labels().map(String)).toEqual(codes.map((code) => expect.stringContaining(code)));
    const again = given(await runs.start({ kind: 'parcels', parcelIds: ids }));
    expect(again).toMatchObject({ total: 0, leftOut: [{ reason: 'maybe printed', count: 4 }] });
    expect(await runs.open()).toEqual([]);
  });

  it('that is stopped at a printer out of paper cancels its labels and leaves the others', async () => {
    const fake = await scenarios.fake({ status: { paperOut: true } });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', fake)] });
    const runs = runsOf(scenario);
    const run = given(await runs.start({ kind: 'parcels', parcelIds: await parcels(scenario, 3) }));
    const other = await scenario.print();
    expect(await runs.open()).toMatchObject([{ id: run.id }]);
    expect(given(await runs.stop(run.id))).toMatchObject({ isStopped: true, labels: { cancelled: 3 } });
    fake.setStatus({});
    await scenario.jobIn(other, 'printed');
    expect(fake.labels()).toHaveLength(1);
  });

  /** Parcels with labels, one of them still downloading; `arrive` stores its label. */
  const withOneDownloading = async (scenario: QueueScenario, count: number, place: number) => {
    const ids = await parcels(scenario, count - 1);
    const code = makeCustomCode((size) => randomBytes(size));
    const [late = 0] = await storeParcels(scenario.records, code);
    ids.splice(place, 0, late);
    const codes = await Promise.all(ids.map(async (id) => (await scenario.records.parcel(id))?.customCode ?? ''));
    const arrive = async () => {
      const file = { bytes: Buffer.from(labelOf(code)), sha256: `sha of ${code}`, format: 'zpl' } as const;
      const labelId = (await scenario.records.parcel(late))?.label?.id ?? 0;
      await scenario.records.saveLabel(labelId, file, by('download-label'));
    };
    return { ids, codes, code, arrive };
  };
  const containing = (codes: readonly string[]) => codes.map((code) => expect.stringContaining(code));

  it('of many labels waits for one that is downloading, and prints it in its place, also where it was pressed twice', async () => {
    const fake = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', fake)] });
    const runs = runsOf(scenario, adjustableClock());
    const { ids, codes, arrive } = await withOneDownloading(scenario, 14, 2);
    const run = given(await runs.start({ kind: 'parcels', parcelIds: ids }));
    expect(run).toMatchObject({ total: 14, awaited: 12, leftOut: [] });
    expect(given(await runs.start({ kind: 'parcels', parcelIds: ids }))).toMatchObject({ total: 0 });
    await scenario.until(async () => given(await runs.read(run.id)).labels.printed === 2);
    await arrive();
    runs.parcelsChanged();
    await scenario.until(async () => given(await runs.read(run.id)).labels.printed === 14);
    expect(fake.labels().map(String)).toEqual(containing(codes));
    expect(await runs.open()).toEqual([]);
  });

  it('prints the other labels after a minute, the late one by itself when it arrives, also after a restart', async () => {
    const fake = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', fake)] });
    const [clock, ahead] = [adjustableClock(), adjustableClock()];
    ahead.advance(61_000);
    const runs = runsOf(scenario, clock);
    const { ids, codes, code, arrive } = await withOneDownloading(scenario, 3, 0);
    const run = given(await runs.start({ kind: 'parcels', parcelIds: ids }));
    expect(run).toMatchObject({ total: 3, awaited: 3 });
    clock.advance(60_000);
    await scenario.until(async () => given(await runs.read(run.id)).labels.printed === 2);
    expect(given(await runs.read(run.id))).toMatchObject({ total: 3, awaited: 1 });
    await runs.stopAll();
    await arrive();
    const restarted = runsOf(scenario, ahead);
    restarted.resume();
    await scenario.until(async () => given(await restarted.read(run.id)).labels.printed === 3);
    expect(fake.labels().map(String)).toEqual(containing([...codes.slice(1), code]));
  });

  it('leaves a label out that did not arrive within an hour: it prints no more by itself', async () => {
    const fake = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', fake)] });
    const clock = adjustableClock();
    const runs = runsOf(scenario, clock);
    const { ids, code, arrive } = await withOneDownloading(scenario, 1, 0);
    const run = given(await runs.start({ kind: 'parcels', parcelIds: ids }));
    clock.advance(60 * 60_000);
    runs.parcelsChanged();
    await scenario.until(async () => given(await runs.read(run.id)).awaited === 0);
    await arrive();
    runs.parcelsChanged();
    expect(given(await runs.read(run.id))).toMatchObject({
      total: 0,
      leftOut: [{ reason: 'no label', count: 1, codes: [code] }],
    });
    expect(given(await runs.start({ kind: 'parcels', parcelIds: ids }))).toMatchObject({ total: 1, awaited: 0 });
  });

  it('without a printer holds its labels, and one of nothing is refused', async () => {
    const scenario = await scenarios.start({ printers: [practicePrinter] });
    const runs = runsOf(scenario);
    const run = given(await runs.start({ kind: 'parcels', parcelIds: await parcels(scenario, 2) }));
    expect(run).toMatchObject({ total: 2, labels: { held: 2 } });
    expect((await runs.start({ kind: 'order', orderId: 4_711 })).ok).toBe(false);
    expect((await runs.read(4_711)).ok).toBe(false);
  });
});
