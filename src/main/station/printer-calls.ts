import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import type { ActivityKind } from '../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import {
  connectionValues,
  isSameConnection,
  type PrinterConnection,
} from '../../shared/printing/printer-connection.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { OpenTransport } from '../core/ports/printing.ts';
import type { Records } from '../core/ports/records.ts';
import type { PrintQueue } from '../core/printing/print-queue.ts';
import type { PrintRuns } from '../core/printing/print-runs.ts';
import type { PrinterSearchController } from '../core/printing/printer-search.ts';
import { mainText } from '../text/main-text.ts';
import { type AddressConfirmation, type AskedAddress, onOneLine, shownHost } from './address-confirmation.ts';
import { changeSettings, type SettingsAccess } from './settings-calls.ts';

type PrinterCall =
  | 'printers.start-discovery'
  | 'printers.stop-discovery'
  | 'printers.found'
  | 'printer.save'
  | 'printer.choose'
  | 'printer.remove'
  | 'printer.test'
  | 'printer.command'
  | 'printer.cannot-answer';

export interface PrinterCallsParts extends SettingsAccess {
  search: PrinterSearchController;
  addresses: AddressConfirmation;
  /** The transports of the active environment. */
  openTransport: () => OpenTransport;
  sendTestLabel(printer: Printer): Promise<Result<null>>;
  /** Adds a journal entry of the operator. Nothing is sent to a printer before. */
  note(what: ActivityKind, outcome: Message): Promise<void>;
}

/** Longest wait of a command for a busy printer, milliseconds. */
const openLimitMs = 10_000;

/** The calls that find printers and set them up. Nothing is sent to an address that is not in the settings. */
export function printerCalls(parts: PrinterCallsParts): Handlers<PrinterCall> {
  const { search } = parts;
  const changed = (edit: (settings: Settings) => Settings): Result<null> => {
    const saved = changeSettings(parts, edit);
    return saved.ok ? success(null) : saved;
  };
  const printerNamed = (name: string): Printer | undefined =>
    parts.settings().printers.find((printer) => printer.name === name);

  /** A connection that is not in the settings needs confirmation. */
  const allowed = async ({ name, connection }: Printer): Promise<Result<null>> => {
    const isSetUp = parts.settings().printers.some((printer) => isSameConnection(printer.connection, connection));
    if (isSetUp || transportCapabilities(connection).isVirtual) return success(null);
    const answer = await parts.addresses.confirm(printerQuestion(name, printerNamed(name)?.connection, connection));
    return !answer.ok && answer.failure.message.code === 'address.not-confirmed' ? failed(notAdded) : answer;
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
    async 'printer.choose'({ name }) {
      const chosen = printerNamed(name);
      if (!chosen) return failed(unknownPrinter);
      return changed((settings) => ({
        ...settings,
        printers: withPrinter(settings.printers, { ...chosen, default: true }),
      }));
    },
    'printer.remove': async ({ name }) =>
      changed((settings) => ({ ...settings, printers: withoutPrinter(settings.printers, name) })),
    async 'printer.test'({ name }) {
      const printer = printerNamed(name);
      if (!printer) return failed(unknownPrinter);
      await parts.note('print-test-label', message('journal.test-label-requested', { printer: name }));
      return parts.sendTestLabel(printer);
    },
    async 'printer.command'({ name, command }) {
      const printer = printerNamed(name);
      if (!printer) return failed(unknownPrinter);
      const requested = message('journal.printer-command-requested', { printer: name, command });
      await parts.note('send-printer-command', requested);
      const opened = await parts.openTransport()(printer.connection).open(AbortSignal.timeout(openLimitMs));
      if (!opened.ok) return opened;
      try {
        return await opened.value.sendCommand(command);
      } finally {
        opened.value.close();
      }
    },
    async 'printer.cannot-answer'({ name }) {
      if (!printerNamed(name)) return failed(unknownPrinter);
      return changed((settings) => ({
        ...settings,
        printers: settings.printers.map((entry) => (entry.name === name ? { ...entry, neverAnswers: true } : entry)),
      }));
    },
  };
}

/** Adds or replaces a printer at its place in the list; a new default replaces the old one. */
function withPrinter(printers: readonly Printer[], edited: Printer): Printer[] {
  const before = printers.find((entry) => entry.name === edited.name);
  const printer = withStationFields(edited, before);
  const others = printers.map((entry) => (printer.default ? { ...entry, default: false } : entry));
  return before ? others.map((entry) => (entry.name === printer.name ? printer : entry)) : [...others, printer];
}

