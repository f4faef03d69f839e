import type { PrinterState } from '../../shared/printer.ts';
import type { ServiceHealth, StationView } from '../../shared/station-view.ts';
import { clockTime } from '../words/ages.ts';

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
export const worksWithoutService = 'Look up, labels kept here and deletions work on.';

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
  return { name: 'Service', words, state: isTrouble ? `${state}. ${worksWithoutService}` : state, level };
}

/** Reasons, or warnings, named in the top bar; the rest are counted there and named on the Print queue. */
const mostNamed = 2;

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
  const named = all.slice(0, mostNamed).join(', ');
  return all.length > mostNamed ? `${named} and ${all.length - mostNamed} more` : named;
}

function waitingHealth(waiting: number, { state }: ServiceHealth): Health {
  const isStuck = waiting > 0 && serviceLevels[state] !== 'good';
  const spoken = waiting === 0 ? 'nothing' : 'for the service';
  return { name: 'Waiting', words: String(waiting), state: spoken, level: isStuck ? 'trouble' : 'good' };
}
