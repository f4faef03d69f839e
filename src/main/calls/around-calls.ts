import { unansweredStates } from '../../shared/command.ts';
import type { Environment } from '../../shared/environment.ts';
import { success } from '../../shared/failure.ts';
import type { Settings } from '../../shared/settings.ts';
import type { StationView } from '../../shared/station-view.ts';
import type { Bench } from '../core/bench.ts';
import type { Notices } from '../core/notices.ts';
import type { TokenVault } from '../core/ports/desktop.ts';
import type { Handlers } from './handlers.ts';

/** Labels of the virtual printer shown at once. */
const virtualLabelsShown = 8;

export interface AroundCallsParts {
  settings: () => Settings;
  opened: () => { environment: Environment; bench: Bench; virtualLabelFolder: string };
  vault: TokenVault;
  notices: Notices;
  version: string;
  /** The newest labels the virtual printer kept, newest first, with their pictures as far as they can be drawn. */
  virtualLabels(folder: string, limit: number): Promise<{ file: string; at: string; png: Uint8Array | null }[]>;
}

type AroundCall = 'station.read' | 'notice.dismiss' | 'virtual-printer.labels';

/** The calls about what stands around every screen. */
export function aroundCalls(parts: AroundCallsParts): Handlers<AroundCall> {
  const read = async (): Promise<StationView> => {
    const settings = parts.settings();
    const { environment, bench } = parts.opened();
    const printers = bench.printQueue.states();
    return {
      settings,
      environment: { name: environment.name, kind: environment.kind, currency: environment.currency ?? null },
      service: bench.health(),
      printer: printers.find((printer) => printer.isDefault) ?? printers[0] ?? null,
      printers,
      waiting: await bench.records.countCommands(unansweredStates),
      notices: parts.notices.list(),
      vault: {
        isProtected: await parts.vault.isProtected(),
        environmentsWithToken: await withToken(parts.vault, settings),
      },
      version: parts.version,
    };
  };

  return {
    'station.read': async () => success(await read()),
    async 'notice.dismiss'({ noticeId }) {
      parts.notices.dismiss(noticeId);
      return success(null);
    },
    'virtual-printer.labels': async () =>
      success(await parts.virtualLabels(parts.opened().virtualLabelFolder, virtualLabelsShown)),
  };
}

async function withToken(vault: TokenVault, settings: Settings): Promise<string[]> {
  const names = settings.environments.map((environment) => environment.name);
  const tokens = await Promise.all(names.map((name) => vault.read(name)));
  return names.filter((_, index) => tokens[index] !== null);
}
