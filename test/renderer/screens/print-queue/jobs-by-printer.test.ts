import { describe, expect, test } from 'vitest';
import { jobsByPrinter } from '../../../../src/renderer/screens/print-queue/jobs-by-printer.ts';
import type { PrinterState } from '../../../../src/shared/printer.ts';
import { printJob } from '../samples.ts';

const printer = (name: string, isDefault = false): PrinterState => ({
  name,
  connection: { kind: 'virtual' },
  isDefault,
  reasons: [],
  since: null,
  sending: false,
});

describe('jobs by printer', () => {
  test('the default printer comes first, and a printer without jobs has its place', () => {
    const groups = jobsByPrinter([printer('B'), printer('A', true)], [printJob({ printer: 'B' })]);
    expect(groups.map((group) => [group.name, group.jobs.length])).toEqual([
      ['A', 0],
      ['B', 1],
    ]);
  });

  test('jobs of a printer that was removed are still shown', () => {
    const groups = jobsByPrinter([printer('A')], [printJob({ printer: 'Gone' })]);
    expect(groups.at(-1)).toMatchObject({ name: 'Gone', printer: null });
  });

  test('the line stands in the order in which it prints, over what is in doubt, over what is over', () => {
    const jobs = [
      printJob({ id: 9, state: 'printed' }),
      printJob({ id: 8, state: 'queued' }),
      printJob({ id: 7, state: 'uncertain' }),
      printJob({ id: 6, state: 'held' }),
      printJob({ id: 5, state: 'sending' }),
      printJob({ id: 4, state: 'sent' }),
    ];
    const [group] = jobsByPrinter([printer('Zebra A')], jobs);
    expect(group?.jobs.map(({ job, place }) => [job.id, place])).toEqual([
      [5, null],
      [6, 1],
      [8, 2],
      [7, null],
      [9, null],
      [4, null],
    ]);
  });

  test('only the newest job of a parcel is its newest', () => {
    const jobs = [
      printJob({ id: 1, state: 'failed' }),
      printJob({ id: 2, state: 'sent' }),
      printJob({ id: 3, parcelId: 2 }),
    ];
    const [group] = jobsByPrinter([printer('Zebra A')], jobs);
    const newest = group?.jobs.filter((entry) => entry.isNewest).map((entry) => entry.job.id);
    expect(newest?.sort()).toEqual([2, 3]);
  });
});