/** Keeps the identity, the pause and a provisioned default, which no form sets. The identity of another address is dropped. */
function withStationFields(
  { known: _, onHold: __, isDefaultOutsidePractice: ___, ...edited }: Printer,
  before: Printer | undefined,
): Printer {
  const isSamePlace = before !== undefined && isSameConnection(before.connection, edited.connection);
  return {
    ...edited,
    ...(before?.onHold !== undefined && { onHold: before.onHold }),
    ...(isSamePlace &&
      edited.default &&
      before.default &&
      before.isDefaultOutsidePractice && { isDefaultOutsidePractice: true }),
    ...(isSamePlace && before.known !== undefined && { known: before.known }),
  };
}

/** Removes a printer, also as a stand-in of others. */
function withoutPrinter(printers: readonly Printer[], name: string): Printer[] {
  return printers
    .filter((entry) => entry.name !== name)
    .map(({ standIn, ...entry }) => (standIn && standIn.printer !== name ? { ...entry, standIn } : entry));
}

/** The question about a new address. The name is given by the page, so it comes last. */
function printerQuestion(
  name: string,
  before: PrinterConnection | undefined,
  connection: PrinterConnection,
): AskedAddress {
  return {
    question: mainText('address-question.printer'),
    changes: [
      {
        name: mainText('address-question.printer.address'),
        before: before === undefined ? null : placeOf(before),
        after: placeOf(connection),
      },
    ],
    detail: mainText('address-question.printer.detail', { name: onOneLine(name) }),
    yes: mainText('address-question.printer.yes'),
  };
}

function placeOf(connection: PrinterConnection): string {
  const { host, ...values } = connectionValues(connection);
  const place = { ...values, ...(host !== undefined && { host: shownHost(host) }) };
  return onOneLine(mainText(`address-question.place.${connection.kind}`, place));
}

const notAdded: Failure = { code: 'not-allowed-now', message: message('printer.not-added') };

/** No printer of the settings has that name. */
export const unknownPrinter: Failure = { code: 'not-found-locally', message: message('printer.not-set-up') };

/** Most jobs in the list. */
const listLimit = 500;
/** Finished jobs listed in any case: contract. */
const doneListed = 50;

type PrintCall =
  | 'print-jobs.list'
  | 'print-job.cancel'
  | 'print-job.settle'
  | 'print-job.hold'
  | 'print-job.resume'
  | 'print-job.move'
  | 'print-job.answer'
  | 'print-jobs.without-printer'
  | 'print-jobs.settle-without-printer'
  | 'print-run.start'
  | 'print-run.stop'
  | 'print-run.read'
  | 'print-runs.open'
  | 'printer.pause'
  | 'printer.resume'
  | 'printer.move-jobs'
  | 'printer.accept-identity';

export interface PrintCallsParts {
  runtime: () => { records: Records; printQueue: PrintQueue; printRuns: PrintRuns };
  /** False where no printer has that name. */
  changePrinter(name: string, change: Partial<Printer>): boolean;
}

/** The calls about print jobs and the printers of the queue. */
export function printCalls({ runtime, changePrinter }: PrintCallsParts): Handlers<PrintCall> {
  const changed = (name: string, change: Partial<Printer>): Result<null> =>
    changePrinter(name, change) ? success(null) : failed(unknownPrinter);
  return {
    'print-jobs.list': async () => success(await runtime().records.printJobs(listLimit, doneListed)),
    'print-job.cancel': ({ jobId }) => runtime().printQueue.cancel(jobId),
    'print-job.settle': ({ jobId, printed }) => runtime().printQueue.settle(jobId, printed),
    'print-job.hold': ({ jobId }) => runtime().printQueue.hold(jobId),
    'print-job.resume': ({ jobId }) => runtime().printQueue.resume(jobId),
    'print-job.move': ({ jobId, printer }) => runtime().printQueue.move(jobId, printer),
    'print-job.answer': ({ jobId, answer, asked }) => runtime().printQueue.answer(jobId, answer, asked),

    'print-jobs.without-printer': async () => success(await runtime().printQueue.withoutPrinter()),
    'print-jobs.settle-without-printer': ({ labels, printer }) =>
      runtime().printQueue.settleWithoutPrinter(labels, printer),

    'print-run.start': (source) => runtime().printRuns.start(source),
    'print-run.stop': ({ runId }) => runtime().printRuns.stop(runId),
    'print-run.read': ({ runId }) => runtime().printRuns.read(runId),
    'print-runs.open': async () => success(await runtime().printRuns.open()),

    'printer.pause': async ({ name }) => changed(name, { onHold: true }),
    'printer.resume': async ({ name }) => changed(name, { onHold: false }),
    'printer.move-jobs': ({ from, to }) => runtime().printQueue.moveAll(from, to),
    // Without a stored identity, the printer that answers next is accepted.
    'printer.accept-identity': async ({ name }) => changed(name, { known: undefined }),
  };
}
