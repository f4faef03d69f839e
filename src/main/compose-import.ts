import type { ImportState } from '../shared/import-state.ts';
import type { Settings } from '../shared/settings.ts';
import { rejectionText } from './core/import/import-words.ts';
import { createImports, type Imports, type ImportsParts } from './core/import/imports.ts';
import { createBreather } from './import/breathe.ts';
import { type WatchedFolder, watchFolder } from './import/watch-folder.ts';

export interface OpenImportsParts extends Omit<ImportsParts, 'breathe'> {
  /** The name of the environment they belong to. */
  environment: string;
}

/** Imports into one environment, from whatever hand or folder. */
export interface OpenImports extends Pick<Imports, 'add' | 'cancel'> {
  state(): ImportState;
  /** Watches the folder that the settings name, if they name it for this environment. */
  follow(settings: Settings): void;
  close(): Promise<void>;
}

/** Wires imports for one environment, over its own records. */
export function composeImports(parts: OpenImportsParts): OpenImports {
  const { environment, clock, announce, onBug } = parts;
  const imports = createImports({ ...parts, breathe: createBreather() });
  let settings: Settings['import'] = {};
  let watching: { path: string; folder: WatchedFolder } | null = null;
  /** Folders left behind whose last file is still being put away. */
  const leaving = new Set<Promise<void>>();

  const leave = (): void => {
    if (!watching) return;
    const left = watching.folder.stop().catch(onBug);
    leaving.add(left);
    void left.then(() => leaving.delete(left));
    watching = null;
  };

  const watched = (): ImportState['watched'] => {
    const { folder: path } = settings;
    if (path === undefined) return null;
    const trouble = watching?.folder.trouble() ?? null;
    const standing =
      watching === null ? 'another environment is in use' : trouble === null ? 'watching' : 'cannot be read';
    return { path, environment: settings.environment ?? environment, standing, trouble };
  };

  return {
    add: imports.add,
    cancel: imports.cancel,
    state: () => ({ ...imports.state(), watched: watched() }),
    follow({ import: next }) {
      settings = next;
      const isOurs = next.environment === undefined || next.environment === environment;
      const path = isOurs ? next.folder : undefined;
      if (path === watching?.path) return;
      leave();
      if (path !== undefined) {
        const onChanged = (): void => announce('import');
        const folder = watchFolder({ path, clock, add: imports.add, reasonFor: rejectionText, onChanged, onBug });
        watching = { path, folder };
      }
      announce('import');
    },
    async close() {
      const stopped = imports.stop();
      leave();
      await Promise.all([stopped, ...leaving]);
    },
  };
}
