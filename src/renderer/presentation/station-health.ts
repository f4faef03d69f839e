import type { ServiceHealth, StationView } from '../../shared/contract/station-view.ts';
import { type Waiting, waitingCount, waitingWords } from '../../shared/orders/waiting.ts';
import type { PrinterState } from '../../shared/printing/printer.ts';
import { ageWords, clockTime } from '../text/dates.ts';

/** quiet: nothing is known yet; stopped: nothing goes on until a person acts. */
export type HealthLevel = 'good' | 'quiet' | 'trouble' | 'stopped';

export interface Health {
  readonly name: 'Service' | 'Printer' | 'Waiting';
  /** What is shown after the name and a colon. */
  readonly words: string;
  /** What is spoken, whenever it changes: without figures that move on. */
  readonly state: string;
  readonly level: HealthLevel;
}

/** The three things that can stand in the way of work, as the top bar says them. */
export function healthOf({ service, printer, waiting }: StationView): readonly Health[] {
  return [serviceHealth(service), printerHealth(printer), waitingHealth(waiting, service)];
}

/** What a bench can do while the service does not answer. */
const availableOffline = 'Look up, labels kept here and deletions work on.';

const serviceLevels: Readonly<Record<ServiceHealth['state'], HealthLevel>> = {
  'not asked yet': 'quiet',
  online: 'good',
  'no answer': 'trouble',
  'in trouble': 'trouble',
  'token refused': 'stopped',
  'token missing': 'stopped',
};

function serviceHealth({ state, since }: ServiceHealth): Health {
  const level = serviceLevels[state];
  const isTrouble = level === 'trouble' || level === 'stopped';
  const words = isTrouble && since ? `${state} since ${clockTime(since)}` : state;
  return { name: 'Service', words, state: isTrouble ? `${state}. ${availableOffline}` : state, level };
}

/** Reasons, or warnings, named in the top bar; the rest are counted there and named on the Print queue. */
const maxReasonsNamed = 2;

/** What holds the printer comes first; what it warns of is said while it prints on. */
function printerHealth(printer: PrinterState | null): Health {
  if (!printer) return { name: 'Printer', words: 'none set up', state: 'none set up', level: 'stopped' };
  const { name, reasons, warnings, sending } = printer;
  if (reasons.length > 0) {
    const words = `${name} ${shortList(reasons)}`;
    return { name: 'Printer', words, state: words, level: 'trouble' };
  }
  const warning = warnings.length > 0 ? `, ${shortList(warnings)}` : '';
  const words = `${name} ${sending ? 'sending' : 'ready'}${warning}`;
  return { name: 'Printer', words, state: `${name} ready${warning}`, level: 'good' };
}

function shortList(all: readonly string[]): string {
  const named = all.slice(0, maxReasonsNamed).join(', ');
  return all.length > maxReasonsNamed ? `${named} and ${all.length - maxReasonsNamed} more` : named;
}

function waitingHealth(waiting: number, { state }: ServiceHealth): Health {
  const isStuck = waiting > 0 && serviceLevels[state] !== 'good';
  const spoken = waiting === 0 ? 'nothing' : 'for the service';
  return { name: 'Waiting', words: String(waiting), state: spoken, level: isStuck ? 'trouble' : 'good' };
}

/** What stands in the way at the service, what works all the same, and what waits. */
export interface OfflineWords {
  readonly tone: 'warning' | 'error';
  readonly what: string;
  readonly works: string;
  /** Null where nothing waits. */
  readonly waits: string | null;
}

/** Null while the service answers, or was not asked yet. */
export function offlineWords(service: ServiceHealth, waiting: Waiting | null, now: number): OfflineWords | null {
  const what = problemSentence(service, now);
  if (what === null) return null;
  const isStopped = service.state === 'token refused' || service.state === 'token missing';
  return {
    tone: isStopped ? 'error' : 'warning',
    what,
    works: availableOffline,
    waits: waiting && waitingSentence(waiting, isStopped, now),
  };
}

function problemSentence({ state, since }: ServiceHealth, now: number): string | null {
  const at = since === null ? '' : ` since ${clockTime(since, now)}`;
  switch (state) {
    case 'online':
    case 'not asked yet':
      return null;
    case 'no answer':
      return `No answer from the service${at}.`;
    case 'in trouble':
      return `The service is in trouble${at}.`;
    case 'token refused':
      return `The service refuses the token${at}. Enter a new one under Settings.`;
    case 'token missing':
      return 'There is no token for the service. Enter one under Settings.';
  }
}

/** Labels do not wait for the service. */
function waitingSentence(waiting: Waiting, isStopped: boolean, now: number): string | null {
  const forService = { ...waiting, labels: 0 };
  const words = waitingWords(forService);
  if (words === null) return null;
  const isOne = waitingCount(forService) === 1;
  const oldest =
    waiting.oldestAt === null ? '' : `, ${isOne ? 'asked for' : 'the oldest'} ${ageWords(waiting.oldestAt, now)}`;
  return `${words} ${isOne ? 'waits' : 'wait'}${isStopped ? ' for a token' : ''}${oldest}.`;
}
