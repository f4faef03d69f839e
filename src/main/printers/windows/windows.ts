import { randomUUID } from 'node:crypto';
import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import { untilAborted } from '../../concurrency/waiting.ts';
import type { Delivery, OpenPrinter, PrinterTransport, SendProgress } from '../../core/ports/printing.ts';
import { closedBeforeSending, emptyLabel, openStopped, unidirectional } from '../printer-failures.ts';
import { createStallWatch, type StallWatch } from '../stall-watch.ts';
import type { Datatype, OpenedPrinter, Spooler } from './spooler.ts';
import { labelNotAccepted, listingFailed, lostJob, notOpened, windowsOnly } from './windows-failures.ts';
import { followJob, type JobIdentity, readReference, referenceOf } from './windows-job.ts';
import { spoolerNotAvailable, win32Errors, xpsDriver } from './winspool-api.ts';

export interface WindowsLimits {
  /** Milliseconds between two checks of a job in the queue. */
  readonly checkMs: number;
}

const defaultLimits: WindowsLimits = { checkMs: 250 };

/** A printer of the Windows spooler, by its name in Windows. It sends labels and reports only the state of the job. */
export function windowsTransport(
  { printer }: { printer: string },
  spooler: Spooler,
  limits: WindowsLimits = defaultLimits,
  platform: NodeJS.Platform = process.platform,
): PrinterTransport {
  return {
    async open(signal) {
      if (platform !== 'win32') return failed(windowsOnly);
      if (signal.aborted) return failed(openStopped(printer));
      const opened = await openWithDatatype(spooler, printer);
      if (!opened.ok) return opened;
      return success(openPrinter(spooler, printer, opened.value, limits));
    },
    async follow(reference, bytes, progress, signal) {
      if (platform !== 'win32') return { kind: 'cut off', bytesSent: bytes, failure: windowsOnly };
      const job = readReference(reference);
      if (!job) return { kind: 'cut off', bytesSent: bytes, failure: lostJob(printer, 'reference') };
      // In the queue of another printer it would be taken for a job that has left.
      if (job.printer !== null && job.printer !== printer)
        return { kind: 'cut off', bytesSent: bytes, failure: lostJob(job.printer, 'not followed') };
      return followJob(spooler, { printer, job, bytes, ...limits }, progress, signal);
    },
  };
}

interface Opened {
  readonly handle: OpenedPrinter;
  readonly datatype: Datatype;
}

async function openWithDatatype(spooler: Spooler, printer: string): Promise<Result<Opened>> {
  const opened = await spooler.openPrinter(printer);
  if (!opened.ok) return failed(notOpened(printer, opened.error));
  // A v4 driver drops RAW data without an error, so the data type depends on the driver.
  const attributes = await spooler.driverAttributes(opened.value);
  if (attributes.ok) {
    return success({ handle: opened.value, datatype: attributes.value & xpsDriver ? 'XPS_PASS' : 'RAW' });
  }
  await spooler.closePrinter(opened.value);
  return failed(notOpened(printer, attributes.error));
}

function openPrinter(spooler: Spooler, printer: string, opened: Opened, limits: WindowsLimits): OpenPrinter {
  const ending = new AbortController();
  let used = false;
  return {
    ...unidirectional,
    async send(bytes, progress) {
      if (used) return { kind: 'not started', failure: closedBeforeSending(printer) };
      used = true;
      if (bytes.length === 0) {
        void spooler.closePrinter(opened.handle);
        return { kind: 'not started', failure: emptyLabel };
      }
      const document = `Packbench ${randomUUID()}`;
      const label = { printer, opened: opened.handle, document, datatype: opened.datatype, bytes };
      const spooled = await spoolLabel(spooler, label, progress, ending.signal);
      void spooler.closePrinter(opened.handle);
      if (spooled.kind !== 'owned') return spooled;
      progress?.owned(referenceOf(spooled.job, printer));
      return followJob(spooler, { printer, job: spooled.job, bytes: bytes.length, ...limits }, progress, ending.signal);
    },
    close() {
      ending.abort();
      if (used) return;
      used = true;
      void spooler.closePrinter(opened.handle);
    },
  };
}

