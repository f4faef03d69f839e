import { parseArgs } from 'node:util';
import { mainText } from '../text/main-text.ts';

/** What the command line of a hub says, with the names of the station's own switches. */
export type HubSwitches =
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'erase'; readonly dataFolder: string; readonly text: string; readonly isConfirmed: boolean }
  | { readonly kind: 'read-on'; readonly dataFolder: string; readonly bench: string }
  | {
      readonly kind: 'run';
      readonly provision: string;
      readonly dataFolder: string;
      readonly healthPort: number;
      readonly monitoringPort: number;
    };

const options = {
  provision: { type: 'string' },
  'user-data-dir': { type: 'string' },
  'health-port': { type: 'string', default: '8788' },
  'monitoring-port': { type: 'string', default: '8222' },
  'erase-person': { type: 'string' },
  'read-on': { type: 'string' },
  yes: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export function readHubSwitches(args: readonly string[]): HubSwitches {
  const read = parsed(args);
  if (typeof read === 'string') return refused(mainText('hub.switch-invalid', { detail: read }));
  if (read.help) return { kind: 'help' };
  const { provision, 'user-data-dir': dataFolder } = read;
  const [text, bench] = [read['erase-person'], read['read-on']];
  if (text === undefined && bench === undefined && !provision)
    return refused(mainText('hub.switch-missing', { name: '--provision' }));
  if (!dataFolder) return refused(mainText('hub.switch-missing', { name: '--user-data-dir' }));
  if (text !== undefined) return { kind: 'erase', dataFolder, text, isConfirmed: read.yes };
  if (bench !== undefined) return { kind: 'read-on', dataFolder, bench };
  if (!provision) return refused(mainText('hub.switch-missing', { name: '--provision' }));
  const [healthPort, monitoringPort] = [portOf(read['health-port']), portOf(read['monitoring-port'])];
  if (healthPort === null) return refused(mainText('hub.port-invalid', { name: '--health-port' }));
  if (monitoringPort === null) return refused(mainText('hub.port-invalid', { name: '--monitoring-port' }));
  return { kind: 'run', provision, dataFolder, healthPort, monitoringPort };
}

const refused = (reason: string): HubSwitches => ({ kind: 'refused', reason });

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    // Node's sentence names the switch.
    return error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
  }
}

function portOf(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}
