import type { Delivery, SendProgress } from '../../core/ports/printing.ts';
import { untilAborted } from '../abortable.ts';
import { createProgressReporter, type ProgressReporter } from '../progress-reporter.ts';
import type { Datatype, OpenedPrinter, Spooler } from './spooler.ts';
import { closedBeforeSending, labelNotAccepted, lostJob, notOpened } from './windows-failures.ts';
import type { JobIdentity } from './windows-job.ts';
import { spoolerNotAvailable, win32Errors } from './winspool-api.ts';

/** Small enough that progress shows, large enough that a label is a few calls. */
const chunkBytes = 64 * 1024;
/** Milliseconds that a write may block until it counts as stalled: a printer without a spool file blocks it. */
const stalledAfterMs = 1_500;

/** What became of handing a label to the spooler. */
export type SpoolResult = { readonly kind: 'owned'; readonly job: JobIdentity } | Exclude<Delivery, { kind: 'sent' }>;

export interface SpoolRequest {
  readonly printer: string;
  readonly opened: OpenedPrinter;
  readonly document: string;
  readonly datatype: Datatype;
  readonly bytes: Uint8Array;
}

/**
 * StartDocPrinter, StartPagePrinter, WritePrinter until all is taken, EndPagePrinter, EndDocPrinter (learn.microsoft.com, "Send Data
 * Directly to a Printer"). Only a document that was ended is scheduled for printing (MS-RPRN 3.1.4.9.7); one that does not get that
 * far is aborted. A spooler without a spool file, or set to print while it spools, may have sent its beginning by then.
 */
export async function spoolLabel(
  spooler: Spooler,
  label: SpoolRequest,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): Promise<SpoolResult> {
  const { printer, opened, bytes } = label;
  const started = await spooler.startDocument(opened, { name: label.document, datatype: label.datatype });
  if (!started.ok) return { kind: 'not started', failure: notOpened(printer, started.error) };

  const page = await spooler.startPage(opened);
  const reporter = createProgressReporter(progress, stalledAfterMs);
  const written: Written = page.ok
    ? await writeAll(spooler, opened, bytes, reporter, signal)
    : { taken: 0, end: 'refused', error: page.error };
  reporter.end();
  if (written.end !== 'all') {
    // Not waited for: it comes after a write that may still block.
    void spooler.abortDocument(opened);
    return failedDelivery(printer, written);
  }

  const ended = (await spooler.endPage(opened)).ok && (await spooler.endDocument(opened)).ok;
  if (ended) return { kind: 'owned', job: { id: started.value, document: label.document } };
  void spooler.abortDocument(opened);
  return { kind: 'cut off', bytesSent: bytes.length, failure: lostJob(printer, 'not ended') };
}

type Written =
  | { readonly taken: number; readonly end: 'all' }
  /** Stopped before a write, or Windows says that it took nothing. */
  | { readonly taken: number; readonly end: 'stopped' | 'took nothing' }
  /** Stopped while a write blocked. */
  | { readonly taken: number; readonly end: 'left alone' }
  | { readonly taken: number; readonly end: 'refused'; readonly error: number };

async function writeAll(
  spooler: Spooler,
  opened: OpenedPrinter,
  bytes: Uint8Array,
  reporter: ProgressReporter,
  signal: AbortSignal,
): Promise<Written> {
  let taken = 0;
  while (taken < bytes.length) {
    if (signal.aborted) return { taken, end: 'stopped' };
    // A copy: a part of a larger buffer would cross to the thread with all of it.
    const chunk = new Uint8Array(bytes.subarray(taken, taken + chunkBytes));
    const answer = await untilAborted(spooler.write(opened, chunk), signal);
    if (answer === 'aborted') return { taken, end: 'left alone' };
    if (!answer.ok) return { taken, end: 'refused', error: answer.error };
    if (answer.value === 0) return { taken, end: 'took nothing' };
    taken = Math.min(taken + answer.value, bytes.length);
    reporter.taken(taken);
  }
  return { taken, end: 'all' };
}

/** Refusals that come before a byte is looked at; after any other, a printer without a spool file may have had some. */
const errorsBeforeFirstByte: readonly number[] = [
  win32Errors.accessDenied,
  win32Errors.invalidHandle,
  win32Errors.handleDiskFull,
  win32Errors.diskFull,
  win32Errors.printCancelled,
  win32Errors.serverUnavailable,
  win32Errors.callFailedNotExecuted,
  win32Errors.noDocumentStarted,
  spoolerNotAvailable,
];

function failedDelivery(printer: string, written: Exclude<Written, { end: 'all' }>): SpoolResult {
  const { taken } = written;
  if (taken === 0 && written.end === 'stopped') return { kind: 'not started', failure: closedBeforeSending(printer) };
  if (taken === 0 && written.end === 'took nothing') return { kind: 'not started', failure: labelNotAccepted(printer) };
  if (taken === 0 && written.end === 'refused' && errorsBeforeFirstByte.includes(written.error)) {
    return { kind: 'not started', failure: notOpened(printer, written.error) };
  }
  const by = written.end === 'stopped' || written.end === 'left alone' ? 'stopped' : 'refused in the middle';
  return { kind: 'cut off', bytesSent: taken, failure: lostJob(printer, by) };
}
