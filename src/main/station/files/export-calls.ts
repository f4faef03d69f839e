import { success } from '../../../shared/contract/failure.ts';
import type { Handlers } from '../../../shared/contract/station-contract.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { ExportRequest } from '../../core/exports.ts';
import { type Clock, instant } from '../../core/ports/clock.ts';
import type { ChooseExportFile } from '../../core/ports/files.ts';
import type { StationRuntime } from '../station-runtime.ts';

export interface ExportCallsParts {
  runtime: () => StationRuntime;
  chooseFile: ChooseExportFile;
  /** The file name of a path. */
  nameOf: (path: string) => string;
  clock: Clock;
  settings(): Settings;
  save(settings: Settings): void;
}

type ExportCall =
  | 'shipments.export'
  | 'journal.export'
  | 'figures.export'
  | 'export.read'
  | 'export.cancel'
  | 'export.dismiss';

/** The calls that export records to files. */
export function exportCalls(parts: ExportCallsParts): Handlers<ExportCall> {
  const { runtime, clock } = parts;

  const begin = async (request: ExportRequest) => {
    const { environment, exports } = runtime();
    const day = instant(clock.now()).slice(0, 10);
    const path = await parts.chooseFile(`${request.what}-${environment.name}-${day}.csv`);
    // The environment may have changed while the dialog was open; another one's records are never written to this file.
    return path === null ? success(null) : exports.begin(request, path, parts.nameOf(path));
  };

  return {
    'shipments.export': ({ filter, expected }) => begin({ what: 'shipments', filter, expected }),
    'journal.export': () => begin({ what: 'journal' }),
    'figures.export': (query) => begin({ what: 'figures', query }),
    'export.read': async () => success(runtime().exports.state()),
    async 'export.cancel'() {
      runtime().exports.cancel();
      return success(null);
    },
    async 'export.dismiss'() {
      runtime().exports.dismiss();
      return success(null);
    },
  };
}
