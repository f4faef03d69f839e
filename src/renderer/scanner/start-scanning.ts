import { topicOf } from '../../shared/contract/changes.ts';
import type { ForwardedKey } from '../../shared/contract/forwarded-key.ts';
import type { ScanMode, ScanReading } from '../../shared/scanning/scan.ts';
import type { ScannerProfile } from '../../shared/scanning/scanner-settings.ts';
import { correctedText } from '../../shared/scanning/scanner-test.ts';
import { type SentScan, scannerNamed } from '../../shared/scanning/serial-scanner.ts';
import { showFind, showScreen } from '../data/current-screen.ts';
import { toggleHelp } from '../data/help.ts';
import { pendingDeletionsQuery, stationViewQuery } from '../data/queries.ts';
import { afterTimeout } from '../data/query.ts';
import { call, onChanged, onForwardedKey } from '../data/station-client.ts';
import { keepSignedIn, offerBadge, scanPerson } from './badges.ts';
import type { FocusPlace } from './burst.ts';
import { type CommandScan, reportSentProblem, runScannedCommand } from './command-barcodes.ts';
import { createHidScanners, type HidScanners, platformHid } from './hid-scanners.ts';
import { listenForScans } from './key-listener.ts';
import type { KeyCommand } from './keystrokes.ts';
import { offerScan, scanRecorder } from './scan-destination.ts';
import { noteKey, scanMode, scanStore, shownEnvironment, unansweredScans, undoDeletion } from './scan-session.ts';
import type { ScanMoment } from './scan-store.ts';

/** The id of the field "Scan or type a code", where short codes are accepted too. */
export const scanFieldId = 'scan-field';

/** Receives scans and the mode keys on every screen, until the returned function is called. */
export function startScanning(): () => void {
  // Ctrl Z needs to know on every screen whether a deletion is pending.
  const stopWatching = pendingDeletionsQuery.subscribe(() => undefined);
  const stopFollowing = resetOnEnvironmentSwitch();
  const stopListening = listenForScans({
    onScan: handleScan,
    onCommand,
    onKey: noteKey,
    profile: scannerProfile,
    isReady: () => stationViewQuery.getState().value !== null,
    isScanField: (field) => field.id === scanFieldId,
    ...{ onForwardedKey, missedKeys },
  });
  const stopReceiving = receiveSerialScans();
  const stopFollowingHid = followHidScanners();
  const stopStaying = keepSignedIn();
  return () => {
    stopStaying();
    stopFollowingHid();
    stopReceiving();
    stopListening();
    stopFollowing();
    stopWatching();
  };
}

/** How the keys of a scanner are read; one that no known layout explains is read in both ways. */
function scannerProfile(): ScannerProfile | null {
  const profile = stationViewQuery.getState().value?.settings.scanner.keyboard ?? null;
  return profile?.problems.includes('unreadable') ? null : profile;
}

/** The keys that were pressed before this page was there; not before it is known how the keys of the scanner are read. */
const missedKeys = (onAsk: () => void): Promise<readonly ForwardedKey[]> =>
  new Promise((resolve) => {
    const stopWaiting = stationViewQuery.subscribe(({ value }) => {
      if (!value) return;
      stopWaiting();
      onAsk();
      void call('missed-keys.take', null).then((missed) => resolve(missed.ok ? missed.value : []));
    });
  });

/** Takes what serial scanners sent, in its order, whenever main says that something waits. */
function receiveSerialScans(): () => void {
  let isTaking = false;
  let isMore = false;
  const take = async (): Promise<void> => {
    isMore = true;
    if (isTaking) return;
    isTaking = true;
    while (isMore) {
      isMore = false;
      const taken = await call('serial-scanners.take-scans', null);
      if (!taken.ok || taken.value.length === 0) continue;
      taken.value.forEach(handleSentScan);
      // Another call says that these are not to be given again.
      isMore = true;
    }
    isTaking = false;
  };
  const stopListening = onChanged((changes) => {
    if (changes.some((change) => topicOf(change) === 'serial scans')) void take();
  });
  // Scans that came while the page was loading.
  const stopWaiting = stationViewQuery.subscribe(({ value }) => {
    if (!value) return;
    stopWaiting();
    if (value.settings.scanner.serial.length > 0) void take();
  });
  return () => {
    stopWaiting();
    stopListening();
  };
}

