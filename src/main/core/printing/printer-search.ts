import type { Printer, PrinterConnection } from '../../../shared/printing/printer.ts';
import {
  type DiscoveryMethod,
  discoveryMethods,
  type FoundPrinter,
  type PrinterSearch,
} from '../../../shared/printing/printer-discovery.ts';
import type { Announce } from '../common/notices.ts';
import type { PrinterDiscovery } from '../ports/printing.ts';
import { sameConnection } from './printer-identity.ts';

/** Printers kept of one search, whatever the finding tells. */
const maxFound = 200;

export interface PrinterSearchParts {
  finding: PrinterDiscovery;
  /** The printers that are set up now. */
  printers: () => readonly Printer[];
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** The one search for printers, and what the last one found. */
export interface PrinterSearchController {
  /** Begins a search and forgets what the one before found; while one runs, nothing changes. */
  start(): void;
  /** Ends the search that runs; what was found stays. Resolves when it has ended. */
  stop(): Promise<void>;
  /** The list as it stands. */
  list(): PrinterSearch;
}

/** Looks for printers on a person's word, and announces what it finds as it goes. Nothing is sent to what was found. */
export function createPrinterSearch({
  finding,
  printers,
  announce,
  onBug,
}: PrinterSearchParts): PrinterSearchController {
  let found: FoundPrinter[] = [];
  let ended = new Map<string, string | null>();
  let running: { stopping: AbortController; done: Promise<void> } | null = null;
  let hasRun = false;

  const changed = (): void => announce('found printers');

  const run = async (signal: AbortSignal): Promise<void> => {
    const listener = {
      found(printer: FoundPrinter) {
        if (found.length >= maxFound || found.some((known) => known.key === printer.key)) return;
        found = [...found, printer];
        changed();
      },
      ended(method: string, trouble: string | null) {
        ended.set(method, trouble);
        changed();
      },
    };
    await finding.find(listener, signal).catch(onBug);
    running = null;
    changed();
  };

  const methodState = (method: DiscoveryMethod): PrinterSearch['methods'][number] => ({
    method,
    ended: running === null || ended.has(method),
    trouble: ended.get(method) ?? null,
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
      isLooking: running !== null,
      methods: hasRun ? discoveryMethods.map(methodState) : [],
      printers: found.map((printer) => ({ ...printer, setUpAs: nameOf(printers(), printer) })),
    }),
  };
}

/** The name under which it is set up, by the way it was found or by the socket behind that way. */
function nameOf(printers: readonly Printer[], { connection, direct }: FoundPrinter): string | null {
  const setUpWith = (method: PrinterConnection) =>
    printers.find((printer) => sameConnection(method, printer.connection));
  return (setUpWith(connection) ?? (direct ? setUpWith(direct) : undefined))?.name ?? null;
}
