import { describe, expect, test } from 'vitest';
import { jobEvidence, jobFootnotes, jobTimeWords } from '../../../../src/renderer/screens/print-queue/job-evidence.ts';
import { groupDigits } from '../../../../src/renderer/text/dates.ts';
import {
  type PrintEvidence,
  type PrintJob,
  printEvidenceSchema,
  printJobStates,
} from '../../../../src/shared/printing/print-job.ts';
import type { HeldReason } from '../../../../src/shared/printing/printer.ts';
import { printJob } from '../samples.ts';

const plain = (text: string) => text.replaceAll('\u202F', ' ');
const known = (change: Partial<PrintEvidence>): PrintEvidence => ({ ...printEvidenceSchema.parse({}), ...change });

interface Case {
  readonly job: Partial<PrintJob>;
  readonly queuePosition?: number;
  readonly reasons?: readonly HeldReason[];
  readonly says: string;
}

const wordsOf = ({ job, queuePosition, reasons = [] }: Omit<Case, 'says'>): string =>
  plain(jobEvidence(printJob(job), { queuePosition: queuePosition ?? null, reasons }));

const whole = { bytesSent: 9804 } as const;
const cutOff = {
  code: 'printer-cut-off',
  message: 'The connection to 10.0.0.8 broke before the label was sent to its end.',
} as const;
const scanIt = 'Scan the label if you have it.';

describe('what waits says that it was not sent, and why', () => {
  test.each<Case>([
    { job: {}, queuePosition: 1, says: 'Not sent yet. First in line.' },
    { job: {}, queuePosition: 3, says: 'Not sent yet. 2 before it in line.' },
    { job: {}, says: 'Not sent yet.' },
    { job: { state: 'held', reasons: ['paper out'] }, queuePosition: 1, says: 'Not sent yet. First in line.' },
    {
      // Said once, on the printer's band.
      job: { state: 'held', reasons: ['unreachable'], failure: { code: 'printer-unreachable', message: 'It is off.' } },
      queuePosition: 1,
      says: 'Not sent yet. First in line.',
    },
    {
      job: { state: 'held', failure: { code: 'no-label', message: 'Its PDF could not be drawn.' } },
      queuePosition: 1,
      says: 'Its PDF could not be drawn. Not sent yet. First in line.',
    },
    { job: { state: 'held', onHold: true }, says: 'Not sent yet. Held by hand; the others pass it.' },
    {
      job: {
        state: 'held',
        asked: {
          question: 'resolution differs',
          words: 'Made for 203 dpi; this printer has 300: it would come out at two thirds of its size.',
          answers: ['print anyway', 'print pdf'],
        },
      },
      says: 'Made for 203 dpi; this printer has 300: it would come out at two thirds of its size. Not sent yet: it waits for your answer.',
    },
  ])('$says', ({ says, ...given }) => expect(wordsOf(given)).toBe(says));
});

describe('what is on the wire says where it is', () => {
  test.each<Case>([
    { job: {}, says: '9 804 bytes on their way to the printer.' },
    { job: { bytesSent: 2310 }, says: '2 310 of 9 804 bytes on their way to the printer.' },
    {
      job: {},
      reasons: ['not answering'],
      says: '9 804 bytes on their way. The printer takes no more for the moment.',
    },
    { job: whole, says: 'All 9 804 bytes handed over. Waiting for the printer’s word.' },
    {
      job: { ...whole, evidence: known({ labelsInPrinter: 1 }) },
      reasons: ['paper out'],
      says: 'In the printer: 1 label left. It prints this one itself when paper is back.',
    },
    {
      job: { ...whole, evidence: known({ labelsInPrinter: 1, formatsInPrinter: 1 }) },
      reasons: ['on hold', 'head open'],
      says: 'In the printer: 2 labels left. It prints this one itself when the head is closed.',
    },
    {
      job: { ...whole, evidence: known({ formatsInPrinter: 1 }) },
      reasons: ['not answering'],
      says: 'In the printer: 1 label left. It prints this one itself when the fault is gone.',
    },
    {
      job: { ...whole, evidence: known({ formatsInPrinter: 1, labelsInPrinter: 0 }) },
      says: 'In the printer: 1 label left. It prints this one itself.',
    },
    {
      job: { evidence: known({ queueReference: 'Q-12', queueWords: 'Waiting for printer to finish.' }) },
      says: 'In the print queue of this computer as Q-12: Waiting for printer to finish.',
    },
    { job: { evidence: known({ queueReference: 'Q-12' }) }, says: 'In the print queue of this computer as Q-12.' },
  ])('$says', ({ says, job, ...given }) => expect(wordsOf({ job: { ...job, state: 'sending' }, ...given })).toBe(says));
});

