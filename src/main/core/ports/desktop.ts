import type { Licence } from '../../../shared/contract/about-view.ts';
import type { Result } from '../../../shared/contract/failure.ts';
import type { ForwardedKey } from '../../../shared/contract/forwarded-key.ts';
import type { HidScanner, HidScannerFound, SerialScanner } from '../../../shared/scanning/scanner-settings.ts';
import type { SentScan, SerialPortFound, SerialScannerView } from '../../../shared/scanning/serial-scanner.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Clock } from './clock.ts';

/** A token and the only origins it may be sent to. */
export interface BoundToken {
  readonly token: string;
  readonly serviceOrigin: string;
  readonly labelOrigin: string;
}

/** Stores tokens by environment, the password of the proxy, and the key for the site. */
export interface TokenVault {
  /** False without encryption; a token is then kept in memory for this run only. */
  isProtected(): Promise<boolean>;
  keep(environment: string, token: BoundToken): Promise<Result<null>>;
  read(environment: string): Promise<BoundToken | null>;
  forget(environment: string): Promise<void>;
}

/** Settings on disk as unparsed data. */
export interface SettingsStore {
  read(): unknown;
  write(settings: unknown): void;
}

/** A process that can be killed at any time, for work that must not affect main. */
export interface SidecarProcess {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** `background`: main, the page and the printers come first where the computer is busy. */
export type SidecarPriority = 'normal' | 'background';

/**
 * Starts such a process: one that draws label pictures, reads a spreadsheet, or makes a backup. Null where none is started, because
 * another version of the program is installed.
 */
export type StartSidecar = (priority: SidecarPriority) => SidecarProcess | null;

/** Calls the listener when the computer wakes from sleep; returns a function that ends the subscription. */
export type OnWake = (listener: () => void) => () => void;

/** Opens system dialogs to choose files and folders, so that the page never sends a path. */
export interface FilePicker {
  /** The chosen paths; empty where the dialog was closed. */
  files(): Promise<string[]>;
  folder(): Promise<string | null>;
  /** One table of rows: a CSV file or a spreadsheet. */
  table(): Promise<string | null>;
}

/** An address or a secret that the window wants to use, and the one in its place until now; null where there was none. */
export interface AddressChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
}

/** The text of a question about addresses and of its two answers. */
export interface AddressQuestion {
  readonly question: string;
  readonly changes: readonly AddressChange[];
  readonly detail: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * Asks the operator outside the page, where no script of it can answer, whether addresses may be used. Anything but an explicit yes is
 * false.
 */
export type ConfirmAddress = (prompt: AddressQuestion) => Promise<boolean>;

/** Opens the data folder in the system's file manager; false where that failed. */
export type OpenDataFolder = () => Promise<boolean>;

/** Reads the licences that the build listed; empty where it listed none. */
export type ReadLicences = () => Promise<Licence[]>;

/** Shows the system's dialogs in that theme, where the system allows. */
export type ApplyTheme = (theme: Settings['appearance']['theme']) => void;

/** Main and the page speak that language from now on. */
export type ApplyLanguage = (language: Settings['station']['language']) => Promise<void>;

/** The scanners on serial ports. Nothing of them is loaded before one is configured. */
export interface SerialScanners {
  /** Connects those scanners, and no others. */
  follow(scanners: readonly SerialScanner[]): void;
  views(): SerialScannerView[];
  /** The scans since the last call, in their order. The next call says that the page has them. */
  takeScans(): SentScan[];
  /** The page's process ended: the scans that it took last are given again. */
  pageLost(): void;
  /** The scanner’s last scan ended by a pause: a part of a code may be taken for one. */
  endsByPause(name: string): boolean;
  /** The serial ports of this computer that a device is behind. */
  findPorts(): Promise<Result<SerialPortFound[]>>;
  close(): Promise<void>;
}

/** Makes the scanners of the station. `onScans`: scans wait to be taken. `onChanged`: a scanner came or went. */
export type OpenSerialScanners = (parts: {
  readonly clock: Clock;
  readonly onScans: () => void;
  readonly onChanged: () => void;
}) => SerialScanners;

/** A key that was pressed while the window had no page. */
export type MissedKey = ForwardedKey & { readonly ageMs: number };

/** What was typed while the page's process had ended and its page loaded again. */
export interface MissedKeys {
  /** From now on keys go to the page. `lostAt`: when its process ended, milliseconds since 1970; null where it did not. */
  take(): { readonly keys: readonly MissedKey[]; readonly lostAt: number | null };
}

/** Which scanners in HID POS mode the window may use; it reads them itself. */
export interface HidAccess {
  /** The scanners that were connected when the window last looked for some; each list is given once. */
  takeFound(): HidScannerFound[];
}

/** Gives the window the scanners that `chosen` names at that moment. */
export type OpenHidAccess = (chosen: () => readonly HidScanner[]) => HidAccess;

/** Starts the station with the computer, and gives it the whole screen, as the settings say; false where the system allows no start. */
export type ApplyKiosk = (kiosk: Settings['kiosk']) => Promise<boolean>;

/** The files of the installed version, each by a text that another file does not have; null for one that is not there. */
export interface ProgramFiles {
  readonly executable: string | null;
  readonly archive: string | null;
  /** The system reports that the running program's own file was replaced or removed; false where it reports no such thing. */
  readonly isOwnDeleted: boolean;
}

/** The program as a package of the system installed it. */
export interface InstalledProgram {
  /** Takes microseconds, and never throws. */
  read(): ProgramFiles;
  /** Calls the listener when the window gets the focus; returns a function that ends the subscription. */
  onFocus(listener: () => void): () => void;
}

/** What happened in the station, with fields that say more of it. */
export interface LogEntry {
  readonly event:
    | 'started'
    | 'stopped'
    | 'notice'
    | 'call failed'
    | 'service'
    | 'error'
    | 'process ended'
    | 'entries left out'
    // Of a hub.
    | 'site'
    | 'row left out';
  readonly [field: string]: unknown;
}

/** A process of the station that ended by itself, and is started again. */
export interface Crash {
  readonly process: 'page' | 'pictures' | 'spreadsheets';
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The log of the station on disk: JSON lines without tokens, names, telephone numbers, addresses and label bytes. */
export interface StationLog {
  /** Never throws, and never waits for the disk. */
  write(entry: LogEntry): void;
  /** Writes that the process crashed, and counts it. */
  noteCrash(process: Crash['process'], status: string): void;
  /** The crashes since the start, the newest thousand of them. */
  crashes(): readonly Crash[];
  /** The newest lines, the last one newest; at most that many bytes. */
  read(bytes: number): Promise<string[]>;
  close(): Promise<void>;
}

/** Keeps the computer from sleeping, until it is called with false. */
export type KeepAwake = (isNeeded: boolean) => void;
