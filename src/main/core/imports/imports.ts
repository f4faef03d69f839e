import { type Failure, failed, success } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type ImportReport, type ImportState, maxFilesAtOnce } from '../../../shared/orders/import-state.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import type { Notices } from '../notices.ts';
import { instant } from '../ports/clock.ts';
import type { AddImport, FileOutcome, WaitingFile } from '../ports/files.ts';
import type { Records } from '../ports/records.ts';
import { sanitizeText } from './file-text.ts';
import { type FileImportParts, type ImportResult, type ImportStep, importFile } from './import-file.ts';

/** Reports kept for the window; a new one replaces the oldest. */
const maxReports = 20;

export interface ImportsParts extends FileImportParts {
  records: FileImportParts['records'] & Pick<Records, 'note'>;
  notices: Pick<Notices, 'notify'>;
}

/** Imports orders of other systems into one environment's records, one file after another. */
export interface Imports {
  /** Queues a file and gives what became of it, unless the queue is full. */
  add: AddImport;
  /** Stops the running import between two transactions, and removes those that wait. */
  cancel(): void;
  state(): Omit<ImportState, 'watched'>;
  /** Begins no import; resolves when the running one has ended. */
  stop(): Promise<void>;
}

interface Job {
  file: WaitingFile;
  resolve: (outcome: FileOutcome) => void;
  /** Imports it, for whoever added it. */
  run(): Promise<void>;
}

interface Running {
  name: string;
  progress: ImportStep;
  stopping: 'operator' | 'station' | null;
}

export function createImports(parts: ImportsParts): Imports {
  const { clock, announce } = parts;
  const pending: Job[] = [];
  let reports: ImportReport[] = [];
  let running: Running | null = null;
  let lastId = 0;
  let isStopped = false;

  const report = ({ name, from }: WaitingFile, end: ImportResult): FileOutcome => {
    lastId += 1;
    const made: ImportReport = {
      id: lastId,
      at: instant(clock.now()),
      name: sanitizeText(name, 200),
      from,
      ...end.report,
    };
    reports = [made, ...reports].slice(0, maxReports);
    return { report: made, isRetryable: end.isRetryable };
  };

  const importNext = async (job: Job): Promise<void> => {
    const now: Running = {
      name: sanitizeText(job.file.name, 200),
      progress: { step: 'reading', done: 0, total: null },
      stopping: null,
    };
    running = now;
    announce('import');
    const end = await importFile(job.file, {
      ...parts,
      stopping: () => now.stopping,
      onProgress(progress) {
        now.progress = progress;
        announce('import');
      },
    });
    running = null;
    await reportOutcome(job, report(job.file, end));
  };

  const reportOutcome = async (job: Job, outcome: FileOutcome): Promise<void> => {
    const { name, from, message: reason, outcome: word } = outcome.report;
    const isGood = word === 'imported' || word === 'already known';
    const result = message('import.file-result', { name: sanitizeText(name, 80), reason });
    if (!isStopped && (from === 'operator' || !isGood)) {
      parts.notices.notify({ tone: isGood ? 'success' : 'warning', message: result });
    }
    announce('import');
    job.resolve(outcome);
    const activity = {
      at: outcome.report.at,
      who: from === 'operator' ? 'operator' : 'station',
      what: 'import-file',
      code: null,
      outcome: result,
    } as const;
    await parts.records.note(activity);
  };

  /** The queue may have been started by someone else: what follows on a promise runs for whoever waits for it. */
  const newJob = (file: WaitingFile, resolve: Job['resolve']): Job => {
    let start = (): void => {};
    const started = new Promise<void>((begin) => {
      start = begin;
    });
    const ended = started.then(() => importNext(job));
    const job: Job = {
      file,
      resolve,
      run() {
        start();
        return ended;
      },
    };
    return job;
  };

  const queue = createSerialQueue(async () => {
    for (let job = pending.shift(); job; job = pending.shift()) {
      if (isStopped) job.resolve(report(job.file, notStarted));
      else await job.run().catch(parts.onBug);
    }
  }, parts.onBug);

  const stopRunning = (who: Running['stopping']): void => {
    if ((running === null || running.stopping !== null) && pending.length === 0) return;
    if (running) running.stopping ??= who;
    for (const job of pending.splice(0)) job.resolve(report(job.file, notStarted));
    announce('import');
  };

  return {
    add(file) {
      if (isStopped || pending.length >= maxFilesAtOnce) return failed(isStopped ? closing : queueFull);
      const outcome = new Promise<FileOutcome>((resolve) => pending.push(newJob(file, resolve)));
      announce('import');
      queue.wake();
      return success(outcome);
    },
    cancel: () => stopRunning('operator'),
    state: () => ({
      running: running && { name: running.name, ...running.progress, isStopping: running.stopping !== null },
      waiting: pending.length,
      reports,
    }),
    async stop() {
      isStopped = true;
      stopRunning('station');
      await queue.stop();
    },
  };
}

const notStarted: ImportResult = {
  report: {
    outcome: 'stopped',
    message: message('import.not-started'),
    orders: { new: 0, completed: 0, known: 0 },
    faults: [],
    moreFaults: 0,
  },
  isRetryable: true,
};

const notAllowed = (reason: Message): Failure => ({ code: 'not-allowed-now', message: reason });
const queueFull = notAllowed(message('import.queue-full', { limit: maxFilesAtOnce }));
const closing = notAllowed(message('import.environment-closing'));
