import type { ScanMode, ScanReading } from '../../shared/scan.ts';
import { showScreen } from '../stores/current-screen.ts';
import { pendingDeletionsMirror } from '../stores/pending-deletions.ts';
import { scanDesk, scanMode } from '../stores/scanning.ts';
import { stationViewMirror } from '../stores/station-view.ts';
import type { Place } from './burst.ts';
import { offerScan } from './destination.ts';
import type { KeyCommand } from './keystrokes.ts';
import { listenForScans } from './listen.ts';

/** The id of the field "Scan or type a code": a short code is taken from there too. */
export const scanFieldId = 'scan-field';

/** Hears scans and the mode keys on every screen, until the function it returns is called. */
export function startScanning(): () => void {
  // Ctrl Z must know on every screen whether something counts down.
  const stopWatching = pendingDeletionsMirror.subscribe(() => undefined);
  const stopFollowing = forgetOnSwitch();
  const stopListening = listenForScans({
    onScan: takeScan,
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
function forgetOnSwitch(): () => void {
  let shown: string | null = null;
  return stationViewMirror.subscribe(({ value }) => {
    if (!value) return;
    if (shown !== null && shown !== value.environment.name) {
      scanDesk.clear();
      scanMode.choose('look up');
    }
    shown = value.environment.name;
  });
}

function takeScan(reading: ScanReading): void {
  if (offerScan(reading)) return;
  takeAtScanScreen(reading, scanMode.getState().mode);
}

/** Takes a scan, or a code written or chosen by hand, and shows its answer. */
export function takeAtScanScreen(reading: ScanReading, mode: ScanMode): void {
  scanMode.touch();
  showScreen('scan');
  scanDesk.take(reading, mode);
}

/** A mode is picked where it can be seen. */
function onCommand(command: KeyCommand, place: Place): boolean {
  if (command === 'undo') return undo(place);
  showScreen('scan');
  scanMode.choose(command);
  return true;
}

/** Ctrl Z takes back the newest deletion; in a field, where none can be taken back, it is the field's own. */
function undo(place: Place): boolean {
  if (place !== 'elsewhere' && !mayCountDown()) return false;
  scanDesk.undo();
  return true;
}

function mayCountDown(): boolean {
  const { shown, waiting } = scanDesk.getState();
  const isShown = shown.kind === 'answer' && shown.answer.deletion?.state === 'counting';
  return waiting > 0 || isShown || (pendingDeletionsMirror.getState().value?.length ?? 0) > 0;
}