/** A printer of the Windows spooler as a search finds it. */
export interface WindowsPrinter {
  readonly name: string;
  readonly driver: string | null;
  /** "USB001", "IP_10.0.0.8". */
  readonly port: string | null;
}

/** Lists the printers of this computer, and the user's connections, which have no driver and port. */
export async function listWindowsPrinters(
  spooler: Spooler,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<readonly WindowsPrinter[]>> {
  if (platform !== 'win32') return failed(windowsOnly);
  const printers = await spooler.printers();
  return printers.ok
    ? success(printers.value.filter(({ name }) => name !== ''))
    : failed(listingFailed(printers.error));
}

/** Small enough that a stall is noticed, large enough that a label takes a few calls. */
const chunkBytes = 64 * 1024;
/** Milliseconds that a write may block until a stall is reported: a printer without a spool file blocks it. */
const stalledAfterMs = 1_500;

/** The outcome of sending a label to the spooler. */
export type SpoolResult = { readonly kind: 'owned'; readonly job: JobIdentity } | Exclude<Delivery, { kind: 'sent' }>;

export interface SpoolRequest {
  readonly printer: string;
  readonly opened: OpenedPrinter;
  readonly document: string;
  readonly datatype: Datatype;
  readonly bytes: Uint8Array;
}

/**
 * StartDocPrinter, StartPagePrinter, WritePrinter until all is accepted, EndPagePrinter, EndDocPrinter (learn.microsoft.com, "Send Data
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
  const watch = createStallWatch(progress, stalledAfterMs);
  const written: Written = page.ok
    ? await writeAll(spooler, opened, bytes, watch, signal)
    : { accepted: 0, end: 'refused', error: page.error };
  watch.end();
  if (written.end !== 'all') {
    // Not awaited: a write may still be blocked.
    void spooler.abortDocument(opened);
    return failedDelivery(printer, written);
  }

  const ended = (await spooler.endPage(opened)).ok && (await spooler.endDocument(opened)).ok;
  if (ended) return { kind: 'owned', job: { id: started.value, document: label.document } };
  void spooler.abortDocument(opened);
  return { kind: 'cut off', bytesSent: bytes.length, failure: lostJob(printer, 'not ended') };
}

type Written =
  | { readonly accepted: number; readonly end: 'all' }
  /** Stopped before a write, or Windows accepted nothing. */
  | { readonly accepted: number; readonly end: 'stopped' | 'nothing accepted' }
  /** Stopped while a write blocked. */
  | { readonly accepted: number; readonly end: 'blocked' }
  | { readonly accepted: number; readonly end: 'refused'; readonly error: number };

async function writeAll(
  spooler: Spooler,
  opened: OpenedPrinter,
  bytes: Uint8Array,
  watch: StallWatch,
  signal: AbortSignal,
): Promise<Written> {
  let accepted = 0;
  while (accepted < bytes.length) {
    if (signal.aborted) return { accepted, end: 'stopped' };
    // A copy: a part of a larger buffer would be transferred with all of the buffer.
    const chunk = new Uint8Array(bytes.subarray(accepted, accepted + chunkBytes));
    const answer = await untilAborted(spooler.write(opened, chunk), signal);
    if (answer === 'aborted') return { accepted, end: 'blocked' };
    if (!answer.ok) return { accepted, end: 'refused', error: answer.error };
    if (answer.value === 0) return { accepted, end: 'nothing accepted' };
    accepted = Math.min(accepted + answer.value, bytes.length);
    watch.onProgress();
  }
  return { accepted, end: 'all' };
}

/** Errors before any byte is read; after any other error, a printer without a spool file may have received some. */
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
  const { accepted } = written;
  if (accepted === 0 && written.end === 'stopped')
    return { kind: 'not started', failure: closedBeforeSending(printer) };
  if (accepted === 0 && written.end === 'nothing accepted')
    return { kind: 'not started', failure: labelNotAccepted(printer) };
  if (accepted === 0 && written.end === 'refused' && errorsBeforeFirstByte.includes(written.error)) {
    return { kind: 'not started', failure: notOpened(printer, written.error) };
  }
  const by = written.end === 'stopped' || written.end === 'blocked' ? 'stopped' : 'refused in the middle';
  return { kind: 'cut off', bytesSent: accepted, failure: lostJob(printer, by) };
}
