import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import { type ImportState, mostFilesAtOnce } from '../../shared/import-state.ts';
import type { FilePicker } from '../core/ports/desktop.ts';
import type { AddImport } from '../core/ports/import.ts';
import { changeSettings, type KeptSettings } from './change-settings.ts';
import type { Handlers } from './handlers.ts';

type ImportCall =
  | 'import.state'
  | 'import.file'
  | 'import.choose-files'
  | 'import.cancel'
  | 'import.choose-folder'
  | 'import.stop-watching';

/** Files handed over by the window that are held in memory at the same time; the window itself sends one after another. */
const mostHeld = 2;

interface EnvironmentImports {
  environment: { name: string };
  imports: { add: AddImport; cancel(): void; state(): ImportState };
}

export interface ImportCallsParts extends KeptSettings {
  opened: () => EnvironmentImports;
  picker: FilePicker;
  /** Reads a file that was picked. */
  readFile(path: string): Promise<Result<Uint8Array>>;
  /** Its name without its folder. */
  nameOf(path: string): string;
}

/** The calls that bring in orders of other systems. */
export function importCalls(parts: ImportCallsParts): Handlers<ImportCall> {
  const { opened, picker } = parts;
  let held = 0;
  let isPicking = false;

  /** One dialog at a time; what was picked for an environment that is not shown any more is left alone. */
  const pick = async <T>(ask: () => Promise<T>): Promise<Result<{ picked: T; shown: EnvironmentImports }>> => {
    if (isPicking) return failed(dialogOpen);
    isPicking = true;
    const shown = opened();
    const picked = await ask().finally(() => {
      isPicking = false;
    });
    return opened() === shown ? success({ picked, shown }) : failed(switched);
  };

  return {
    'import.state': async () => success(opened().imports.state()),
    async 'import.file'({ name, bytes }) {
      if (held >= mostHeld) return failed(oneAfterAnother);
      held += 1;
      try {
        const added = opened().imports.add({ name, from: 'a person', read: async () => success(bytes) });
        return added.ok ? success((await added.value).report) : added;
      } finally {
        held -= 1;
      }
    },
    async 'import.choose-files'() {
      const answer = await pick(picker.files);
      if (!answer.ok) return answer;
      const { picked, shown } = answer.value;
      if (picked.length > mostFilesAtOnce) return failed(tooManyFiles);
      for (const path of picked) {
        const read = () => parts.readFile(path);
        const added = shown.imports.add({ name: parts.nameOf(path), from: 'a person', read });
        if (!added.ok) return added;
      }
      return success({ taken: picked.length });
    },
    async 'import.cancel'() {
      opened().imports.cancel();
      return success(null);
    },
    async 'import.choose-folder'() {
      const answer = await pick(picker.folder);
      if (!answer.ok) return answer;
      const { picked: folder, shown } = answer.value;
      if (folder === null) return success({ folder });
      const { name: environment } = shown.environment;
      const kept = changeSettings(parts, (settings) => ({ ...settings, import: { folder, environment } }));
      return kept.ok ? success({ folder }) : kept;
    },
    async 'import.stop-watching'() {
      const kept = changeSettings(parts, (settings) => ({ ...settings, import: {} }));
      return kept.ok ? success(null) : kept;
    },
  };
}

const dialogOpen: Failure = { code: 'not-allowed-now', message: 'The dialog that picks files is open already.' };

const switched: Failure = {
  code: 'not-allowed-now',
  message: 'The environment was changed meanwhile; nothing was done.',
  next: 'Do it again if it is still wanted.',
};

const tooManyFiles: Failure = {
  code: 'too-large',
  message: `Not taken: more than ${mostFilesAtOnce} files at once.`,
  next: 'Take fewer, or have a folder watched (see Settings).',
};

const oneAfterAnother: Failure = {
  code: 'not-allowed-now',
  message: 'Not taken: other files are still being imported.',
  next: 'Drop it again when they are done.',
};
