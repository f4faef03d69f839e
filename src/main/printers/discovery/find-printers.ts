import { type PrinterConnection, printerConnectionSchema } from '../../../shared/printing/printer.ts';
import type { DiscoveryMethod, FoundPrinter } from '../../../shared/printing/printer-discovery.ts';
import type { PrinterDiscovery } from '../../core/ports/printing.ts';

/** A printer as one way sees it: as it was told, not yet cleaned or counted. */
export interface DiscoveredPrinter {
  readonly name: string;
  /** What tells it from its likes, one thing each; empty ones are left out. */
  readonly details: readonly (string | null | undefined)[];
  readonly connection: PrinterConnection;
  /** The socket behind a raw print queue. */
  readonly direct?: PrinterConnection | null;
}

/** One way to look for printers. */
export interface PrinterDiscoverer {
  readonly name: DiscoveryMethod;
  /**
   * Tells each printer as it is seen, until it has looked enough or the signal says so. Gives why this way cannot be looked at
   * here, in one sentence; null where it could. Never rejects but for a bug.
   */
  discover(onPrinter: (printer: DiscoveredPrinter) => void, signal: AbortSignal): Promise<string | null>;
}

/** Printers of one search, and of one way of it: a flood in one way leaves room for the others. */
const maxPrinters = 200;
const maxPerDiscoverer = 80;

/** A printer's name on this station holds as many. */
const longestName = 60;
const longestDetails = 200;

export interface PrinterDiscoveryParts {
  discoverers: readonly PrinterDiscoverer[];
  /** Milliseconds until a search ends, whatever still looks. */
  limitMs?: number;
  onBug: (error: unknown) => void;
}

/** Looks in all ways at once. What they tell is cleaned, checked and counted here: it comes from anybody on the network. */
export function createPrinterDiscovery({
  discoverers,
  limitMs = 9000,
  onBug,
}: PrinterDiscoveryParts): PrinterDiscovery {
  return {
    async find(listener, signal) {
      const ending = new AbortController();
      const end = (): void => ending.abort();
      const timer = setTimeout(end, limitMs);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();

      const keys = new Set<string>();
      const run = async (discoverer: PrinterDiscoverer): Promise<void> => {
        let count = 0;
        let hasEnded = false;
        const onPrinter = (printer: DiscoveredPrinter): void => {
          if (hasEnded || keys.size >= maxPrinters || count >= maxPerDiscoverer) return;
          const found = toFoundPrinter(discoverer, printer);
          if (!found || keys.has(found.key)) return;
          keys.add(found.key);
          count += 1;
          listener.found(found);
        };
        const trouble = await withTimeout(discoverer.discover(onPrinter, ending.signal), ending.signal, signal).catch(
          (error) => {
            onBug(error);
            return 'It could not be looked at.';
          },
        );
        hasEnded = true;
        listener.ended(discoverer.name, trouble);
      };
      await Promise.all(discoverers.map(run));

      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    },
  };
}

/** Waits for the way, or a moment longer than it was given: one that does not stop is left to itself. */
function withTimeout(
  discover: Promise<string | null>,
  ending: AbortSignal,
  callerSignal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      // One turn for a way that stops at the signal to tell what it has.
      setImmediate(() => resolve(callerSignal.aborted ? null : 'It did not answer in time.'));
    };
    discover.then(resolve, reject).finally(() => ending.removeEventListener('abort', leave));
    if (ending.aborted) leave();
    else ending.addEventListener('abort', leave, { once: true });
  });
}

/** Null where it says nothing that could be printed to. */
function toFoundPrinter(
  discoverer: PrinterDiscoverer,
  { name, details, connection, direct = null }: DiscoveredPrinter,
): FoundPrinter | null {
  const parsed = printerConnectionSchema.safeParse(connection);
  if (!parsed.success) return null;
  const texts = details.map((detail) => sanitizeText(detail ?? '', longestDetails)).filter((detail) => detail !== '');
  const parsedDirect = direct && printerConnectionSchema.safeParse(direct);
  return {
    key: `${discoverer.name}: ${Object.values(parsed.data).join(' ')}`,
    method: discoverer.name,
    name: sanitizeText(name, longestName) || defaultName(parsed.data),
    details: sanitizeText([...new Set(texts)].join(', '), longestDetails),
    connection: parsed.data,
    direct: parsedDirect?.success ? parsedDirect.data : null,
    setUpAs: null,
  };
}

const defaultName = (connection: PrinterConnection): string =>
  sanitizeText(`Printer ${connection.kind === 'tcp' ? connection.host : connection.kind}`, longestName);

/**
 * A text that anybody may have sent, fit to be shown on one line: no control characters, nothing that turns the direction of
 * writing or takes no room, white space as single blanks, at most so many characters.
 */
export function sanitizeText(text: string, maxCharacters: number): string {
  // Far more than is kept: the work on a long text stays small.
  const plain = text
    .slice(0, maxCharacters * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}\ufffd]/gu, '')
    .trim();
  return [...plain].slice(0, maxCharacters).join('').trimEnd();
}
