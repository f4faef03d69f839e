import { describe, expect, test } from 'vitest';
import {
  copiesText,
  copiesToDestroy,
  isInPrinter,
  isMarkedNotPrinted,
  labelsStillInPrinter,
  printJobStateText,
} from '../../../src/renderer/presentation/print-job-text.ts';
import { printEvidenceSchema, printJobStates } from '../../../src/shared/printing/print-job.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import { jobWith, severalLabelsAsked } from '../fixtures.ts';

describe('print job state', () => {
  test.each(printJobStates)('%s is the whole text where there is no cause', (state) => {
    expect(printJobStateText(jobWith({ state })).toLowerCase()).toBe(state);
  });

  test('Held names its causes, or its question', () => {
    expect(printJobStateText(jobWith({ state: 'held', reasons: ['paper out', 'head open'] }))).toBe(
      'Held: Paper out and Printer lid open',
    );
    expect(printJobStateText(jobWith({ state: 'held', question: severalLabelsAsked }))).toBe('Held: Several labels');
  });
});

test('print job: marked as not printed differs from a failure before sending', () => {
  const failedWith = (code: 'not-allowed-now' | 'printer-cut-off' | 'no-label' | 'label-refused') =>
    isMarkedNotPrinted(jobWith({ state: 'failed', failure: { code, message: storedSentence('Words.') } }));
  expect(isMarkedNotPrinted(jobWith({ state: 'failed' }))).toBe(true);
  expect(failedWith('not-allowed-now')).toBe(true);
  expect(failedWith('printer-cut-off')).toBe(true);
  expect(failedWith('no-label')).toBe(false);
  expect(failedWith('label-refused')).toBe(false);
  expect(isMarkedNotPrinted(jobWith({ state: 'uncertain' }))).toBe(false);
});

test('print job: a label is in the printer only where the printer reported a sent job', () => {
  const evidence = printEvidenceSchema.parse({ formatsInPrinter: 1, labelsInPrinter: 1 });
  expect(labelsStillInPrinter(evidence)).toBe(2);
  const states = printJobStates.filter((state) => isInPrinter(jobWith({ state, evidence })));
  expect(states).toEqual(['sending', 'sent']);
  expect(isInPrinter(jobWith({ state: 'sent' }))).toBe(false);
});

test('print job: the copies of a label are counted', () => {
  expect([0, 1, 2].map(copiesText)).toEqual(['No copies', '1 copy', '2 copies']);
  expect([0, 1, 2].map(copiesToDestroy)).toEqual([null, '1 label to destroy', '2 labels to destroy']);
});