/** The scanners in HID POS mode. */
export const hidScanners: HidScanners = createHidScanners({
  hid: platformHid,
  now: () => performance.now(),
  after: afterTimeout,
  onScan: handleSentScan,
  takeFound: () => call('hid-scanners.find', null),
});

/** Connects the scanners that the settings name, whenever they are saved. */
function followHidScanners(): () => void {
  const stopFollowing = stationViewQuery.subscribe(({ value }) => {
    if (value) hidScanners.follow(value.settings.scanner.hid);
  });
  return () => {
    stopFollowing();
    hidScanners.close();
  };
}

/** The same way as a scan that was typed. */
function handleSentScan(sent: SentScan): void {
  const { scanner, ageMs, problem } = sent;
  const recorder = scanRecorder();
  if (problem !== null) reportSentProblem(scanner, problem);
  else if (recorder) recorder.takeSent(sent);
  else {
    const at = performance.now() - ageMs;
    handleScan(sentReading(sent), { from: at, until: at, isElsewhere: !document.hasFocus() });
  }
}

/** As the test of its scanner corrects it. */
function sentReading({ scanner, text: sent }: SentScan): ScanReading {
  const scanners = stationViewQuery.getState().value?.settings.scanner;
  const profile = (scanners && scannerNamed(scanners, scanner)?.profile) ?? null;
  const text = correctedText(sent, profile);
  return { asTyped: text, asUsKeyboard: text, by: 'scanner', scanner };
}

/** After a switch of the environment the shown answer is cleared and Delete mode ends. */
function resetOnEnvironmentSwitch(): () => void {
  let shown: string | null = null;
  return stationViewQuery.subscribe(({ value }) => {
    if (!value) return;
    if (shown !== null && shown !== value.environment.name) {
      scanStore.leaveEnvironment();
      scanMode.choose('look up');
    }
    shown = value.environment.name;
  });
}

/** Where a badge is waited for, it is one. A command card comes next, also where a screen waits for a code, then a person's badge. */
function handleScan(reading: ScanReading, scan: CommandScan): void {
  if (offerBadge(reading) || runScannedCommand(reading, scan)) return;
  // Mode and environment of this moment, and not of the answer. Without a key, a mode whose time is over is not ended yet.
  scanMode.touch();
  const { mode } = scanMode.getState();
  const made = { environment: shownEnvironment(), lastKeyAt: scan.until };
  scanPerson(reading, () => {
    if (!offerScan(reading)) submitScan(reading, mode, made);
  });
}

/** Takes what was typed into the scan field: a command, or a code. */
export function submitTyped(written: string): void {
  const reading: ScanReading = { asTyped: written, asUsKeyboard: written, by: 'typed' };
  const now = performance.now();
  if (runScannedCommand(reading, { from: now, until: now, isElsewhere: false })) return;
  const { mode } = scanMode.getState();
  const made = { environment: shownEnvironment(), lastKeyAt: now };
  scanPerson(reading, () => submitScan(reading, mode, made));
}

/** Submits a scan, or a code typed or chosen, and shows its answer. */
export function submitScan(reading: ScanReading, mode: ScanMode, made?: ScanMoment): void {
  scanMode.touch();
  showScreen('scan');
  scanStore.submit(reading, mode, made);
}

/** Carries out a command key; a mode is chosen on the Scan screen. */
function onCommand(command: KeyCommand, place: FocusPlace): boolean {
  if (command === 'undo') return undo(place);
  if (command === 'find' || command === 'help') {
    if (command === 'find') showFind();
    else toggleHelp();
    return true;
  }
  showScreen('scan');
  scanMode.choose(command);
  return true;
}

/** Ctrl Z undoes the newest deletion; in a field with no pending deletion it is the field's own undo, unless it is the empty scan field. */
function undo(place: FocusPlace): boolean {
  const field = document.activeElement;
  const isEmptyScanField = place === 'scan field' && field instanceof HTMLInputElement && field.value === '';
  if (place !== 'elsewhere' && !isEmptyScanField && !hasPendingDeletion()) return false;
  undoDeletion();
  return true;
}

function hasPendingDeletion(): boolean {
  const { shown } = scanStore.getState();
  const isShown = shown.kind === 'answer' && shown.answer.deletion?.state === 'counting';
  return unansweredScans() > 0 || isShown || (pendingDeletionsQuery.getState().value?.length ?? 0) > 0;
}
