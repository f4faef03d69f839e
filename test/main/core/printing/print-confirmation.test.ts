import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPrinterContents,
  judgeConfirmation,
  type PrinterReading,
  type SentJob,
} from '../../../../src/main/core/printing/print-confirmation.ts';
import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import { manualClock } from '../manual-clock.ts';

const empty: PrinterReading = { formats: 0, labels: 0, partialFormat: false, count: 101, isFaulted: false };
const job = (labels: number | null = 1, more: Partial<SentJob> = {}): SentJob => ({
  jobId: 1,
  parcelId: 1,
  labels,
  countBefore: 100,
  isCutOff: false,
  ...more,
});

describe('print confirmation: a label counts as printed', () => {
  it('when the counter rose by exactly its labels and nothing is left in the printer', () => {
    expect(judgeConfirmation([job()], empty, false)).toBe('printed');
    expect(judgeConfirmation([job(2), job(1, { countBefore: 101 })], { ...empty, count: 103 }, false)).toBe('printed');
  });

  it('in whatever order they are listed: one that waited for an operator is sent behind a newer one', () => {
    expect(judgeConfirmation([job(1, { countBefore: 101 }), job()], { ...empty, count: 102 }, false)).toBe('printed');
  });

  it('even if its connection was cut, when the counter confirms it', () => {
    expect(judgeConfirmation([job(1, { isCutOff: true })], empty, false)).toBe('printed');
  });
});

describe('print confirmation: a label that is followed no longer', () => {
  /** What is stored of a sent label after half a minute of that reading. */
  const afterLong = (reading: Partial<PrinterReading>, { isShared = false } = {}) => {
    const clock = manualClock(0);
    const contents = createPrinterContents({ clock, sentByOthers: () => 0 });
    const { jobId: id, parcelId, labels, countBefore } = job();
    contents.add({ id, parcelId, evidence: { labels, countBefore } } as PrintJob, false);
    contents.observe({ ...empty, ...reading }, isShared);
    clock.pass(30_000);
    const [step] = contents.observe({ ...empty, ...reading }, isShared);
    return step && 'change' in step ? step.change : step;
  };

  it('is uncertain where the printer still reads a label: that is dropped before the next one', () => {
    expect(afterLong({ partialFormat: true, count: null })).toMatchObject({ state: 'uncertain' });
    expect(afterLong({ partialFormat: true, count: null }, { isShared: true })).toMatchObject({ state: 'sent' });
  });

  it('is not compared with a counter that is read after a restart', () => {
    expect(afterLong({ count: null })).toMatchObject({ state: 'sent', evidence: { countBefore: null } });
    expect(afterLong({ labels: 1 })).toMatchObject({ state: 'sent', evidence: { countAfter: 101 } });
  });
});

describe('print confirmation: a label does not count as printed', () => {
  it.each([
    ['something is left in the buffer', { formats: 1 }],
    ['the printer still has labels to make', { labels: 1 }],
    ['the printer waits for the rest of a format', { partialFormat: true }],
    ['the printer reports why it does not print', { isFaulted: true }],
    ['the printer does not report its buffer', { formats: null }],
    ['the printer does not report its counter this time', { count: null }],
  ] as const)('while %s', (_why, reading) => {
    expect(judgeConfirmation([job()], { ...empty, ...reading }, false)).toBe('still printing');
  });

  it.each([
    ['the printer has no counter', [job(1, { countBefore: null })], { count: null }, false],
    ['other computers use the printer too', [job()], {}, true],
    ['its labels could not be counted', [job(null)], {}, false],
    ['it prints nothing', [job(0)], { count: 100 }, false],
    ['one of several prints nothing', [job(0), job()], {}, false],
    ['its counter was not read before', [job(1, { countBefore: null })], {}, false],
    ['the counter rose by more: another computer printed', [job()], { count: 102 }, false],
    ['one of several was cut off, and one label is missing', [job(), job(1, { isCutOff: true })], {}, false],
  ] as const)('where %s', (_why, jobs, reading, isShared) => {
    expect(judgeConfirmation(jobs, { ...empty, ...reading }, isShared)).toBe('not confirmable');
  });

  it('where the printer is empty and counted less: it lost the label', () => {
    expect(judgeConfirmation([job()], { ...empty, count: 100 }, false)).toBe('short');
  });

  it('with any other reading', () => {
    const maybe = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
    const reading = fc.record({
      formats: maybe,
      labels: maybe,
      partialFormat: fc.constantFrom(true, false, null),
      count: fc.option(fc.integer({ min: 95, max: 110 }), { nil: null }),
      isFaulted: fc.boolean(),
    });
    fc.assert(
      fc.property(reading, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }), (seen, labels) => {
        const jobs = labels.map((count) => job(count));
        const total = labels.reduce((sum, count) => sum + count, 100);
        const exact = seen.count === total && seen.formats === 0 && seen.labels === 0;
        if (judgeConfirmation(jobs, seen, false) === 'printed') expect(exact && !seen.isFaulted).toBe(true);
      }),
    );
  });
});
