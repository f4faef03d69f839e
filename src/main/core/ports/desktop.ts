import type { Result } from '../../../shared/contract/failure.ts';

/** A token and the exact origins it was entered with; it goes nowhere else. */
export interface BoundToken {
  readonly token: string;
  readonly serviceOrigin: string;
  readonly labelOrigin: string;
}

/** Where tokens are kept. Asynchronous, because the protected store may be. */
export interface TokenVault {
  /** False: no protected backend; a token is then kept in memory for this run only. */
  isProtected(): Promise<boolean>;
  keep(environment: string, token: BoundToken): Promise<Result<null>>;
  read(environment: string): Promise<BoundToken | null>;
  forget(environment: string): Promise<void>;
}

/** Settings on disk as plain data, parsed by the reader. */
export interface SettingsStore {
  read(): unknown;
  write(settings: unknown): void;
}

/** A process that can be ended at any time, for work that must not harm main. */
export interface SidecarProcess {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** Starts the process that draws label pictures. */
export type StartPictureProcess = () => SidecarProcess;

/** Calls back whenever the computer wakes from sleep, until the function it returns is called. */
export type OnWake = (listener: () => void) => () => void;

/** Files and folders a person picks in a dialog of the system: the page names no path. */
export interface FilePicker {
  /** Their paths; none where the dialog was closed. */
  files(): Promise<string[]>;
  folder(): Promise<string | null>;
  /** One table of rows: a CSV file or a spreadsheet. */
  table(): Promise<string | null>;
}

/** The text of a question and of its two answers. */
export interface AddressQuestion {
  readonly question: string;
  readonly detail: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * Asks the person at the screen whether labels may go to a new address, where no script of the page can answer. Anything but
 * a clear yes is false.
 */
export type ConfirmAddress = (prompt: AddressQuestion) => Promise<boolean>;
