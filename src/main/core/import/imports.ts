import { type Failure, failed, success } from '../../../shared/failure.ts';
import { type ImportReport, type ImportState, mostFilesAtOnce } from '../../../shared/import-state.ts';
import type { Announce } from '../announce.ts';
import type { Notices } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { AddImport, FileOutcome, WaitingFile } from '../ports/import.ts';
import type { Records } from '../ports/records.ts';
import { createLane } from '../task-lane.ts';
import { type ImportEnd, type ImportStep, importOneFile } from './import-one-file.ts';
import { tidyText } from './tidy-text.ts';

/** Reports kept for the window; the oldest goes when one more comes. */
const mostReports = 20;

export interface ImportsParts {
  records: Pick<Records, 'previewImport' | 'importOrders' | 'createRequest' | 'note'>;
  /** The only place labels of this environment come from. */
  labelOrigin: string;
  clock: Clock;
  announce: Announce;
  notices: Pick<Notices, 'say'>;
  /** Lets everything else go on, now and then. */
  breathe: () => Promise<void>;
  /** Orders are on disk: their labels can be fetched. */
  onStored: () => void;
  onBug: (error: unknown) => void;
}

/** Brings orders of other systems into one environment's records, file after file. */
export interface Imports {
  /** Takes a file into the line and tells what became of it, unless the line is full. */
  add: AddImport;
  /** Stops the running import between two transactions, and drops those that wait. */
  cancel(): void;
  state(): Omit<ImportState, 'watched'>;
  /** No import begins any more; resolves when the running one has ended. */
  stop(): Promise<void>;
}

interface Job {
  file: WaitingFile;
  tell: (outcome: FileOutcome) => void;
}

interface Running {
  name: string;
  progress: ImportStep;
  stopping: 'a person' | 'the station' | null;
}

export function createImports(parts: ImportsParts): Imports {
  const { clock, announce } = parts;
  const line: Job[] = [];
  let reports: ImportReport[] = [];
  let running: Running | null = null;
  let lastId = 0;
  let isStopped = false;

  const report = ({ name, from }: WaitingFile, end: ImportEnd): FileOutcome => {
    lastId += 1;
    const made: ImportReport = { id: lastId, at: instant(clock.now()), name: tidyText(name, 200), from, ...end.told };
    reports = [made, ...reports].slice(0, mostReports);
    return { report: made, mayTryAgain: end.mayTryAgain };
  };

  const importNext = async (job: Job): Promise<void> => {
    const now: Running = {
      name: tidyText(job.file.name, 200),
      progress: { step: 'reading', done: 0, total: null },
      stopping: null,
    };
    running = now;
    announce('import');
    const end = await importOneFile(job.file, {
      ...parts,
      stopping: () => now.stopping,
      onProgress(progress) {
        now.progress = progress;
        announce('import');
      },
    });
    running = null;
    await tellOf(job, report(job.file, end));
  };

  const tellOf = async (job: Job, outcome: FileOutcome): Promise<void> => {
    const { name, from, sentence, next, outcome: word } = outcome.report;
    const isGood = word === 'imported' || word === 'already known';
    if (!isStopped && (from === 'a person' || !isGood)) {
      const text = `${tidyText(name, 80)}: ${sentence}`;
      parts.notices.say({ tone: isGood ? 'success' : 'warning', text, ...(next !== null && { next }) });
    }
    announce('import');
    job.tell(outcome);
    const activity = {
      at: outcome.report.at,
      who: from === 'a person' ? 'operator' : 'station',
      what: `import ${tidyText(name, 80)}`,
      code: null,
      outcome: tidyText(`${word}: ${sentence}`, 500),
    } as const;
    await parts.records.note(activity);
  };

  const lane = createLane(async () => {
    for (let job = line.shift(); job; job = line.shift()) {
      if (isStopped) job.tell(report(job.file, neverBegun));
      else await importNext(job).catch(parts.onBug);
    }
  }, parts.onBug);

  const stopRunning = (who: Running['stopping']): void => {
    if ((running === null || running.stopping !== null) && line.length === 0) return;
    if (running) running.stopping ??= who;
    for (const job of line.splice(0)) job.tell(report(job.file, neverBegun));
    announce('import');
  };

  return {
    add(file) {
      if (isStopped || line.length >= mostFilesAtOnce) return failed(isStopped ? closing : lineFull);
      const outcome = new Promise<FileOutcome>((tell) => line.push({ file, tell }));
      announce('import');
      lane.kick();
      return success(outcome);
    },
    cancel: () => stopRunning('a person'),
    state: () => ({
      running: running && { name: running.name, ...running.progress, isStopping: running.stopping !== null },
      waiting: line.length,
      reports,
    }),
    async stop() {
      isStopped = true;
      stopRunning('the station');
      await lane.stop();
    },
  };
}

const neverBegun: ImportEnd = {
  told: {
    outcome: 'stopped',
    sentence: 'Not begun: imports were stopped before its turn came.',
    next: null,
    orders: { new: 0, completed: 0, known: 0 },
    faults: [],
    moreFaults: 0,
  },
  mayTryAgain: true,
};

const lineFull: Failure = {
  code: 'not-allowed-now',
  message: `Not taken: ${mostFilesAtOnce} files wait to be imported.`,
  next: 'Wait until some are done.',
};

const closing: Failure = { code: 'not-allowed-now', message: 'Not taken: the environment is being closed.' };
