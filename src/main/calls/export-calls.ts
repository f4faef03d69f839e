import { success } from '../../shared/failure.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Bench } from '../core/bench.ts';
import type { WantedExport } from '../core/exporting/exports.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { ChooseExportFile } from '../core/ports/export-file.ts';
import { changeSettings } from './change-settings.ts';
import type { Handlers } from './handlers.ts';

export interface ExportCallsParts {
  bench: () => Bench;
  chooseFile: ChooseExportFile;
  /** A path's last part. */
  nameOf: (path: string) => string;
  clock: Clock;
  settings(): Settings;
  keep(settings: Settings): void;
}

type ExportCall =
  | 'shipments.export'
  | 'journal.export'
  | 'export.read'
  | 'export.cancel'
  | 'export.put-away'
  | 'settings.retention';

/** Files made of records, and how long records are kept. */
export function exportCalls(parts: ExportCallsParts): Handlers<ExportCall> {
  const { bench, clock } = parts;

  const begin = async (wanted: WantedExport) => {
    const { environment, exports } = bench();
    const day = instant(clock.now()).slice(0, 10);
    const path = await parts.chooseFile(`${wanted.what}-${environment.name}-${day}.csv`);
    // The dialog may have outlived its environment: nothing of another one is written into that file.
    return path === null ? success(null) : exports.begin(wanted, path, parts.nameOf(path));
  };

  return {
    'shipments.export': ({ filter, expected }) => begin({ what: 'shipments', filter, expected }),
    'journal.export': () => begin({ what: 'journal' }),
    'export.read': async () => success(bench().exports.state()),
    async 'export.cancel'() {
      bench().exports.cancel();
      return success(null);
    },
    async 'export.put-away'() {
      bench().exports.putAway();
      return success(null);
    },
    async 'settings.retention'(retention) {
      const kept = changeSettings(parts, (settings) => ({ ...settings, retention }));
      return kept.ok ? success(null) : kept;
    },
  };
}
