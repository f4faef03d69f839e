import type { Failure, Result } from '../../../shared/contract/failure.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { DiscoveryMethod, FoundPrinter } from '../../../shared/printing/printer-discovery.ts';
import type { PrinterIdentity, StatusAnswer } from '../../../shared/printing/printer-status.ts';
import type { PrinterCommand, PrinterConnection } from '../../../shared/printing/printer-transports.ts';

/** The outcome of sending. Never more than is known: "sent" is not "printed". */
export type Delivery =
  /** Every byte was sent and our side closed; `closedCleanly` when the other side closed in good order too. */
  | { readonly kind: 'sent'; readonly bytesSent: number; readonly closedCleanly: boolean }
  /** It failed before a byte was written: safe to try again. */
  | { readonly kind: 'not started'; readonly failure: Failure }
  /** It failed after the first byte may have been sent: the outcome is unknown. */
  | { readonly kind: 'cut off'; readonly bytesSent: number; readonly failure: Failure };

/** Called while a label is being sent. */
export interface SendProgress {
  /** No data was accepted for a while (true), or sending continues (false). */
  stalled(isStalled: boolean): void;
  /** A queue of this computer owns the job from now on, by that reference: only the queue sends the label. */
  owned(reference: string): void;
  /** What that queue reports of the job; null when it reports nothing any more. */
  queueStatus(status: Message | null): void;
}

/** An open connection to a printer over which no label was sent yet. */
export interface OpenPrinter {
  /** Queries its status. Ends within two seconds, whatever the printer does. */
  status(): Promise<StatusAnswer>;
  /** Its label counter; null without an answer. */
  labelCount(): Promise<number | null>;
  /** Null without an answer. */
  identity(): Promise<PrinterIdentity | null>;
  /** Writes a command of ours; the printer stays open. */
  sendCommand(command: PrinterCommand): Promise<Result<null>>;
  /** Sends the bytes as they are, then closes. Called once. */
  send(bytes: Uint8Array, progress?: SendProgress): Promise<Delivery>;
  /** Closes without sending. */
  close(): void;
}

/** The connection to one printer: open, query, send, close. Its user keeps it, since it knows which queries the printer answers. */
export interface PrinterTransport {
  /** Waits until the printer is closed by every other user of this station. */
  open(signal: AbortSignal): Promise<Result<OpenPrinter>>;
  /**
   * Labels sent there by others of this station since it started: a test label, another environment, another name of the same printer.
   * The printer's counter includes them. Absent where they are not counted.
   */
  sentByOthers?(): number;
  /** Follows a job that a queue of this computer accepted before a restart; absent without such a queue. */
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
  /** Bar codes found in the picture. An empty list does not mean that the label has none. */
  barCodes(label: LabelFile): Promise<Result<readonly BarCode[]>>;
  /** The PDF's pages as ZPL (`^GFA`), one bit a dot, whole dots a module; `packing` as the printer understands it. */
  zplOfPdf(
    label: LabelFile,
    printer: { dotsPerMillimetre: number; packing: 'z64' | 'acs'; paper: { width: number; length: number } },
  ): Promise<Result<Uint8Array>>;
  close(): Promise<void>;
}

/** Searches for printers with every method of this computer, and reports each printer as it is found. */
export interface PrinterDiscovery {
  /**
   * Ends within ten seconds, or on abort. A method that cannot be used here reports its problem, and the others continue. At most
   * 200 printers.
   */
  find(
    on: { found(printer: FoundPrinter): void; ended(method: DiscoveryMethod, problem: Message | null): void },
    signal: AbortSignal,
  ): Promise<void>;
}
