import { describe, expect, test } from 'vitest';
import { jobEvidence, jobTimeWords } from '../../../../src/renderer/screens/print-queue/job-evidence.ts';
import { inThrees } from '../../../../src/renderer/words/digits.ts';
import { printJobStates } from '../../../../src/shared/print-job.ts';
import { printJob } from '../samples.ts';

const plain = (text: string) => text.replaceAll('\u202F', ' ');

describe('evidence of a print job', () => {
  test('what waits says where it stands in line', () => {
    expect(jobEvidence(printJob(), 1)).toBe('Not sent yet. First in line.');
    expect(jobEvidence(printJob(), 3)).toBe('Not sent yet. 2 before it in line.');
  });

  test('what is held says why', () => {
    const failure = { code: 'printer-unreachable', message: '10.0.0.8 does not answer.' } as const;
    expect(jobEvidence(printJob({ state: 'held', failure }), 1)).toBe(
      '10.0.0.8 does not answer. Not sent yet. First in line.',
    );
  });

  test('bytes handed over are never called printed', () => {
    const words = plain(jobEvidence(printJob({ state: 'sent', bytesHandedOver: 9804 }), null));
    expect(words).toBe('All 9 804 bytes handed over. No word from the printer.');
  });

  test('what was cut off says how far it got and asks for the label', () => {
    const words = plain(jobEvidence(printJob({ state: 'uncertain', bytesHandedOver: 2310 }), null));
    expect(words).toBe('The connection ended after 2 310 of 9 804 bytes. Scan the label if you have it.');
  });

  test('what failed says why, or that somebody looked', () => {
    const failure = { code: 'no-label', message: 'The kept label could not be read.' } as const;
    expect(jobEvidence(printJob({ state: 'failed', failure }), null)).toBe('The kept label could not be read.');
    expect(jobEvidence(printJob({ state: 'failed' }), null)).toBe('Somebody looked: no label came out.');
  });

  test.each(printJobStates)('a job that is %s has something to say', (state) => {
    expect(jobEvidence(printJob({ state }), null)).not.toBe('');
  });
});

describe('the time of a print job', () => {
  const now = Date.parse('2026-11-21T14:08:30.000Z');

  test('says how long a job has been waiting', () => {
    expect(jobTimeWords(printJob({ state: 'held' }), now)).toMatch(/^\d\d:\d\d, waiting 3 min$/);
  });

  test('says how long ago any other was made', () => {
    expect(jobTimeWords(printJob({ state: 'sent' }), now)).toMatch(/^\d\d:\d\d, 3 min ago$/);
  });
});

test.each([
  [0, '0'],
  [999, '999'],
  [9804, '9 804'],
  [1234567, '1 234 567'],
])('%d is written in threes', (count, words) => {
  expect(plain(inThrees(count))).toBe(words);
});
