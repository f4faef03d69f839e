import { describe, expect, it } from 'vitest';
import { attentionOf } from '../../../src/main/core/attention.ts';
import type { StoredAttention } from '../../../src/main/core/ports/records.ts';
import type { PrinterState } from '../../../src/shared/printing/printer.ts';
import { jobWith } from '../../renderer/fixtures.ts';

const nothing = { total: 0, rows: [] };
const stored = (changes: Partial<StoredAttention> = {}): StoredAttention => ({
  ...{ commands: nothing, jobs: nothing, alarms: nothing, conflicts: nothing, unassigned: nothing },
  labelsByPrinter: [],
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
