import { describe, expect, it } from 'vitest';
import { attentionOf, createAttentionMonitor } from '../../../src/main/core/attention.ts';
import type { StoredAttention } from '../../../src/main/core/ports/records.ts';
import type { Change } from '../../../src/shared/contract/changes.ts';
import type { PrinterState } from '../../../src/shared/printing/printer.ts';
import { jobWith } from '../../renderer/fixtures.ts';
import { manualClock } from './manual-clock.ts';

const nothing = { total: 0, rows: [] };
const stored = (changes: Partial<StoredAttention> = {}): StoredAttention => ({
  ...{ commands: nothing, jobs: nothing, alarms: nothing, conflicts: nothing, unassigned: nothing },
  ...{ labelsByPrinter: [], shared: [] },
  ...changes,
});

const printer = (name: string, changes: Partial<PrinterState> = {}): PrinterState => ({
  ...{ name, connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 }, isDefault: false, reasons: [], since: null },
  ...{ sending: false, warnings: [], answers: true, message: null, labelsInPrinter: null, standIn: null },
  ...changes,
});

const kindsOf = (...given: Parameters<typeof attentionOf>) => attentionOf(...given).entries.map(({ kind }) => kind);

describe('needs attention', () => {
  it('names a held printer that gets new labels, or that labels wait for', () => {
    const spare = printer('Spare', { reasons: ['unreachable'] });
    expect(kindsOf(stored(), [printer('Zebra A'), spare])).toEqual([]);
    expect(attentionOf(stored({ labelsByPrinter: [{ printer: 'Spare', labels: 2 }] }), [spare])).toEqual({
      total: 1,
      entries: [{ kind: 'held printer', name: 'Spare', printer: spare, labels: 2 }],
    });
    expect(kindsOf(stored(), [printer('Zebra A', { reasons: ['paper out'], isDefault: true })])).toEqual([
      'held printer',
    ]);
  });

  it('names labels of a removed printer, and those that have none', () => {
    const labelsByPrinter = [
      { printer: '', labels: 3 },
      { printer: 'Gone', labels: 1 },
      { printer: 'Zebra A', labels: 5 },
    ];
    expect(attentionOf(stored({ labelsByPrinter }), [printer('Zebra A')]).entries).toEqual([
      { kind: 'held printer', name: 'Gone', printer: null, labels: 1 },
      { kind: 'labels without printer', labels: 3 },
    ]);
  });

  it('counts also what is not listed, the most urgent first', () => {
    const uncertain = jobWith({ state: 'uncertain' });
    const question = { kind: 'several labels', message: { code: 'label.none' }, answers: [] } as const;
    const asking = jobWith({ id: 2, state: 'held', question: { ...question, answers: [] } as never });
    const { total, entries } = attentionOf(
      stored({
        jobs: { total: 700, rows: [asking, uncertain] },
        unassigned: { total: 1, rows: [{ orderId: 4, codes: [] }] },
      }),
      [],
    );
    expect(total).toBe(701);
    expect(entries.map(({ kind }) => kind)).toEqual(['uncertain label', 'print question', 'unassigned labels']);
  });
});

describe('attention monitor', () => {
  async function monitor() {
    let records = stored();
    let reads = 0;
    const announced: Change[] = [];
    const clock = manualClock(Date.UTC(2026, 10, 22));
    const parts = { clock, printers: () => [], announce: (...topics: Change[]) => announced.push(...topics) };
    const attention = createAttentionMonitor({
      ...parts,
      records: {
        async attention() {
          reads += 1;
          return records;
        },
      },
      onBug(error) {
        throw error;
      },
    });
    /** Changes of print jobs, one each ten milliseconds. */
    const printFor = async (milliseconds: number): Promise<void> => {
      for (let passed = 0; passed < milliseconds; passed += 10) {
        attention.topicsChanged(['print jobs', 'parcels', 'scans']);
        clock.pass(10);
        await Promise.resolve();
      }
    };
    return {
      attention,
      clock,
      announced,
      printFor,
      reads: () => reads,
      store: (next: StoredAttention) => (records = next),
    };
  }

  it('reads at most four times a second while labels print, and announces nothing that is the same', async () => {
    const { attention, announced, printFor, reads } = await monitor();
    await printFor(10_000);
    expect(reads()).toBeGreaterThan(1);
    expect(reads()).toBeLessThanOrEqual(41);
    expect(announced).toEqual(['attention']);
    await attention.stop();
  });

  it('announces the last of many changes, reads nothing for topics that cannot matter, and reads nothing at once', async () => {
    const { attention, clock, announced, printFor, reads, store } = await monitor();
    await printFor(300);
    const uncertain = jobWith({ state: 'uncertain' });
    attention.topicsChanged(['print jobs']);
    store(stored({ jobs: { total: 1, rows: [uncertain] } }));
    clock.pass(250);
    await expect.poll(() => announced).toEqual(['attention', 'attention']);
    const before = reads();
    attention.topicsChanged(['scans', 'found printers', 'batch']);
    clock.pass(1_000);
    expect(reads()).toBe(before);
    store(stored());
    attention.topicsChanged(['parcels']);
    expect(reads()).toBe(before);
    clock.pass(250);
    await expect.poll(() => announced).toEqual(['attention', 'attention', 'attention']);
    await attention.stop();
  });
});
