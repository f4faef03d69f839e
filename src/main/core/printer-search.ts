import { type FindingWay, type FoundPrinter, findingWays, type PrinterSearch } from '../../shared/found-printer.ts';
import type { Printer, PrinterConnection } from '../../shared/printer.ts';
import type { Announce } from './announce.ts';
import type { PrinterFinding } from './ports/printer-finding.ts';
import { sameConnection } from './same-connection.ts';

/** Printers kept of one search, whatever the finding tells. */
const mostFound = 200;

export interface PrinterSearchParts {
  finding: PrinterFinding;
  /** The printers that are set up now. */
  printers: () => readonly Printer[];
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** The one search for printers, and what the last one found. */
export interface SearchForPrinters {
  /** Begins a search and forgets what the one before found; while one runs, nothing changes. */
  start(): void;
  /** Ends the search that runs; what was found stays. Resolves when it has ended. */
  stop(): Promise<void>;
  /** The list as it stands. */
  list(): PrinterSearch;
}

/** Looks for printers on a person's word, and announces what it finds as it goes. Nothing is sent to what was found. */
export function createPrinterSearch({ finding, printers, announce, onBug }: PrinterSearchParts): SearchForPrinters {
  let found: FoundPrinter[] = [];
  let ended = new Map<string, string | null>();
  let running: { stopping: AbortController; done: Promise<void> } | null = null;
  let hasLooked = false;

  const changed = (): void => announce('found printers');

  const look = async (signal: AbortSignal): Promise<void> => {
    const told = {
      found(printer: FoundPrinter) {
        if (found.length >= mostFound || found.some((known) => known.key === printer.key)) return;
        found = [...found, printer];
        changed();
      },
      ended(way: string, trouble: string | null) {
        ended.set(way, trouble);
        changed();
      },
    };
    await finding.find(told, signal).catch(onBug);
    running = null;
    changed();
  };

  const wayAsItStands = (way: FindingWay): PrinterSearch['ways'][number] => ({
    way,
    ended: running === null || ended.has(way),
    trouble: ended.get(way) ?? null,
  });

  return {
    start() {
      if (running) return;
      found = [];
      ended = new Map();
      hasLooked = true;
      const stopping = new AbortController();
      running = { stopping, done: Promise.resolve() };
      running.done = look(stopping.signal);
      changed();
    },
    async stop() {
      running?.stopping.abort();
      await running?.done;
    },
    list: () => ({
      isLooking: running !== null,
      ways: hasLooked ? findingWays.map(wayAsItStands) : [],
      printers: found.map((printer) => ({ ...printer, setUpAs: nameOf(printers(), printer) })),
    }),
  };
}

/** The name under which it is set up, by the way it was found or by the socket behind that way. */
function nameOf(printers: readonly Printer[], { connection, direct }: FoundPrinter): string | null {
  const setUpWith = (way: PrinterConnection) => printers.find((printer) => sameConnection(way, printer.connection));
  return (setUpWith(connection) ?? (direct ? setUpWith(direct) : undefined))?.name ?? null;
}
