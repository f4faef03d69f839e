import { createStore } from 'zustand/vanilla';
import type { Result } from '../../shared/contract/failure.ts';
import {
  barcodeScannerPage,
  createReportDecoder,
  type HidCollection,
  isBarcodeScanner,
  isSameModel,
  type ReportDecoder,
  redirectingReports,
} from '../../shared/scanning/hid-scanner.ts';
import type { HidScanner, HidScannerFound } from '../../shared/scanning/scanner-settings.ts';
import type { SentScan } from '../../shared/scanning/serial-scanner.ts';
import type { ReadableStore } from '../data/query.ts';

/** A device as WebHID gives it to the page (`HIDDevice`). */
export interface HidDevice extends EventTarget {
  readonly vendorId: number;
  readonly productId: number;
  readonly collections: readonly HidCollection[];
  open(): Promise<void>;
  close(): Promise<void>;
  sendFeatureReport(reportId: number, data: Uint8Array): Promise<void>;
}

/** WebHID (`navigator.hid`). Main decides which devices it gives. */
export interface Hid extends EventTarget {
  /** The devices that this page may use. */
  getDevices(): Promise<readonly HidDevice[]>;
  /** Shows main what is connected; main gives no device this way. */
  requestDevice(options: { filters: readonly { usagePage: number }[] }): Promise<readonly HidDevice[]>;
}

/** Null where the platform has no WebHID. */
export const platformHid = (): Hid | null => (navigator as { readonly hid?: Hid }).hid ?? null;

/** `not opened`: the system refuses it, or another program has it. */
export type HidScannerState = 'connected' | 'not connected' | 'not opened';

/** The state of each configured scanner, by its name. */
export type HidScannerStates = Readonly<Record<string, HidScannerState>>;

/** Milliseconds until a scanner that could not be opened is tried again. */
export const reopenPauseMs = 2000;

interface HidScannersParts {
  readonly hid: () => Hid | null;
  /** Milliseconds, on a clock that only goes forward. */
  readonly now: () => number;
  /** Runs `action` once after that many milliseconds; the returned function cancels it. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  readonly onScan: (scan: SentScan) => void;
  /** What main was shown when the page last looked for devices. */
  readonly takeFound: () => Promise<Result<HidScannerFound[]>>;
}

/** The scanners in HID POS mode, several at once. */
export interface HidScanners {
  readonly states: ReadableStore<HidScannerStates>;
  /** Connects those scanners, and no others. */
  follow(scanners: readonly HidScanner[]): void;
  /** The platform has WebHID. */
  isThere(): boolean;
  /** The scanners that are connected, chosen or not. Call it while a press of a button is handled: the platform asks for one. */
  find(): Promise<Result<HidScannerFound[]>>;
  close(): void;
}

async function openDevice(device: HidDevice): Promise<void> {
  await device.open();
  for (const reportId of redirectingReports(device.collections))
    await device.sendFeatureReport(reportId, Uint8Array.of(1)).catch(() => {});
}

interface Connection {
  state: 'opening' | 'connected' | 'not opened';
  readonly decoder: ReportDecoder;
  end(): void;
}

/** Reads the chosen scanners whenever they are plugged in. Without one, WebHID is left alone. */
export function createHidScanners({ hid, now, after, onScan, takeFound }: HidScannersParts): HidScanners {
  const states = createStore<HidScannerStates>(() => ({}));
  const connections = new Map<HidDevice, Connection>();
  let wanted: readonly HidScanner[] = [];
  let watched: Hid | null = null;
  let working = Promise.resolve();
  let stopTimer = (): void => {};

  const scannerOf = (device: HidDevice): HidScanner | undefined => wanted.find((one) => isSameModel(one, device));

  const showStates = (): void => {
    const stateOf = (scanner: HidScanner): HidScannerState => {
      const found = [...connections].filter(([device]) => isSameModel(scanner, device)).map(([, { state }]) => state);
      if (found.includes('connected')) return 'connected';
      return found.includes('not opened') ? 'not opened' : 'not connected';
    };
    states.setState(Object.fromEntries(wanted.map((scanner) => [scanner.name, stateOf(scanner)])), true);
  };

  const connect = (device: HidDevice): Connection => {
    let begunAt = 0;
    const add = (scan: Pick<SentScan, 'text' | 'problem'>): void => {
      const scanner = scannerOf(device)?.name;
      if (scanner !== undefined) onScan({ scanner, ageMs: now() - begunAt, endsByPause: false, ...scan });
    };
    const decoder = createReportDecoder(device.collections, {
      after,
      onBegin: () => {
        begunAt = now();
      },
      onScan: (text) => add({ text, problem: null }),
      onProblem: (problem) => add({ text: '', problem }),
    });
    const read = (event: Event): void => {
      const { reportId, data } = event as Event & { readonly reportId: number; readonly data: DataView };
      decoder.take(reportId, data);
    };
    device.addEventListener('inputreport', read);
    return {
      state: 'opening',
      decoder,
      end() {
        device.removeEventListener('inputreport', read);
        decoder.end();
        device.close().catch(() => {});
      },
    };
  };

  const disconnect = (device: HidDevice): void => {
    connections.get(device)?.end();
    connections.delete(device);
  };

  const connectWanted = async (): Promise<void> => {
    stopTimer();
    const devices = (await watched?.getDevices()) ?? [];
    const chosen = devices.filter((device) => scannerOf(device) && isBarcodeScanner(device.collections));
    for (const device of connections.keys()) if (!chosen.includes(device)) disconnect(device);
    for (const device of chosen) {
      const connection = connections.get(device) ?? connect(device);
      connections.set(device, connection);
      if (connection.state === 'connected') continue;
      connection.state = await openDevice(device).then(
        () => 'connected',
        () => 'not opened',
      );
    }
    if ([...connections.values()].some(({ state }) => state === 'not opened'))
      stopTimer = after(reopenPauseMs, connectSoon);
    showStates();
  };
  const connectSoon = (): void => {
    working = working.then(connectWanted).catch(() => {});
  };
  const onDisconnect = (event: Event): void => {
    const { device } = event as Event & { readonly device: HidDevice };
    disconnect(device);
    showStates();
  };

  return {
    states,
    follow(scanners) {
      if (JSON.stringify(scanners) === JSON.stringify(wanted)) return;
      wanted = scanners;
      if (!watched) {
        watched = hid();
        watched?.addEventListener('connect', connectSoon);
        watched?.addEventListener('disconnect', onDisconnect);
      }
      showStates();
      connectSoon();
    },
    isThere: () => hid() !== null,
    async find() {
      // Without a device in the answer, whatever is connected; rejected where no button was pressed.
      await hid()
        ?.requestDevice({ filters: [{ usagePage: barcodeScannerPage }] })
        .catch(() => []);
      return takeFound();
    },
    close() {
      wanted = [];
      stopTimer();
      watched?.removeEventListener('connect', connectSoon);
      watched?.removeEventListener('disconnect', onDisconnect);
      for (const device of connections.keys()) disconnect(device);
      watched = null;
    },
  };
}
