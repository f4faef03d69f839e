import { describe, expect, test } from 'vitest';
import {
  copiesOnPaper,
  copiesToDestroy,
  isInPrinter,
  isMarkedNotPrinted,
  labelsStillInPrinter,
  printJobWords,
} from '../../../src/renderer/presentation/print-job-text.ts';
import { printEvidenceSchema, printJobStates, printJobStateWords } from '../../../src/shared/printing/print-job.ts';
import { jobWith } from '../fixtures.ts';

describe('a print job in a word or two', () => {
  test.each(printJobStates)('%s is its word alone where nothing holds it', (state) => {
    expect(printJobWords(jobWith({ state }))).toBe(printJobStateWords[state]);
  });

  test('Held says what holds it, or what it asks', () => {
    expect(printJobWords(jobWith({ state: 'held', reasons: ['paper out', 'head open'] }))).toBe(
      'Held: paper out, head open',
    );
    const asked = { question: 'several labels', words: 'It draws 3 labels.', answers: [] } as const;
    expect(printJobWords(jobWith({ state: 'held', asked: { ...asked, answers: [] } }))).toBe('Held: several labels');
  });
});

test('a job that failed by itself is told from one that a person looked for', () => {
  const failedWith = (code: 'not-allowed-now' | 'printer-cut-off' | 'no-label' | 'label-refused') =>
    isMarkedNotPrinted(jobWith({ state: 'failed', failure: { code, message: 'Words.' } }));
  expect(isMarkedNotPrinted(jobWith({ state: 'failed' }))).toBe(true);
  expect(failedWith('not-allowed-now')).toBe(true);
  expect(failedWith('printer-cut-off')).toBe(true);
  expect(failedWith('no-label')).toBe(false);
  expect(failedWith('label-refused')).toBe(false);
  expect(isMarkedNotPrinted(jobWith({ state: 'uncertain' }))).toBe(false);
});

test('a label is in the printer only where the printer said so of a job that was handed over', () => {
  const evidence = printEvidenceSchema.parse({ formatsInPrinter: 1, labelsInPrinter: 1 });
  expect(labelsStillInPrinter(evidence)).toBe(2);
  const states = printJobStates.filter((state) => isInPrinter(jobWith({ state, evidence })));
  expect(states).toEqual(['sending', 'sent']);
  expect(isInPrinter(jobWith({ state: 'sent' }))).toBe(false);
});

test('copies are counted in words', () => {
  expect([0, 1, 2].map(copiesOnPaper)).toEqual(['Not on paper', '1 copy on paper', '2 copies on paper']);
  expect([0, 1, 2].map(copiesToDestroy)).toEqual(['', '1 label to destroy', '2 labels to destroy']);
});
