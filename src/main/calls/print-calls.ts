import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { Printer } from '../../shared/printer.ts';
import type { Records } from '../core/ports/records.ts';
import type { PrintQueue } from '../core/printing/print-queue.ts';
import type { Handlers } from './handlers.ts';

/** Jobs listed at most. */
const listLimit = 500;

type PrintCall =
  | 'print-jobs.list'
  | 'print-job.cancel'
  | 'print-job.settle'
  | 'print-job.hold'
  | 'print-job.go-on'
  | 'print-job.move'
  | 'print-job.answer'
  | 'printer.hold'
  | 'printer.go-on'
  | 'printer.move-jobs'
  | 'printer.accept';

export interface PrintCallsParts {
  bench: () => { records: Records; printQueue: PrintQueue };
  /** False where no printer has that name. */
  changePrinter(name: string, change: Partial<Printer>): boolean;
}

/** The calls about print jobs, and about printers as the queue sees them. */
export function printCalls({ bench, changePrinter }: PrintCallsParts): Handlers<PrintCall> {
  const changed = (name: string, change: Partial<Printer>): Result<null> =>
    changePrinter(name, change) ? success(null) : failed(unknownPrinter);
  return {
    'print-jobs.list': async () => success(await bench().records.printJobs(listLimit)),
    'print-job.cancel': ({ jobId }) => bench().printQueue.cancel(jobId),
    'print-job.settle': ({ jobId, printed }) => bench().printQueue.settle(jobId, printed),
    'print-job.hold': ({ jobId }) => bench().printQueue.hold(jobId),
    'print-job.go-on': ({ jobId }) => bench().printQueue.goOn(jobId),
    'print-job.move': ({ jobId, printer }) => bench().printQueue.move(jobId, printer),
    'print-job.answer': ({ jobId, answer }) => bench().printQueue.answer(jobId, answer),

    'printer.hold': async ({ name }) => changed(name, { onHold: true }),
    'printer.go-on': async ({ name }) => changed(name, { onHold: false }),
    'printer.move-jobs': ({ from, to }) => bench().printQueue.moveAll(from, to),
    // Forgotten, the one who answers now is got acquainted with.
    'printer.accept': async ({ name }) => changed(name, { known: undefined }),
  };
}

const unknownPrinter: Failure = { code: 'not-found-here', message: 'No printer of that name is set up.' };
