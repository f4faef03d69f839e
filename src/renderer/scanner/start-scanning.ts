import type { ScanMode, ScanReading } from '../../shared/scanning/scan.ts';
import { showScreen } from '../data/current-screen.ts';
import { pendingDeletionsQuery, stationViewQuery } from '../data/queries.ts';
import type { FocusPlace } from './burst.ts';
import { listenForScans } from './key-listener.ts';
import type { KeyCommand } from './keystrokes.ts';
import { offerScan } from './scan-destination.ts';
import { scanMode, scanStore } from './scan-session.ts';

/** The id of the field "Scan or type a code": a short code is taken from there too. */
export const scanFieldId = 'scan-field';

/** Hears scans and the mode keys on every screen, until the function it returns is called. */
export function startScanning(): () => void {
  // Ctrl Z must know on every screen whether something counts down.
  const stopWatching = pendingDeletionsQuery.subscribe(() => undefined);
  const stopFollowing = resetOnEnvironmentSwitch();
  const stopListening = listenForScans({
    onScan: handleScan,
    onCommand,
    onKey: scanMode.touch,
    isScanField: (field) => field.id === scanFieldId,
  });
  return () => {
    stopListening();
    stopFollowing();
    stopWatching();
  };
}

/** Another environment: the answer shown is of the old one, and nothing stays armed. */
function resetOnEnvironmentSwitch(): () => void {
  let shown: string | null = null;
  return stationViewQuery.subscribe(({ value }) => {
    if (!value) return;
    if (shown !== null && shown !== value.environment.name) {
      scanStore.clear();
      scanMode.choose('look up');
    }
    shown = value.environment.name;
  });
}

function handleScan(reading: ScanReading): void {
  if (offerScan(reading)) return;
  submitScan(reading, scanMode.getState().mode);
}

/** Takes a scan, or a code written or chosen by hand, and shows its answer. */
export function submitScan(reading: ScanReading, mode: ScanMode): void {
  scanMode.touch();
  showScreen('scan');
  scanStore.submit(reading, mode);
}

/** A mode is picked where it can be seen. */
function onCommand(command: KeyCommand, place: FocusPlace): boolean {
  if (command === 'undo') return undo(place);
  showScreen('scan');
  scanMode.choose(command);
  return true;
}

/** Ctrl Z takes back the newest deletion; in a field, where none can be taken back, it is the field's own. */
function undo(place: FocusPlace): boolean {
  if (place !== 'elsewhere' && !hasPendingDeletion()) return false;
  scanStore.undo();
  return true;
}

function hasPendingDeletion(): boolean {
  const { shown, waiting } = scanStore.getState();
  const isShown = shown.kind === 'answer' && shown.answer.deletion?.state === 'counting';
  return waiting > 0 || isShown || (pendingDeletionsQuery.getState().value?.length ?? 0) > 0;
}
