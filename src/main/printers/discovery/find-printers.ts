import { setImmediate } from 'node:timers/promises';
import { type Message, message } from '../../../shared/messages/message.ts';
import {
  connectionKey,
  connectionValues,
  type PrinterConnection,
  printerConnectionSchema,
} from '../../../shared/printing/printer-connection.ts';
import type { DiscoveryMethod, FoundPrinter } from '../../../shared/printing/printer-discovery.ts';
import { startDeadline, untilAborted } from '../../concurrency/waiting.ts';
import type { PrinterDiscovery } from '../../core/ports/printing.ts';

/** A printer as one method reports it, not sanitized. */
export interface DiscoveredPrinter {
  readonly name: string;
  /** What distinguishes it from similar printers; empty ones are left out. */
  readonly details: readonly (string | Message | null | undefined)[];
  readonly connection: PrinterConnection;
  /** The socket behind a raw print queue. */
  readonly direct?: PrinterConnection | null;
}

/** One method to search for printers. */
export interface PrinterDiscoverer {
  readonly name: DiscoveryMethod;
  /**
   * Reports each printer as it is found, until the search is complete or aborted. Returns why this method cannot be used here; null
   * where it can. Rejects only for a bug.
   */
  discover(onPrinter: (printer: DiscoveredPrinter) => void, signal: AbortSignal): Promise<Message | null>;
}

/** Most printers of one search, and of one method, so that a flood in one method leaves room for the others. */
const maxPrinters = 200;
const maxPerDiscoverer = 80;

/** The limit of a printer's name on this station, characters. */
const longestName = 60;
const longestDetail = 100;
const maxDetails = 10;

export interface PrinterDiscoveryParts {
  discoverers: readonly PrinterDiscoverer[];
  /** Longest search, milliseconds. */
  limitMs?: number;
  onBug: (error: unknown) => void;
}

/** Runs all methods at once. Their reports come from any computer on the network: they are sanitized, checked and limited here. */
export function createPrinterDiscovery({
  discoverers,
  limitMs = 9000,
  onBug,
}: PrinterDiscoveryParts): PrinterDiscovery {
  return {
    async find(listener, signal) {
      const deadline = startDeadline(limitMs, [signal]);
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
        const discover = discoverer.discover(onPrinter, deadline.signal);
        const problem = await problemWithin(discover, deadline.signal, signal).catch((error) => {
          onBug(error);
          return message('printer.discovery.failed');
        });
        hasEnded = true;
        listener.ended(discoverer.name, problem);
      };
      await Promise.all(discoverers.map(run));

      deadline.release();
    },
  };
}

/** Waits for the method until its limit and one turn of the event loop more; a method that does not stop is ignored. */
async function problemWithin(
  discover: Promise<Message | null>,
  limit: AbortSignal,
  callerSignal: AbortSignal,
): Promise<Message | null> {
  const problem = await untilAborted(discover, limit);
  if (problem !== 'aborted') return problem;
  // One turn of the event loop for a method that stops on abort to report its last printers.
  const late = await Promise.race([discover, setImmediate('late' as const)]);
  if (late !== 'late') return late;
  return callerSignal.aborted ? null : message('printer.discovery.timed-out');
}

/** The sanitized printer; null where its connection is invalid. */
function toFoundPrinter(
  discoverer: PrinterDiscoverer,
  { name, details, connection, direct = null }: DiscoveredPrinter,
): FoundPrinter | null {
  const parsed = printerConnectionSchema.safeParse(connection);
  if (!parsed.success) return null;
  const parsedDirect = direct && printerConnectionSchema.safeParse(direct);
  return {
    key: `${discoverer.name}: ${connectionKey(parsed.data)}`,
    method: discoverer.name,
    name: sanitizeText(name, longestName) || defaultName(parsed.data),
    details: sanitizedDetails(details),
    connection: parsed.data,
    direct: parsedDirect?.success ? parsedDirect.data : null,
    setUpAs: null,
  };
}

/** The name of a printer that reports none: its address, queue or device. */
const defaultName = (connection: PrinterConnection): string =>
  sanitizeText(Object.values(connectionValues(connection))[0] ?? connection.kind, longestName);

/** The sanitized details without duplicates, up to a limit. */
function sanitizedDetails(details: DiscoveredPrinter['details']): FoundPrinter['details'] {
  const sanitized = details.map((detail) =>
    typeof detail === 'string' ? sanitizeText(detail, longestDetail) : detail ? sanitizedMessage(detail) : '',
  );
  return [...new Set(sanitized)].filter((detail) => detail !== '').slice(0, maxDetails);
}

const sanitizedMessage = ({ code, params }: Message): Message => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? sanitizeText(value, longestDetail) : value,
    ]),
  ),
});

/**
 * Makes a text from the network safe to show on one line: no control, invisible or direction characters, single spaces, at most
 * `maxCharacters`.
 */
export function sanitizeText(text: string, maxCharacters: number): string {
  // Limits the work on a long text.
  const plain = text
    .slice(0, maxCharacters * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}\ufffd]/gu, '')
    .trim();
  return [...plain].slice(0, maxCharacters).join('').trimEnd();
}
