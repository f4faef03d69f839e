import { useEffect, useEffectEvent } from 'react';
import { longestScan, type ScanReading } from '../../shared/scanning/scan.ts';
import type { RecordedKey } from '../../shared/scanning/scanner-test.ts';
import type { SentScan } from '../../shared/scanning/serial-scanner.ts';

/** True where it handles the scan; false leaves it to the Scan screen. */
export type ScanDestination = (reading: ScanReading) => boolean;

/** Destinations that are offered a scan before the Scan screen, the newest first. Bounded by the screens shown. */
const destinations: ScanDestination[] = [];

/** Offers every scan to the destination until the function it returns is called. */
function registerScanDestination(destination: ScanDestination): () => void {
  destinations.unshift(destination);
  return () => {
    const index = destinations.indexOf(destination);
    if (index >= 0) destinations.splice(index, 1);
  };
}

/** True where a shown screen handled the scan. */
export function offerScan(reading: ScanReading): boolean {
  return destinations.some((destination) => destination(reading));
}

/** While the component is shown, scans are offered to it first. */
export function useScanDestination(destination: ScanDestination): void {
  const accept = useEffectEvent(destination);
  useEffect(() => registerScanDestination((reading) => accept(reading)), []);
}

/** Milliseconds without a key after which a recorded scan is complete; longer than any scanner waits between keys. */
const recordingPauseMs = 800;
/** Sooner after the key before it, a key belongs to the recorded scan, and no widget sees it. */
const scannedWithinMs = 300;
/** Fewer keys are pressed by a person. */
const minRecordedKeys = 8;

/** Receives scans before anything else does. */
interface ScanRecorder {
  /** True where the key belongs to the recording: nothing else must see it. */
  takeKey(key: RecordedKey): boolean;
  takeSent(scan: SentScan): void;
}

let recorder: ScanRecorder | null = null;

/** The recorder of scans, while a scanner is tested. */
export const scanRecorder = (): ScanRecorder | null => recorder;

/** What is done with a recorded scan. */
interface RecordedScans {
  readonly onKeys: (keys: readonly RecordedKey[]) => void;
  readonly onSent: (scan: SentScan) => void;
}

/** Records each scan until the returned function is called; it does nothing else. */
function recordScans({ onKeys, onSent }: RecordedScans): () => void {
  let keys: RecordedKey[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    const recorded = keys;
    keys = [];
    if (recorded.length >= minRecordedKeys) onKeys(recorded);
  };
  const own: ScanRecorder = {
    takeKey(key) {
      const isLate = key.at - (keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > scannedWithinMs;
      if (keys.length < 10 * longestScan) keys.push(key);
      clearTimeout(timer);
      timer = setTimeout(end, recordingPauseMs);
      return key.key.length === 1 || !isLate;
    },
    takeSent: onSent,
  };
  recorder = own;
  return () => {
    clearTimeout(timer);
    if (recorder === own) recorder = null;
  };
}

/** While `isRecording`, each scan goes to the component alone. */
export function useScanRecording(isRecording: boolean, { onKeys, onSent }: RecordedScans): void {
  const receiveKeys = useEffectEvent(onKeys);
  const receiveSent = useEffectEvent(onSent);
  useEffect(() => {
    if (!isRecording) return;
    return recordScans({ onKeys: (keys) => receiveKeys(keys), onSent: (scan) => receiveSent(scan) });
  }, [isRecording]);
}
