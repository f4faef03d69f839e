import { createStore } from 'zustand/vanilla';
import type { StationView } from '../../shared/contract/station-view.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import { type BarcodeCommand, readCommand, type ScannedCommand } from '../../shared/scanning/command-barcode.ts';
import type { ScanReading } from '../../shared/scanning/scan.ts';
import type { SentScanProblem } from '../../shared/scanning/serial-scanner.ts';
import { currentScreen, showNextAttention, showScreen } from '../data/current-screen.ts';
import { showSupportFile, toggleHelp } from '../data/help.ts';
import { stationViewQuery } from '../data/queries.ts';
import { call } from '../data/station-client.ts';
import { failureParagraph, text } from '../text/text.ts';
import { pressTarget } from '../ui/command-target.ts';
import type { Sound } from '../ui/sounds.ts';
import { playSound, scanMode, scanStore, unansweredScans, undoDeletion } from './scan-session.ts';

/** What a command card did that the screen does not show by itself, or why it did nothing. */
export interface CommandReport {
  /** A later one has a higher number. */
  readonly id: number;
  /** Both are dismissed after a while by themselves: nothing waits for a person. */
  readonly tone: 'success' | 'information';
  readonly text: string;
}

const reports = createStore<{ readonly report: CommandReport | null }>(() => ({ report: null }));

/** The report of the last command card; null where there is none, and after it was dismissed. */
export const commandReports = {
  getState: reports.getState,
  getInitialState: reports.getInitialState,
  subscribe: reports.subscribe,
  dismiss: () => reports.setState({ report: null }),
};

/** What became of a command. */
interface CommandOutcome {
  readonly sound: Sound | null;
  /** null where the screen itself shows what was done. */
  readonly sentence: string | null;
}

const done: CommandOutcome = { sound: 'done', sentence: null };
const silent: CommandOutcome = { sound: null, sentence: null };
const refused = (sentence: string): CommandOutcome => ({ sound: 'refused', sentence });

let lastReport = 0;

/** The report of an earlier card is out of date. */
function report({ sound, sentence }: CommandOutcome): void {
  lastReport += 1;
  const tone = sound === 'done' ? 'success' : 'information';
  reports.setState({ report: sentence === null ? null : { id: lastReport, tone, text: sentence } });
  if (sound !== null) playSound(sound, sentence);
}

/** Shows what became of a scan that is no code, with its sound. */
export const reportScan = (sound: Sound, sentence: string | null): void => report({ sound, sentence });

/** Reports what a scanner sent that was no scan. */
export const reportSentProblem = (scanner: string, problem: SentScanProblem): void =>
  report(refused(text(`sent-scan.${problem}`, { scanner })));

/** When and where a card was scanned. */
export interface CommandScan {
  /** When its first key went down, on the clock of `performance.now()`. */
  readonly from: number;
  /** When its last key went down, on the same clock. */
  readonly until: number;
  /** This window did not have the keyboard: the question that was meant may be in another one, which no card answers. */
  readonly isElsewhere: boolean;
}

/** Carries out the command of a scan. False where the scan is no command card. */
export function runScannedCommand(reading: ScanReading, scan: CommandScan): boolean {
  const scanned = readCommand(reading, stationViewQuery.getState().value?.settings.station.commandKey ?? null);
  if (scanned === null) return false;
  if (scanned.kind === 'command') void runCommand(scanned.command, scan).then(report);
  else report(refused(text(notOurs[scanned.kind])));
  return true;
}

const notOurs = {
  'other site': 'command-report.other-site',
  'unknown command': 'command-report.unknown',
} as const satisfies Record<Exclude<ScannedCommand['kind'], 'command'>, string>;

/** The part before the first wait runs at once: an answer is given to the question that was on the screen. */
async function runCommand(command: BarcodeCommand, scan: CommandScan): Promise<CommandOutcome> {
  switch (command) {
    case 'look up':
    case 'print':
    case 'delete':
      showScreen('scan');
      scanMode.choose(command);
      return done;
    case 'undo':
      // Its outcome is reported, with a sound, once earlier scans are answered.
      undoDeletion();
      return silent;
    case 'repeat last':
      showScreen('scan');
      return scanStore.repeat() ? silent : refused(text('command-report.nothing-to-repeat'));
    case 'help':
      toggleHelp();
      return done;
    case 'support file':
      showSupportFile();
      return done;
    case 'next attention item':
      showNextAttention();
      return done;
    case 'next printer':
      return chooseNextPrinter();
    case 'sign in':
      return peopleAreOn() ? refused(text('command-report.scan-badge')) : refused(text('command-report.no-sign-in'));
    case 'sign out':
      return peopleAreOn() ? signOut() : refused(text('command-report.no-sign-in'));
    default:
      return answer(command, scan);
  }
}

/** Gives the answer to the question that is on the screen, and was there before the card was scanned. */
function answer(command: BarcodeCommand, { from, isElsewhere }: CommandScan): CommandOutcome {
  const name = text(`command-barcode.name.${command}`);
  if (isElsewhere) return refused(text('command-report.behind', { name }));
  // The question that was meant may be the one that is still to come.
  if (unansweredScans() > 0) return refused(text('command-report.not-answered-yet', { name }));
  const outcome = pressTarget(command, currentScreen(), from);
  if (outcome === 'pressed') return done;
  return refused(text(outcome === 'changed' ? 'command-report.changed' : 'command-report.no-question', { name }));
}

const peopleAreOn = (): boolean => stationViewQuery.getState().value?.people.isOn ?? false;

async function signOut(): Promise<CommandOutcome> {
  const person = stationViewQuery.getState().value?.people.signedIn;
  if (!person) return refused(text('command-report.not-signed-in'));
  const done = await call('person.sign-out', null);
  if (!done.ok) return refused(failureParagraph(done.failure));
  return { sound: 'done', sentence: text('command-report.signed-out', { name: person.name }) };
}

/** New labels go to the printer after the default one in the list of Settings, and after the last to the first. */
async function chooseNextPrinter(): Promise<CommandOutcome> {
  const view = stationViewQuery.getState().value;
  const next = view && nextPrinter(view);
  if (!next) return refused(text('command-report.no-other-printer'));
  const saved = await call('printer.choose', { name: next.name });
  if (!saved.ok) return refused(failureParagraph(saved.failure));
  return { sound: 'done', sentence: text('command-report.printer', { printer: next.name }) };
}

/** Outside practice, printers that make no paper are passed over. */
function nextPrinter({ settings, environment }: StationView): StationView['settings']['printers'][number] | null {
  const { printers } = settings;
  const current = printers.findIndex((printer) => printer.default);
  const others = [...printers.slice(current + 1), ...printers.slice(0, Math.max(0, current))];
  const makesPaper = others.filter(({ connection }) => !transportCapabilities(connection).isVirtual);
  return (environment.kind === 'practice' ? others : makesPaper)[0] ?? null;
}
