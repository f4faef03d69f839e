import { z } from 'zod';
import { longestScan, type ScanReading } from './scan.ts';
import type { ScannerProfile, SerialScanner } from './scanner-settings.ts';
import { type ScannerTrust, scannerTrust } from './scanner-trust.ts';

/** A scanner that sends text, not keys; each has its own name. */
type NamedScanner = Pick<SerialScanner, 'name' | 'profile'>;

/** The scanners that send text. */
export interface TextScanners {
  readonly serial: readonly NamedScanner[];
  readonly hid: readonly NamedScanner[];
}

/** The scanner of that name; undefined where it is configured no more. */
export const scannerNamed = ({ serial, hid }: TextScanners, name: string): NamedScanner | undefined =>
  [...serial, ...hid].find((scanner) => scanner.name === name);

/** What the scanner of a reading may delete; one that sends text and is configured no more deletes nothing. */
export function readingTrust(
  { scanner }: Pick<ScanReading, 'scanner'>,
  scanners: TextScanners & { readonly keyboard: ScannerProfile | null },
  endsByPause: (scanner: string) => boolean,
): ScannerTrust {
  if (scanner === undefined) return scannerTrust(scanners.keyboard);
  const own = scannerNamed(scanners, scanner);
  if (!own) return 'none';
  const trust = scannerTrust(own.profile);
  return trust === 'full' && endsByPause(scanner) ? 'known codes' : trust;
}

/** Why what a scanner sent is no scan. */
export const sentScanProblems = ['unreadable', 'too long', 'incomplete'] as const;
export type SentScanProblem = (typeof sentScanProblems)[number];

/** A scan of a scanner that sends text, or bytes that are none. */
export const sentScanSchema = z.object({
  scanner: z.string(),
  /** Milliseconds from its first byte until the window was given it. */
  ageMs: z.number(),
  text: z.string().max(longestScan),
  endsByPause: z.boolean(),
  problem: z.enum(sentScanProblems).nullable(),
});
export type SentScan = z.infer<typeof sentScanSchema>;

/** A serial scanner as it is now. `retryAt`: when its port is opened again, milliseconds since 1970. */
export const serialScannerViewSchema = z.object({
  name: z.string(),
  state: z.enum(['connected', 'connecting', 'not connected']),
  retryAt: z.number().nullable(),
});
export type SerialScannerView = z.infer<typeof serialScannerViewSchema>;

/** A serial port of this computer. */
export const serialPortSchema = z.object({ path: z.string(), description: z.string() });
export type SerialPortFound = z.infer<typeof serialPortSchema>;

/** Milliseconds without a byte after which a scan without an end character is complete. */
export const serialPauseMs = 100;

/** Carriage return, line feed and tab end a scan. */
const endBytes: readonly number[] = [0x0d, 0x0a, 0x09];

interface FramingParts {
  /** Runs `action` once after that many milliseconds; the returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void;
  onScan(text: string, endsByPause: boolean): void;
  onProblem(problem: SentScanProblem): void;
  /** The first byte of a scan. */
  onBegin(): void;
}

/** Divides the bytes of a port into scans. */
export interface Framing {
  push(bytes: Uint8Array): void;
  /** The port is gone: what is there of a scan is incomplete. */
  end(): void;
}

/**
 * A scan ends with CR, LF or Tab, or by a pause where the scanner never sent one of them. A part of a scan is never taken for a scan: bytes
 * before a pause are refused once the scanner has shown that it ends its scans.
 */
export function createFraming({ after, onScan, onProblem, onBegin }: FramingParts): Framing {
  let bytes: number[] = [];
  let isTooLong = false;
  let sendsEnd = false;
  let stopTimer = (): void => {};

  const finish = (endsByPause: boolean, isWhole: boolean): void => {
    stopTimer();
    const [received, tooLong] = [bytes, isTooLong];
    bytes = [];
    isTooLong = false;
    if (received.length === 0 && !tooLong) return;
    const text = textOf(received);
    if (tooLong) onProblem('too long');
    else if (!isWhole) onProblem('incomplete');
    else if (text === null) onProblem('unreadable');
    else onScan(text, endsByPause);
  };

  return {
    push(received) {
      for (const byte of received) {
        if (endBytes.includes(byte)) {
          sendsEnd = true;
          finish(false, true);
          continue;
        }
        if (bytes.length === 0 && !isTooLong) onBegin();
        if (bytes.length < longestScan && !isTooLong) bytes.push(byte);
        else {
          bytes = [];
          isTooLong = true;
        }
      }
      stopTimer();
      const isOpen = bytes.length > 0 || isTooLong;
      stopTimer = isOpen ? after(serialPauseMs, () => finish(true, !sendsEnd)) : () => {};
    },
    end: () => finish(true, false),
  };
}

/** The bytes of a scan without what ends it. */
export const withoutEnd = (bytes: readonly number[]): readonly number[] =>
  bytes.slice(0, bytes.findLastIndex((byte) => !endBytes.includes(byte)) + 1);

/** Printable ASCII, and the separators of GS1 and ISO/IEC 15434; null for anything else, such as bytes at another speed. */
export function textOf(bytes: readonly number[]): string | null {
  const separators = [0x04, 0x1c, 0x1d, 0x1e, 0x1f];
  const isText = bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || separators.includes(byte));
  return isText ? String.fromCharCode(...bytes) : null;
}
