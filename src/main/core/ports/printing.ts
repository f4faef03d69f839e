import type { Failure, Result } from '../../../shared/contract/failure.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Printer } from '../../../shared/printing/printer.ts';
import type { PrinterConnection } from '../../../shared/printing/printer-connection.ts';
import type { DiscoveryMethod, FoundPrinter } from '../../../shared/printing/printer-discovery.ts';
import type { PrinterIdentity, PrinterStatus, StatusAnswer } from '../../../shared/printing/printer-status.ts';
import type { PrinterCommand } from '../../../shared/printing/printer-transports.ts';

/** The outcome of sending. "sent" does not mean "printed". */
export type Delivery =
  /** Every byte was sent and our side closed; `closedCleanly` if the other side did too, or the printer answered a question behind it. */
  | { readonly kind: 'sent'; readonly bytesSent: number; readonly closedCleanly: boolean }
  /** Failed before a byte was written: safe to retry. */
  | { readonly kind: 'not started'; readonly failure: Failure }
  /** Failed after bytes may have been sent: the outcome is unknown. */
  | { readonly kind: 'cut off'; readonly bytesSent: number; readonly failure: Failure };

/** Called while a label is being sent. */
export interface SendProgress {
  /** No data was accepted for a while (true), or sending continues (false). */
  stalled(isStalled: boolean): void;
  /** A print queue of this computer has accepted the job under that reference; from now on only the queue sends the label. */
  owned(reference: string): void;
  /** The queue's status of the job; null when there is nothing to report. */
  queueStatus(status: Message | null): void;
}

/** What a printer answers in one exchange. */
export interface PrinterAnswers {
  readonly status: PrinterStatus;
  /** Its label counter; null where it has none. */
  readonly count: number | null;
  /** Null where it was not asked. */
  readonly identity: PrinterIdentity | null;
}

/** An open connection to a printer. */
export interface OpenPrinter {
  /** Queries the printer's status. Always ends within two seconds. */
  status(): Promise<StatusAnswer>;
  /** The printer's label counter; null without an answer. */
  labelCount(): Promise<number | null>;
  /** The printer's identity; null without an answer. */
  identity(): Promise<PrinterIdentity | null>;
  /** Sends a command; the printer stays open. */
  sendCommand(command: PrinterCommand): Promise<Result<null>>;
  /**
   * Asks for status, label counter and, where wanted, identity in one exchange. `not asked` where this printer does not answer so;
   * after `incomplete` no other answer over this connection can be trusted.
   */
  askTogether?(wantsIdentity: boolean): Promise<PrinterAnswers | 'not asked' | 'incomplete'>;
  /** Sends the bytes unchanged, then closes. Called once. */
  send(bytes: Uint8Array, progress?: SendProgress): Promise<Delivery>;
  /**
   * Sends the bytes unchanged with the question of `askTogether` behind them. With the answers the connection stays open; without them
   * it is closed, as by `send`.
   */
  sendAndAsk?(
    bytes: Uint8Array,
    wantsIdentity: boolean,
    progress?: SendProgress,
  ): Promise<{ readonly delivery: Delivery; readonly answers: PrinterAnswers | null }>;
  /** True while another label may be sent over this connection, and no other user of this station waits for the printer. */
  canContinue?(): boolean;
  /** Closes without sending. */
  close(): void;
}

/** The connection to one printer: open, query, send, close. Keep it between labels: it learns which queries the printer answers. */
export interface PrinterTransport {
  /** Opens the printer; waits until every other user of this station has closed it. */
  open(signal: AbortSignal): Promise<Result<OpenPrinter>>;
  /**
   * Number of labels sent by other users of this station since it started, such as test labels or another environment. The printer's
   * counter includes them. Absent where they are not counted.
   */
  sentByOthers?(): number;
  /** Follows a job that a print queue accepted before a restart; absent without a print queue. */
  follow?(reference: string, bytes: number, progress: SendProgress, signal: AbortSignal): Promise<Delivery>;
}

/** Creates the transport of a connection. */
export type OpenTransport = (connection: PrinterConnection) => PrinterTransport;

/** A downloaded label. */
export interface LabelFile {
  readonly sha256: string;
  readonly format: 'zpl' | 'pdf' | 'unknown';
  readonly bytes: Uint8Array;
}

/** A bar code read from a label's picture. Advisory: the printed label may differ. */
export interface BarCode {
  /** "Code128", "QRCode", ... as the reader names it. */
  readonly symbology: string;
  readonly text: string;
}

/** The facts about a printer that converting a PDF needs; paper in millimetres. */
export interface PdfPrinter {
  readonly dotsPerMillimetre: number;
  readonly packing: 'z64' | 'acs';
  readonly paper: { readonly width: number; readonly length: number };
}

/** Draws labels, reads their bar codes and converts PDF labels, outside the main process. */
export interface LabelPictures {
  /** Draws the first label as PNG; a failure never stops printing. */
  picture(label: LabelFile, dotsPerMillimetre?: number): Promise<Result<Uint8Array>>;
  /** Reads the bar codes of the picture. An empty list does not mean that the label has none. */
  barCodes(label: LabelFile): Promise<Result<readonly BarCode[]>>;
  /**
   * Converts the PDF's pages to ZPL (`^GFA`), one bit per dot, with whole dots per bar-code module. Waits for other PDFs of the same
   * printer only. `picture-delayed`: another attempt may draw it.
   */
  zplOfPdf(label: LabelFile, printer: PdfPrinter & { readonly name: string }): Promise<Result<Uint8Array>>;
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

/** Which printers of this station other benches of its site print on too; absent where the environment is not shared. */
export interface SharedPrinters {
  /** Reports the printers of this station to the others. */
  report(printers: readonly Printer[]): void;
  /** The names of the benches that reported the same printer, in order. */
  sharedWith(printer: Printer): readonly string[];
}
