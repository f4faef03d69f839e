import { randomUUID } from 'node:crypto';
import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { OpenPrinter, PrinterTransport } from '../../core/ports/printing.ts';
import { closedBeforeSending, emptyLabel, openStopped, unidirectional } from '../printer-failures.ts';
import type { Datatype, OpenedPrinter, Spooler } from './spooler.ts';
import { listingFailed, lostJob, notOpened, windowsOnly } from './windows-failures.ts';
import { followJob, readReference, referenceOf } from './windows-job.ts';
import { spoolLabel } from './windows-send.ts';
import { xpsDriver } from './winspool-api.ts';

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
      progress?.owned(referenceOf(spooled.job));
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
