import { expect, it } from 'vitest';
import type { CupsJobAttributes } from '../../../../src/main/printers/cups/cups-job.ts';
import { jobStatus } from '../../../../src/main/printers/cups/cups-job.ts';
import type { CupsQueueAttributes } from '../../../../src/main/printers/cups/cups-queues.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';

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

it.each<[about: string, job: Partial<CupsJobAttributes>, queue: CupsQueueAttributes | null, status: Message | null]>([
  ['a job that CUPS has just begun to send', {}, null, null],
  ['a job behind others', { state: 'pending' }, null, message('printer.queue-status.waiting')],
  [
    'a job on a stopped queue',
    { state: 'pending' },
    queue,
    message('printer.queue-status.queue-stopped', { queue: 'Zebra', report: 'new roll' }),
  ],
  [
    'a held job',
    { state: 'held', reasons: ['job-hold-until-specified'] },
    null,
    message('printer.queue-status.held-until-released'),
  ],
  [
    'a job without a password',
    { state: 'held', reasons: ['cups-held-for-authentication'] },
    null,
    message('printer.queue-status.authentication'),
  ],
  [
    'a job that will be tried again',
    { state: 'held', reasons: ['resources-are-not-ready'] },
    null,
    message('printer.queue-status.retrying', { report: null }),
  ],
  [
    'a job held for an unknown reason',
    { state: 'held', reasons: ['none'] },
    null,
    message('printer.queue-status.held'),
  ],
  [
    'a stopped job',
    { state: 'stopped', message: 'Jam' },
    null,
    message('printer.queue-status.stopped', { report: 'Jam' }),
  ],
  [
    'a printer that is off',
    { message: 'The printer may not exist or is unavailable at this time.' },
    null,
    message('printer.queue-status.unreachable'),
  ],
  [
    'a printer that is silent',
    { message: 'The printer is not responding.' },
    null,
    message('printer.queue-status.unreachable'),
  ],
  ['a printer in use', { message: 'The printer is in use.' }, null, message('printer.queue-status.busy')],
  [
    'a printer that is slow',
    { message: 'Waiting for printer to finish.' },
    null,
    message('printer.queue-status.finishing'),
  ],
  [
    'a label that is being sent',
    { message: 'Connected to printer.' },
    null,
    message('printer.queue-status.sending', { report: null }),
  ],
  [
    'anything else',
    { message: 'Drum is full.' },
    null,
    message('printer.queue-status.sending', { report: 'Drum is full.' }),
  ],
  ['a completed job', { state: 'completed' }, null, null],
])('CUPS job status: %s', (_about, facts, behind, status) => {
  expect(jobStatus(job(facts), behind)).toEqual(status);
});
