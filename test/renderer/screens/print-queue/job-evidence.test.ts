import { describe, expect, test } from 'vitest';
import { verdictOn } from '../../../../src/renderer/presentation/verdict.ts';
import { factsOfJob } from '../../../../src/renderer/presentation/verdict-facts.ts';
import {
  jobDetails,
  jobNotes,
  jobStanding,
  jobTimeText,
} from '../../../../src/renderer/screens/print-queue/job-evidence.ts';
import { groupDigits } from '../../../../src/renderer/text/dates.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import {
  type PrintEvidence,
  type PrintJob,
  printEvidenceSchema,
  printJobStates,
} from '../../../../src/shared/printing/print-job.ts';
import type { HeldReason } from '../../../../src/shared/printing/printer.ts';
import type { PrinterConnection } from '../../../../src/shared/printing/printer-connection.ts';
import { printerState, printJob } from '../samples.ts';

const tcp = { kind: 'tcp', host: '10.0.0.8', port: 9100 } as const;
const plain = (text: string) => text.replaceAll('\u202F', ' ');
const known = (change: Partial<PrintEvidence>): PrintEvidence => ({ ...printEvidenceSchema.parse({}), ...change });

interface Case {
  readonly job: Partial<PrintJob>;
  readonly queuePosition?: number;
  readonly reasons?: HeldReason[];
  readonly says: string;
}

const standingOf = ({ job, queuePosition, reasons = [] }: Omit<Case, 'says'>, connection: PrinterConnection = tcp) => {
  const given = printJob(job);
  const labelsBefore = queuePosition === undefined ? null : queuePosition - 1;
  const context = {
    environmentKind: 'practice',
    printers: [printerState({ name: given.printer, reasons, connection })],
    now: 0,
  } as const;
  return jobStanding(verdictOn(factsOfJob(given, { labelsBefore, isNewest: true }, context)), given);
};
const evidenceOf = (given: Omit<Case, 'says'>): string => standingOf(given).sentence;
const detailsOf = (job: Partial<PrintJob>): string[] => jobDetails(printJob(job));

const whole = { bytesSent: 9804 } as const;
const stored = (text: string) => message('stored-sentence', { text });
const cutOff = {
  code: 'printer-cut-off',
  message: stored('The connection to 10.0.0.8 broke before the label was sent to its end.'),
} as const;
const scanOrMark = 'Scan the printed label, or mark it as not printed.';
const queueMessage = (report: string) => message('printer.windows-status.reported', { report });

describe('print job evidence: a waiting job was not sent, and why', () => {
  test.each<Case>([
    { job: {}, queuePosition: 1, says: 'Next to print on Zebra A.' },
    { job: {}, queuePosition: 3, says: '2 labels before this one on Zebra A.' },
    { job: {}, says: 'The label is in the queue for Zebra A.' },
    { job: { state: 'held', reasons: ['paper out'] }, queuePosition: 1, says: 'Next to print on Zebra A.' },
    {
      // Shown once, on the printer's band.
      job: {
        state: 'held',
        reasons: ['unreachable'],
        failure: { code: 'printer-unreachable', message: message('print-job.printer-not-answering') },
      },
      queuePosition: 1,
      says: 'Next to print on Zebra A.',
    },
    {
      job: { state: 'held', failure: { code: 'no-label', message: message('label.unreadable-file') } },
      queuePosition: 1,
      says: 'The saved label could not be read from the disk. Print the parcel again to download the label again.',
    },
    { job: { state: 'held', onHold: true }, says: 'An operator paused this label. Press Resume to print it.' },
    {
      job: {
        state: 'held',
        question: {
          kind: 'resolution differs',
          message: message('print-question.resolution-differs', { labelDpi: 203, printerDpi: 300, size: 'small' }),
          answers: ['print anyway', 'print pdf'],
        },
      },
      says: 'The label is made for 203 dpi, and the printer has 300 dpi. It would print too small.',
    },
    {
      job: {
        state: 'held',
        question: { kind: 'draws nothing', message: stored('Nothing would come out.'), answers: ['print anyway'] },
      },
      says: 'The label would print blank.',
    },
  ])('$says', ({ says, ...given }) => expect(evidenceOf(given)).toBe(says));
});

