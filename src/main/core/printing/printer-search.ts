import type { Message } from '../../../shared/messages/message.ts';
import type { Printer } from '../../../shared/printing/printer.ts';
import { isSameConnection, type PrinterConnection } from '../../../shared/printing/printer-connection.ts';
import {
  type DiscoveryMethod,
  discoveryMethods,
  type FoundPrinter,
  type PrinterSearch,
} from '../../../shared/printing/printer-discovery.ts';
import type { Announce } from '../notices.ts';
import type { PrinterDiscovery } from '../ports/printing.ts';

/** Most printers kept of one search. */
const maxFound = 200;

export interface PrinterSearchParts {
  discovery: PrinterDiscovery;
  /** The printers that are set up now. */
  printers: () => readonly Printer[];
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** The running search for printers, and the results of the last one. */
export interface PrinterSearchController {
  /** Starts a search and drops the results of the previous one; does nothing while a search runs. */
  start(): void;
  /** Ends the running search; its results stay. Resolves when it has ended. */
  stop(): Promise<void>;
  /** The current results. */
  list(): PrinterSearch;
}

/** Searches for printers when the operator asks for it, and announces each result. Nothing is sent to the printers found. */
export function createPrinterSearch({
  discovery,
  printers,
  announce,
  onBug,
}: PrinterSearchParts): PrinterSearchController {
  let found: FoundPrinter[] = [];
  let ended = new Map<DiscoveryMethod, Message | null>();
  let running: { stopping: AbortController; done: Promise<void> } | null = null;
  let hasRun = false;

  const changed = (): void => announce('found printers');

  const run = async (signal: AbortSignal): Promise<void> => {
    const listener = {
      found(printer: FoundPrinter) {
        if (found.length >= maxFound || found.some((earlier) => earlier.key === printer.key)) return;
        found = [...found, printer];
        changed();
      },
      ended(method: DiscoveryMethod, problem: Message | null) {
        ended.set(method, problem);
        changed();
      },
    };
    await discovery.find(listener, signal).catch(onBug);
    running = null;
    changed();
  };

  const methodState = (method: DiscoveryMethod): PrinterSearch['methods'][number] => ({
    method,
    ended: running === null || ended.has(method),
    problem: ended.get(method) ?? null,
  });

  return {
    start() {
      if (running) return;
      found = [];
      ended = new Map();
      hasRun = true;
      const stopping = new AbortController();
      running = { stopping, done: Promise.resolve() };
      running.done = run(stopping.signal);
      changed();
    },
    async stop() {
      running?.stopping.abort();
      await running?.done;
    },
    list: () => ({
      isSearching: running !== null,
      methods: hasRun ? discoveryMethods.map(methodState) : [],
      printers: found.map((printer) => ({ ...printer, setUpAs: nameOf(printers(), printer) })),
    }),
  };
}

/** The name of the printer that is set up with its connection, or with the socket behind its queue. */
function nameOf(printers: readonly Printer[], { connection, direct }: FoundPrinter): string | null {
  const setUpWith = (wanted: PrinterConnection) =>
    printers.find((printer) => isSameConnection(wanted, printer.connection));
  return (setUpWith(connection) ?? (direct ? setUpWith(direct) : undefined))?.name ?? null;
}