describe('bytes handed over are never called a label', () => {
  test.each<Case>([
    { job: {}, says: 'All 9 804 bytes handed over. No word from the printer.' },
    { job: { evidence: known({ told: 'silent' }) }, says: 'All 9 804 bytes handed over. No word from the printer.' },
    { job: { evidence: known({ told: 'one-way' }) }, says: 'All 9 804 bytes handed over. No word from the printer.' },
    {
      job: { evidence: known({ told: 'answered' }) },
      says: 'All 9 804 bytes handed over. The printer has not said that it printed.',
    },
    {
      job: { evidence: known({ told: 'answered', formatsInPrinter: 0, labelsInPrinter: 0, countBefore: 18204 }) },
      says: 'All 9 804 bytes handed over. The printer has not said that it printed.',
    },
    {
      job: { evidence: known({ told: 'answered', formatsInPrinter: 0, labelsInPrinter: 0 }) },
      says: 'All 9 804 bytes handed over. Nothing is left in the printer, but it counts no labels.',
    },
    {
      job: { evidence: known({ queueReference: 'Q-12' }) },
      says: 'In the print queue of this computer as Q-12: handed on to the printer. No word from the printer.',
    },
    {
      job: { evidence: known({ told: 'answered', countBefore: 18204, countAfter: 18204 }) },
      says: 'All 9 804 bytes handed over. The printer’s counter did not move: 18 204.',
    },
    {
      job: { evidence: known({ told: 'answered', countBefore: 18204, countAfter: 18207 }) },
      says: 'All 9 804 bytes handed over. Counter 18 204 to 18 207, which is no proof here.',
    },
    {
      job: { evidence: known({ queueReference: 'Q-12', queueWords: 'completed' }) },
      says: 'In the print queue of this computer as Q-12: completed. No word from the printer.',
    },
  ])('$says', ({ says, job }) => {
    const words = wordsOf({ job: { ...whole, ...job, state: 'sent' } });
    expect(words).toBe(says);
    expect(words.replace('has not said that it printed', '')).not.toMatch(/\bprinted\b/i);
  });

  test('and one that the printer still has is printed by nobody else', () => {
    const evidence = known({ told: 'answered', labelsInPrinter: 1 });
    expect(wordsOf({ job: { ...whole, state: 'sent', evidence }, reasons: ['paper out'] })).toBe(
      'In the printer: 1 label left. It prints this one itself when paper is back.',
    );
  });
});

describe('what printed says who proved it', () => {
  test.each<Case>([
    {
      job: { evidence: known({ provedBy: 'counter', countBefore: 18204, countAfter: 18205 }) },
      says: 'Counter 18 204 to 18 205, buffer empty.',
    },
    { job: { evidence: known({ provedBy: 'counter' }) }, says: 'The printer’s own counter proves it.' },
    { job: { evidence: known({ provedBy: 'scan' }) }, says: 'Proved by a scan of the label.' },
    { job: { evidence: known({ provedBy: 'person' }) }, says: 'Somebody has the label in hand.' },
  ])('$says', ({ says, job }) => expect(wordsOf({ job: { ...job, state: 'printed' } })).toBe(says));
});

describe('what is in doubt says how far it got and asks for the label', () => {
  test.each<Case>([
    { job: { bytesSent: 2310 }, says: `The connection ended after 2 310 of 9 804 bytes. ${scanIt}` },
    {
      job: { bytesSent: 2310, failure: cutOff },
      says: `The connection to 10.0.0.8 broke before the label was sent to its end, after 2 310 of 9 804 bytes. ${scanIt}`,
    },
    {
      job: { ...whole, failure: { ...cutOff, message: 'The printer was switched off.' } },
      says: `The printer was switched off. ${scanIt}`,
    },
    { job: whole, says: `The connection ended after all 9 804 bytes were handed over. ${scanIt}` },
    {
      job: { failure: { code: 'unexpected', message: 'The station stopped while it was sent.' } },
      says: `The station stopped while it was sent. ${scanIt}`,
    },
    { job: {}, says: `Nobody knows how much of it reached the printer. ${scanIt}` },
    {
      job: { evidence: known({ queueReference: 'Q-12', queueWords: 'canceled' }) },
      says: `In the print queue of this computer as Q-12: canceled. ${scanIt}`,
    },
    {
      job: {
        failure: { ...cutOff, message: 'The station stopped while a print queue had this label.' },
        evidence: known({ queueReference: 'Q-12' }),
      },
      says: `The station stopped while a print queue had this label. ${scanIt}`,
    },
  ])('$says', ({ says, job }) => expect(wordsOf({ job: { ...job, state: 'uncertain' } })).toBe(says));
});