describe('print job evidence: a job on its way', () => {
  test.each<Case>([
    { job: {}, says: 'The label is being sent to Zebra A.' },
    { job: { bytesSent: 2310 }, says: 'The label is being sent to Zebra A.' },
    {
      job: {},
      reasons: ['not answering'],
      says: 'Check the paper, the ribbon and the printer lid. Printing resumes automatically.',
    },
    { job: whole, says: 'Waiting for Zebra A to confirm the print.' },
    {
      job: { ...whole, evidence: known({ labelsInPrinter: 1 }) },
      reasons: ['paper out'],
      says: 'Put in a new roll and close the printer lid. Printing resumes automatically.',
    },
    {
      job: { ...whole, evidence: known({ labelsInPrinter: 1, formatsInPrinter: 1 }) },
      reasons: ['on hold', 'head open'],
      says: 'Close the printer lid. Printing resumes automatically.',
    },
    {
      job: { ...whole, evidence: known({ formatsInPrinter: 1, labelsInPrinter: 0 }) },
      reasons: ['on hold'],
      says: 'Zebra A still has 1 label to print.',
    },
    {
      job: { evidence: known({ queueReference: 'Q-12', queueMessage: queueMessage('Waiting for printer.') }) },
      says: 'Windows print queue: “Waiting for printer.”',
    },
    {
      job: { evidence: known({ queueReference: 'Q-12', queueMessage: stored('Waiting for printer.') }) },
      says: 'The label is in this computer’s print queue.',
    },
    { job: { evidence: known({ queueReference: 'Q-12' }) }, says: 'The label is in this computer’s print queue.' },
  ])('$says', ({ says, job, ...given }) =>
    expect(evidenceOf({ job: { ...job, state: 'sending' }, ...given })).toBe(says),
  );
});

describe('print job evidence: sent bytes are never called a printed label', () => {
  const check = 'Check that the label came out of Zebra A.';
  const waiting = 'Waiting for Zebra A to confirm the print.';
  test.each<Case>([
    { job: {}, says: check },
    { job: { evidence: known({ statusReport: 'silent' }) }, says: check },
    { job: { evidence: known({ statusReport: 'one-way' }) }, says: check },
    { job: { evidence: known({ statusReport: 'answered' }) }, says: waiting },
    {
      job: {
        evidence: known({ statusReport: 'answered', formatsInPrinter: 0, labelsInPrinter: 0, countBefore: 18204 }),
      },
      says: waiting,
    },
    { job: { evidence: known({ statusReport: 'answered', formatsInPrinter: 0, labelsInPrinter: 0 }) }, says: check },
    { job: { evidence: known({ queueReference: 'Q-12' }) }, says: check },
    { job: { evidence: known({ statusReport: 'answered', countBefore: 18204, countAfter: 18204 }) }, says: check },
    { job: { evidence: known({ statusReport: 'answered', countBefore: 18204, countAfter: 18207 }) }, says: check },
    {
      job: { evidence: known({ queueReference: 'Q-12', queueMessage: queueMessage('completed') }) },
      says: 'Windows print queue: “completed”',
    },
  ])('$says', ({ says, job }) => {
    const evidence = evidenceOf({ job: { ...whole, ...job, state: 'sent' } });
    expect(evidence).toBe(says);
    expect(evidence).not.toMatch(/\bprinted\b/i);
  });

  test('a label that the printer still has', () => {
    const evidence = known({ statusReport: 'answered', labelsInPrinter: 1 });
    expect(standingOf({ job: { ...whole, state: 'sent', evidence }, reasons: ['paper out'] })).toEqual({
      cause: 'Paper out',
      sentence: 'Put in a new roll and close the printer lid. Printing resumes automatically.',
    });
  });

  test('a virtual printer prints no paper', () => {
    const job = { ...whole, state: 'sent' } as const;
    expect(standingOf({ job }, { kind: 'virtual' })).toEqual({
      cause: null,
      sentence: 'No paper: practice printer only.',
    });
  });
});

describe('print job evidence: the cause stands beside the state', () => {
  test.each<[Omit<Case, 'says'>, string | null]>([
    [{ job: { state: 'held', reasons: ['paper out'] } }, 'Paper out'],
    [{ job: { state: 'queued' }, reasons: ['unreachable'] }, 'Printer unreachable'],
    [{ job: { state: 'held', onHold: true } }, 'Label paused'],
    [{ job: { state: 'queued' } }, null],
    [{ job: { state: 'printed' } }, null],
    [{ job: { state: 'uncertain' } }, null],
  ])('%j: %s', (given, cause) => expect(standingOf(given).cause).toBe(cause));
});

describe('print job evidence: a printed label names what confirmed it', () => {
  test.each<Case>([
    {
      job: { evidence: known({ confirmedBy: 'counter', countBefore: 18204, countAfter: 18205 }) },
      says: 'Confirmed by Zebra A.',
    },
    { job: { evidence: known({ confirmedBy: 'scan' }) }, says: 'Confirmed by scanning the label.' },
    { job: { evidence: known({ confirmedBy: 'operator' }) }, says: 'Confirmed by an operator.' },
  ])('$says', ({ says, job }) => expect(evidenceOf({ job: { ...job, state: 'printed' } })).toBe(says));
});

