import { expect, it } from 'vitest';
import type { CupsJobAttributes } from '../../../../src/main/printers/cups/cups-job.ts';
import { jobWords } from '../../../../src/main/printers/cups/cups-job.ts';
import type { CupsQueueAttributes } from '../../../../src/main/printers/cups/cups-queues.ts';

const job = (facts: Partial<CupsJobAttributes>): CupsJobAttributes => ({
  id: 12,
  state: 'processing',
  reasons: ['job-printing'],
  message: '',
  name: null,
  hasBegun: true,
  ...facts,
});

const queue: CupsQueueAttributes = {
  name: 'Zebra',
  deviceUri: null,
  makeAndModel: 'Local Raw Printer',
  description: null,
  isAccepting: true,
  state: 'stopped',
  stateMessage: 'new roll',
  errorPolicy: 'retry-job',
  isRaw: true,
};

it.each<[about: string, job: Partial<CupsJobAttributes>, queue: CupsQueueAttributes | null, words: RegExp | null]>([
  ['a job that is just being sent', {}, null, null],
  ['a job behind others', { state: 'pending' }, null, /^The label waits its turn in CUPS\.$/],
  ['a job on a stopped queue', { state: 'pending' }, queue, /Zebra is stopped in CUPS.*It says: “new roll”$/],
  ['a held job', { state: 'held', reasons: ['job-hold-until-specified'] }, null, /released/],
  ['a job without a password', { state: 'held', reasons: ['cups-held-for-authentication'] }, null, /a password/],
  ['a job that will be tried again', { state: 'held', reasons: ['resources-are-not-ready'] }, null, /again by itself/],
  ['a job held for an unknown reason', { state: 'held', reasons: ['none'] }, null, /^The label is held in CUPS\.$/],
  ['a stopped job', { state: 'stopped', message: 'Jam' }, null, /stopped in the middle of the label\. It says: “Jam”$/],
  ['a printer that is off', { message: 'The printer may not exist or is unavailable at this time.' }, null, /goes on/],
  ['a printer that is silent', { message: 'The printer is not responding.' }, null, /cannot reach/],
  ['a printer in use', { message: 'The printer is in use.' }, null, /busy/],
  ['a printer that is slow', { message: 'Waiting for printer to finish.' }, null, /take the rest/],
  ['a label on its way', { message: 'Connected to printer.' }, null, /^CUPS is sending the label\.$/],
  ['anything else', { message: 'Drum is full.' }, null, /^CUPS is sending the label\. It says: “Drum is full\.”$/],
  ['a completed job', { state: 'completed' }, null, null],
])('%s is told in plain words', (_about, facts, behind, words) => {
  const told = jobWords(job(facts), behind);
  if (words === null) expect(told).toBeNull();
  else expect(told).toMatch(words);
});
