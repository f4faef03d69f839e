import type { Failure, Result } from '../../../shared/contract/failure.ts';
import type { PrinterCommand, PrinterConnection } from '../../../shared/printing/printer.ts';
import type { FoundPrinter } from '../../../shared/printing/printer-discovery.ts';
import type { PrinterIdentity, StatusAnswer } from '../../../shared/printing/printer-status.ts';

/** What became of the bytes. Never more than is known: "handed over" is not "printed". */
export type Delivery =
  /** Every byte was handed over and our side closed; `closedCleanly` when the other side closed in good order too. */
  | { readonly kind: 'sent'; readonly bytesSent: number; readonly closedCleanly: boolean }
  /** It failed before a byte was written: safe to try again. */
  | { readonly kind: 'not started'; readonly failure: Failure }
  /** It failed after the first byte may have left: nobody knows. */
  | { readonly kind: 'cut off'; readonly bytesSent: number; readonly failure: Failure };

/** Told while a label is on its way. */
export interface SendProgress {
  /** Bytes taken so far; called when the count changes, at most a few times a second. */
  taken(bytes: number): void;
  /** Nothing was taken for a while (true), or it goes on again (false). */
  stalled(isStalled: boolean): void;
  /** A queue of this computer owns the job from now on, by that reference: nobody but it sends the label. */
  owned(reference: string): void;
  /** What that queue says of the job, in words for the operator; null when it says nothing any more. */
  words(text: string | null): void;
}

/** A printer that took the connection and has not been sent a byte of a label. */
export interface OpenPrinter {
  /** Asks how it is. Ends within two seconds, whatever the printer does. */
  status(): Promise<StatusAnswer>;
  /** Labels it printed in its life; null where it does not tell. */
  labelCount(): Promise<number | null>;
  /** Null where it does not tell. */
  identity(): Promise<PrinterIdentity | null>;
  /** Writes a command of ours; the printer stays open. */
  sendCommand(command: PrinterCommand): Promise<Result<null>>;
  /** Sends the bytes as they are, then closes. Called once. */
  send(bytes: Uint8Array, progress?: SendProgress): Promise<Delivery>;
  /** Closes without sending. */
  close(): void;
}

/** One way to reach one printer: open, ask, send, close. Kept by its user, since it remembers what the printer answers to. */
export interface PrinterTransport {
  /** Waits until nobody else of this station has the printer open. */
  open(signal: AbortSignal): Promise<Result<OpenPrinter>>;
  /**
   * Labels sent there by others of this station since it started: a test label, another environment, another name of the same printer.
   * They too are in the printer's counter. Absent where nobody keeps watch.
   */
  sentByOthers?(): number;
  /** Follows a job that a queue of this computer took before a restart; absent where no queue stands between. */
  follow?(reference: string, bytes: number, progress: SendProgress, signal: AbortSignal): Promise<Delivery>;
}

/** Picks the transport by the connection's kind. */
export type OpenTransport = (connection: PrinterConnection) => PrinterTransport;

/** A label as it was fetched. */
export interface LabelFile {
  readonly sha256: string;
  readonly format: 'zpl' | 'pdf' | 'unknown';
  readonly bytes: Uint8Array;
}

/** A bar code read back from a picture: advisory, since the picture is not the paper. */
export interface BarCode {
  /** "Code128", "QRCode", ... as the reader names it. */
  readonly symbology: string;
  readonly text: string;
}

/** Pictures of labels and labels out of PDF pages, made away from the main process. */
export interface LabelPictures {
  /** PNG of the first label, at that resolution; a failure never stops a print. */
  picture(label: LabelFile, dotsPerMillimetre?: number): Promise<Result<Uint8Array>>;
  /** Bar codes found in the picture; none is no proof that there is none. */
  barCodes(label: LabelFile): Promise<Result<readonly BarCode[]>>;
  /** The PDF's pages as ZPL (`^GFA`), one bit a dot, whole dots a module; `packing` as the printer understands it. */
  zplOfPdf(
    label: LabelFile,
    printer: { dotsPerMillimetre: number; packing: 'z64' | 'acs'; paper: { width: number; length: number } },
  ): Promise<Result<Uint8Array>>;
  close(): Promise<void>;
}

/** Looks for printers in every way this computer has, and tells each as it is found. */
export interface PrinterDiscovery {
  /**
   * Ends within ten seconds, or when the signal says so. A way that cannot be looked at here is told once, in words, and the
   * others go on. At most 200 printers.
   */
  find(
    on: { found(printer: FoundPrinter): void; ended(method: string, trouble: string | null): void },
    signal: AbortSignal,
  ): Promise<void>;
}
