import { assertNever, type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { Printer, PrinterConnection } from '../../../shared/printing/printer.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { ConfirmAddress } from '../../core/ports/desktop.ts';
import type { OpenTransport } from '../../core/ports/printing.ts';
import type { Records } from '../../core/ports/records.ts';
import type { PrintQueue } from '../../core/printing/print-queue.ts';
import { sameConnection } from '../../core/printing/printer-identity.ts';
import type { PrinterSearchController } from '../../core/printing/printer-search.ts';
import type { Handlers } from './handlers.ts';
import { changeSettings, type SettingsAccess } from './settings-calls.ts';

type PrinterCall =
  | 'printers.start-discovery'
  | 'printers.stop-discovery'
  | 'printers.found'
  | 'printer.save'
  | 'printer.remove'
  | 'printer.test'
  | 'printer.command'
  | 'printer.cannot-answer';

export interface PrinterCallsParts extends SettingsAccess {
  search: PrinterSearchController;
  /** Asks the person at the screen, outside the page: no script in the page can press it. */
  confirmAddress: ConfirmAddress;
  /** Of the environment in use. */
  openTransport: () => OpenTransport;
  sendTestLabel(printer: Printer): Promise<Result<null>>;
}

/** Milliseconds a printer may be busy with a label before a command is given up. */
const openLimit = 10_000;

/** The calls that find printers and set them up. Nothing is sent to an address that is not among the kept printers. */
export function printerCalls(parts: PrinterCallsParts): Handlers<PrinterCall> {
  const { search } = parts;
  const changed = (edit: (settings: Settings) => Settings): Result<null> => {
    const kept = changeSettings(parts, edit);
    return kept.ok ? success(null) : kept;
  };
  const known = (name: string): Printer | undefined =>
    parts.settings().printers.find((printer) => printer.name === name);

  let asking = false;
  /** A connection that no kept printer has is asked about, one at a time. */
  const allowed = async ({ name, connection }: Printer): Promise<Result<null>> => {
    const isKept = parts.settings().printers.some((printer) => sameConnection(printer.connection, connection));
    if (isKept || connection.kind === 'virtual') return success(null);
    if (asking) return failed(confirmationStillOpen);
    asking = true;
    try {
      return (await parts.confirmAddress(questionAbout(name, connection))) ? success(null) : failed(notAdded);
    } finally {
      asking = false;
    }
  };

  return {
    async 'printers.start-discovery'() {
      search.start();
      return success(null);
    },
    async 'printers.stop-discovery'() {
      await search.stop();
      return success(null);
    },
    'printers.found': async () => success(search.list()),

    async 'printer.save'({ printer }) {
      const isAllowed = await allowed(printer);
      if (!isAllowed.ok) return isAllowed;
      return changed((settings) => ({ ...settings, printers: withPrinter(settings.printers, printer) }));
    },
    'printer.remove': async ({ name }) =>
      changed((settings) => ({ ...settings, printers: withoutPrinter(settings.printers, name) })),
    async 'printer.test'({ name }) {
      const printer = known(name);
      return printer ? parts.sendTestLabel(printer) : failed(unknownPrinter);
    },
    async 'printer.command'({ name, command }) {
      const printer = known(name);
      if (!printer) return failed(unknownPrinter);
      const opened = await parts.openTransport()(printer.connection).open(AbortSignal.timeout(openLimit));
      if (!opened.ok) return opened;
      try {
        return await opened.value.sendCommand(command);
      } finally {
        opened.value.close();
      }
    },
    async 'printer.cannot-answer'({ name }) {
      if (!known(name)) return failed(unknownPrinter);
      return changed((settings) => ({
        ...settings,
        printers: settings.printers.map((entry) => (entry.name === name ? { ...entry, neverAnswers: true } : entry)),
      }));
    },
  };
}

/** In its old place if it was there; a new default takes the mark from the old one. */
function withPrinter(printers: readonly Printer[], written: Printer): Printer[] {
  const before = printers.find((entry) => entry.name === written.name);
  const printer = withStationFields(written, before);
  const others = printers.map((entry) => (printer.default ? { ...entry, default: false } : entry));
  return before ? others.map((entry) => (entry.name === printer.name ? printer : entry)) : [...others, printer];
}

/** Who was met there and whether it is held are the station's own findings: a form does not set them. Another address is met anew. */
function withStationFields({ known: _, onHold: __, ...written }: Printer, before: Printer | undefined): Printer {
  const isSamePlace = before !== undefined && sameConnection(before.connection, written.connection);
  return {
    ...written,
    ...(before?.onHold !== undefined && { onHold: before.onHold }),
    ...(isSamePlace && before.known !== undefined && { known: before.known }),
  };
}

/** Nobody is left with a stand-in that is gone. */
function withoutPrinter(printers: readonly Printer[], name: string): Printer[] {
  return printers
    .filter((entry) => entry.name !== name)
    .map(({ standIn, ...entry }) => (standIn && standIn.printer !== name ? { ...entry, standIn } : entry));
}

/** The address comes first, in the station's own words; the name was written by whoever asks. */
function questionAbout(name: string, connection: PrinterConnection) {
  return {
    question: `Send labels to ${quoted(placeWords(connection))}?`,
    detail: `It would be added to this station as “${quoted(name)}”. Labels carry names and addresses: add only a printer that you know.`,
    yes: 'Add printer',
    no: 'Cancel',
  };
}

function placeWords(connection: PrinterConnection): string {
  switch (connection.kind) {
    case 'tcp':
      return `${connection.host}, port ${connection.port}`;
    case 'cups':
      return `the print queue ${connection.queue}`;
    case 'usb':
      return `the USB printer at ${connection.path}`;
    case 'windows':
      return `the Windows printer ${connection.printer}`;
    case 'virtual':
      return 'this window';
    default:
      return assertNever(connection);
  }
}

/** On one line, and in the order in which it is written: a name cannot make the question look like another one. */
const quoted = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

const notAdded: Failure = {
  code: 'not-allowed-now',
  message: 'Not added.',
  next: 'Save it again, and say yes to the question, if labels may go there.',
};

const confirmationStillOpen: Failure = {
  code: 'not-allowed-now',
  message: 'Not added: the question about another printer is still open.',
  next: 'Answer it first.',
};

const unknownPrinter: Failure = { code: 'not-found-here', message: 'No printer of that name is set up.' };

/** Jobs listed at most. */
const listLimit = 500;

type PrintCall =
  | 'print-jobs.list'
  | 'print-job.cancel'
  | 'print-job.settle'
  | 'print-job.hold'
  | 'print-job.release'
  | 'print-job.move'
  | 'print-job.answer'
  | 'printer.pause'
  | 'printer.resume'
  | 'printer.move-jobs'
  | 'printer.accept-identity';

export interface PrintCallsParts {
  runtime: () => { records: Records; printQueue: PrintQueue };
  /** False where no printer has that name. */
  changePrinter(name: string, change: Partial<Printer>): boolean;
}

/** The calls about print jobs, and about printers as the queue sees them. */
export function printCalls({ runtime, changePrinter }: PrintCallsParts): Handlers<PrintCall> {
  const changed = (name: string, change: Partial<Printer>): Result<null> =>
    changePrinter(name, change) ? success(null) : failed(unknownPrinter);
  return {
    'print-jobs.list': async () => success(await runtime().records.printJobs(listLimit)),
    'print-job.cancel': ({ jobId }) => runtime().printQueue.cancel(jobId),
    'print-job.settle': ({ jobId, printed }) => runtime().printQueue.settle(jobId, printed),
    'print-job.hold': ({ jobId }) => runtime().printQueue.hold(jobId),
    'print-job.release': ({ jobId }) => runtime().printQueue.goOn(jobId),
    'print-job.move': ({ jobId, printer }) => runtime().printQueue.move(jobId, printer),
    'print-job.answer': ({ jobId, answer }) => runtime().printQueue.answer(jobId, answer),

    'printer.pause': async ({ name }) => changed(name, { onHold: true }),
    'printer.resume': async ({ name }) => changed(name, { onHold: false }),
    'printer.move-jobs': ({ from, to }) => runtime().printQueue.moveAll(from, to),
    // Forgotten, the one who answers now is got acquainted with.
    'printer.accept-identity': async ({ name }) => changed(name, { known: undefined }),
  };
}