describe('what failed says why, or that somebody looked', () => {
  test.each<Case>([
    {
      job: {
        failure: {
          code: 'rejected',
          message: 'Refused: ~JR at byte 12 resets the printer.',
          next: 'Show it to the service.',
        },
      },
      says: 'Refused: ~JR at byte 12 resets the printer. Show it to the service.',
    },
    { job: {}, says: 'Somebody looked: no label came out.' },
    {
      job: { ...whole, failure: { code: 'not-allowed-now', message: 'Somebody said that it did not print.' } },
      says: 'Somebody looked: no label came out.',
    },
    { job: { bytesSent: 2310, failure: cutOff }, says: 'Somebody looked: no label came out.' },
  ])('$says', ({ says, job }) => expect(wordsOf({ job: { ...job, state: 'failed' } })).toBe(says));
});

test.each(printJobStates)('a job that is %s has something to say, at the end of a sentence', (state) => {
  expect(wordsOf({ job: { state } })).toMatch(/\.$/);
});

describe('beside the evidence', () => {
  const notesOf = (job: Partial<PrintJob>): string[] => jobFootnotes(printJob(job)).map(plain);

  test('an ordinary job has no more to say', () => expect(notesOf({})).toEqual([]));

  test('stand why a copy was wanted and what was answered', () => {
    expect(notesOf({ reprintReason: 'Damaged', answers: ['print one'] })).toEqual([
      'Another copy: Damaged',
      'Answered: Print one',
    ]);
  });

  test('stands what was taken out of the label, and a long list is counted', () => {
    const takenOut = ['^MMT at byte 12 changes how labels are cut', '^MMT at byte 90 changes how labels are cut'];
    expect(notesOf({ evidence: known({ takenOut }) })).toEqual(['Taken out of the label: ^MMT']);
    const many = ['^MMT', '^PR4', '^MD10', '^LH0,0', '^PON'].map((command, at) => `${command} at byte ${at} does harm`);
    expect(notesOf({ evidence: known({ takenOut: many }) })).toEqual([
      'Taken out of the label: ^MMT, ^PR4, ^MD10 and 2 more',
    ]);
  });

  test('stands what was left in it where something went wrong', () => {
    const evidence = known({ remarks: ['^DN at byte 8 is not known'] });
    expect(notesOf({ state: 'uncertain', evidence })).toEqual(['Left in the label: ^DN']);
    expect(notesOf({ state: 'printed', evidence })).toEqual([]);
  });

  test('stand the counter and the print queue where the job is in doubt', () => {
    const evidence = known({ countBefore: 18204, countAfter: 18204 });
    expect(notesOf({ state: 'uncertain', evidence })).toEqual(['The printer’s counter did not move: 18 204.']);
    const queued = known({ queueReference: 'Q-12', queueWords: 'stopped' });
    expect(notesOf({ state: 'uncertain', failure: cutOff, evidence: queued })).toEqual([
      'In the print queue of this computer as Q-12: stopped.',
    ]);
  });
});

describe('the time of a print job', () => {
  const now = Date.parse('2026-11-21T14:08:30.000Z');

  test('says how long a job has been waiting', () => {
    expect(jobTimeWords(printJob({ state: 'held' }), now)).toMatch(/^\d\d:\d\d, waiting 3 min$/);
  });

  test('is the clock’s alone for any other', () => {
    expect(jobTimeWords(printJob({ state: 'sent' }), now)).toMatch(/^\d\d:\d\d$/);
  });
});

test.each([
  [0, '0'],
  [999, '999'],
  [9804, '9 804'],
  [1234567, '1 234 567'],
])('%d is written in threes', (count, words) => {
  expect(plain(groupDigits(count))).toBe(words);
});
