import type { FoundPrinter } from '../../../shared/found-printer.ts';
import { type PrinterConnection, printerConnectionSchema } from '../../../shared/printer.ts';
import type { PrinterFinding } from '../../core/ports/printer-finding.ts';
import { cleanText } from './clean-text.ts';
import type { SeenPrinter, Way } from './way.ts';

/** Printers of one search, and of one way of it: a flood in one way leaves room for the others. */
const mostPrinters = 200;
const mostOfOneWay = 80;

/** A printer's name on this station holds as many. */
const longestName = 60;
const longestDetails = 200;

export interface PrinterFindingParts {
  ways: readonly Way[];
  /** Milliseconds until a search ends, whatever still looks. */
  limitMs?: number;
  onBug: (error: unknown) => void;
}

/** Looks in all ways at once. What they tell is cleaned, checked and counted here: it comes from anybody on the network. */
export function createPrinterFinding({ ways, limitMs = 9000, onBug }: PrinterFindingParts): PrinterFinding {
  return {
    async find(told, signal) {
      const ending = new AbortController();
      const end = (): void => ending.abort();
      const timer = setTimeout(end, limitMs);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();

      const keys = new Set<string>();
      const lookIn = async (way: Way): Promise<void> => {
        let ofThisWay = 0;
        let hasEnded = false;
        const seen = (printer: SeenPrinter): void => {
          if (hasEnded || keys.size >= mostPrinters || ofThisWay >= mostOfOneWay) return;
          const found = asFound(way, printer);
          if (!found || keys.has(found.key)) return;
          keys.add(found.key);
          ofThisWay += 1;
          told.found(found);
        };
        const trouble = await withinTime(way.look(seen, ending.signal), ending.signal, signal).catch((error) => {
          onBug(error);
          return 'It could not be looked at.';
        });
        hasEnded = true;
        told.ended(way.name, trouble);
      };
      await Promise.all(ways.map(lookIn));

      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    },
  };
}

/** Waits for the way, or a moment longer than it was given: one that does not stop is left to itself. */
function withinTime(look: Promise<string | null>, ending: AbortSignal, wished: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      // One turn for a way that stops at the signal to tell what it has.
      setImmediate(() => resolve(wished.aborted ? null : 'It did not answer in time.'));
    };
    look.then(resolve, reject).finally(() => ending.removeEventListener('abort', leave));
    if (ending.aborted) leave();
    else ending.addEventListener('abort', leave, { once: true });
  });
}

/** Null where it says nothing that could be printed to. */
function asFound(way: Way, { name, details, connection, direct = null }: SeenPrinter): FoundPrinter | null {
  const parsed = printerConnectionSchema.safeParse(connection);
  if (!parsed.success) return null;
  const told = details.map((detail) => cleanText(detail ?? '', longestDetails)).filter((detail) => detail !== '');
  const parsedDirect = direct && printerConnectionSchema.safeParse(direct);
  return {
    key: `${way.name}: ${Object.values(parsed.data).join(' ')}`,
    way: way.name,
    name: cleanText(name, longestName) || nameless(parsed.data),
    details: cleanText([...new Set(told)].join(', '), longestDetails),
    connection: parsed.data,
    direct: parsedDirect?.success ? parsedDirect.data : null,
    setUpAs: null,
  };
}

const nameless = (connection: PrinterConnection): string =>
  cleanText(`Printer ${connection.kind === 'tcp' ? connection.host : connection.kind}`, longestName);
