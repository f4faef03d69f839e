import type { Failure, Result } from '../../../shared/failure.ts';
import type { PrinterConnection } from '../../../shared/printer.ts';

/** What became of the bytes. Never more than is known: "handed over" is not "printed". */
export type Delivery =
  /** Every byte was handed over and our side closed; `closedCleanly` when the printer closed its side too. */
  | { readonly kind: 'handed over'; readonly bytesHandedOver: number; readonly closedCleanly: boolean }
  /** It failed before a byte was written: safe to try again. */
  | { readonly kind: 'not started'; readonly failure: Failure }
  /** It failed after the first byte may have left: nobody knows. */
  | { readonly kind: 'cut off'; readonly bytesHandedOver: number; readonly failure: Failure };

/** A printer that took the connection and has not been sent a byte. */
export interface OpenPrinter {
  /** Sends the bytes as they are, then closes. Called once. */
  send(bytes: Uint8Array): Promise<Delivery>;
  /** Closes without sending. */
  close(): void;
}

/** One way to reach printers of one connection kind: open, send, close. */
export interface PrinterTransport {
  open(signal: AbortSignal): Promise<Result<OpenPrinter>>;
}

/** Picks the transport by the connection's kind. */
export type OpenTransport = (connection: PrinterConnection) => PrinterTransport;

/** Pictures of labels, drawn away from the main process. */
export interface LabelPictures {
  /** PNG at 8 dots per millimetre; a failure never stops a print. */
  picture(label: { sha256: string; format: 'zpl' | 'pdf' | 'unknown'; bytes: Uint8Array }): Promise<Result<Uint8Array>>;
  close(): Promise<void>;
}