describe('print job evidence: an uncertain label has to be scanned or marked', () => {
  test.each<Case>([
    { job: { bytesSent: 2310 }, says: `The label may not have printed. ${scanOrMark}` },
    { job: { bytesSent: 2310, failure: cutOff }, says: `The label may not have printed. ${scanOrMark}` },
    {
      job: { ...whole, failure: { ...cutOff, message: message('print-job.printer-was-away') } },
      says: `The label may not have printed: the printer was off or disconnected. ${scanOrMark}`,
    },
    {
      job: { ...whole, failure: { ...cutOff, message: message('print-job.printer-connecting') } },
      says: `The printer has not accepted the connection yet. It may be busy with another label. ${scanOrMark}`,
    },
    { job: {}, says: `The label may not have printed. ${scanOrMark}` },
    {
      job: { evidence: known({ queueReference: 'Q-12', queueMessage: queueMessage('canceled') }) },
      says: `Windows print queue: “canceled” ${scanOrMark}`,
    },
    {
      job: {
        failure: { ...cutOff, message: message('print-job.station-stopped') },
        evidence: known({ queueReference: 'Q-12' }),
      },
      says: 'Packbench closed while the label was in a print queue. Check whether the label came out.',
    },
  ])('$says', ({ says, job }) => expect(evidenceOf({ job: { ...job, state: 'uncertain' } })).toBe(says));
});

describe('print job evidence: a failed label says why, or that an operator marked it', () => {
  const marked = 'An operator marked this label as not printed. Print it again.';
  test.each<Case>([
    {
      job: { failure: { code: 'no-label', message: message('label.none') } },
      says: 'The service provided no 4x6 label for this parcel. Ask the service for the label.',
    },
    {
      job: { failure: { code: 'rejected', message: stored('Refused: ~JR at byte 12 resets the printer.') } },
      says: 'The label was not sent to a printer.',
    },
    { job: {}, says: marked },
    {
      job: {
        ...whole,
        failure: { code: 'not-allowed-now', message: stored('An operator marked it as not printed.') },
      },
      says: marked,
    },
    { job: { bytesSent: 2310, failure: cutOff }, says: marked },
  ])('$says', ({ says, job }) => expect(evidenceOf({ job: { ...job, state: 'failed' } })).toBe(says));
});

test.each(printJobStates)('print job evidence: a job that is %s has a complete sentence', (state) => {
  expect(evidenceOf({ job: { state } })).toMatch(/\.$/);
});

describe('print job notes', () => {
  test('an ordinary job has none', () => expect(jobNotes(printJob({}))).toEqual([]));

  test('the reason of a copy and the operator’s answer', () => {
    expect(jobNotes(printJob({ reprintReason: 'Damaged', answers: ['print one'] }))).toEqual([
      'Reason for this copy: Damaged',
      'Answer: Print one',
    ]);
  });
});

describe('print job details', () => {
  test('an ordinary waiting job has none', () => expect(detailsOf({})).toEqual([]));

  test('how many bytes were sent', () => {
    expect(detailsOf({ state: 'sending', bytesSent: 2310 })).toEqual(['2,310 of 9,804 bytes sent.']);
  });

  test('what was removed from the label and what was kept in it', () => {
    const removedCommands = [stored('^MMT at byte 12 changes how labels are cut')];
    const remarks = [stored('^DN at byte 8 is not known')];
    expect(detailsOf({ evidence: known({ removedCommands, remarks }) })).toEqual([
      'Removed from the label: ^MMT at byte 12 changes how labels are cut',
      'Kept in the label: ^DN at byte 8 is not known',
    ]);
  });

  test('the label counter and the print queue', () => {
    const evidence = known({ countBefore: 18204, countAfter: 18207, queueReference: 'Q-12' });
    expect(detailsOf({ state: 'uncertain', evidence })).toEqual([
      'Job Q-12 in this computer’s print queue.',
      'Printer’s label counter: 18,204 before this label, 18,207 after it.',
    ]);
  });

  test('sentences that an earlier version stored', () => {
    const question = { kind: 'draws nothing', message: stored('Nothing would come out.'), answers: [] } as const;
    const evidence = known({ queueReference: 'Q-12', queueMessage: stored('stopped') });
    expect(
      detailsOf({ state: 'uncertain', failure: cutOff, evidence, question: { ...question, answers: [] } }),
    ).toEqual([
      'The connection to 10.0.0.8 broke before the label was sent to its end.',
      'Nothing would come out.',
      'stopped',
      'Job Q-12 in this computer’s print queue.',
    ]);
  });
});

describe('print job time', () => {
  const now = Date.parse('2026-11-21T14:08:30.000Z');

  test('a waiting job: for how long', () => {
    expect(jobTimeText(printJob({ state: 'held' }), now)).toMatch(/^\d\d:\d\d, waiting 3 min$/);
    expect(jobTimeText(printJob({ state: 'held' }), now + 3 * 3_600_000)).toMatch(/, waiting 3 h$/);
    expect(jobTimeText(printJob({ state: 'held' }), now + 24 * 3_600_000)).toMatch(/, waiting 1 day$/);
  });

  test('any other job: the clock time alone', () => {
    expect(jobTimeText(printJob({ state: 'sent' }), now)).toMatch(/^\d\d:\d\d$/);
  });
});

test.each([
  [0, '0'],
  [999, '999'],
  [9804, '9 804'],
  [1234567, '1 234 567'],
])('print job evidence: the number %d has its digits grouped', (count, grouped) => {
  expect(plain(groupDigits(count))).toBe(grouped);
});
