import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { Handlers } from '../../../shared/contract/station-contract.ts';
import { message } from '../../../shared/messages/message.ts';
import { type ImportState, maxFilesAtOnce } from '../../../shared/orders/import-state.ts';
import type { FilePicker } from '../../core/ports/desktop.ts';
import type { AddImport } from '../../core/ports/files.ts';
import { changeSettings, type SettingsAccess } from '../settings-calls.ts';

type ImportCall =
  | 'import.state'
  | 'import.file'
  | 'import.choose-files'
  | 'import.cancel'
  | 'import.choose-folder'
  | 'import.stop-watching';

/** Most files from the window in memory at once; the window sends one after another. */
const maxHeld = 2;

interface EnvironmentImports {
  environment: { name: string };
  imports: { add: AddImport; cancel(): void; state(): ImportState };
}

export interface ImportCallsParts extends SettingsAccess {
  opened: () => EnvironmentImports;
  picker: FilePicker;
  /** Reads a chosen file. */
  readFile(path: string): Promise<Result<Uint8Array>>;
  /** The file name of a path. */
  nameOf(path: string): string;
}

/** The calls that import orders from files. */
export function importCalls(parts: ImportCallsParts): Handlers<ImportCall> {
  const { opened, picker } = parts;
  let held = 0;
  const inDialog = oneDialog();

  /** Files chosen for an environment that is no longer shown are not imported. */
  const pick = async <T>(ask: () => Promise<T>): Promise<Result<{ picked: T; shown: EnvironmentImports }>> => {
    const shown = opened();
    const picked = await inDialog(ask);
    if (!picked.ok) return picked;
    return opened() === shown ? success({ picked: picked.value, shown }) : failed(switched);
  };

  return {
    'import.state': async () => success(opened().imports.state()),
    async 'import.file'({ name, bytes }) {
      if (held >= maxHeld) return failed(oneAfterAnother);
      held += 1;
      try {
        const added = opened().imports.add({ name, from: 'operator', read: async () => success(bytes) });
        return added.ok ? success((await added.value).report) : added;
      } finally {
        held -= 1;
      }
    },
    async 'import.choose-files'() {
      const answer = await pick(picker.files);
      if (!answer.ok) return answer;
      const { picked, shown } = answer.value;
      if (picked.length > maxFilesAtOnce) return failed(tooManyFiles);
      for (const path of picked) {
        const read = () => parts.readFile(path);
        const added = shown.imports.add({ name: parts.nameOf(path), from: 'operator', read });
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
      const saved = changeSettings(parts, (settings) => ({ ...settings, import: { folder, environment } }));
      return saved.ok ? success({ folder }) : saved;
    },
    async 'import.stop-watching'() {
      const saved = changeSettings(parts, (settings) => ({ ...settings, import: {} }));
      return saved.ok ? success(null) : saved;
    },
  };
}

/** Opens dialogs of the system one at a time: a further one is refused while one is open. */
export function oneDialog(): <T>(ask: () => Promise<T>) => Promise<Result<T>> {
  let isOpen = false;
  return async (ask) => {
    if (isOpen) return failed(dialogOpen);
    isOpen = true;
    try {
      return success(await ask());
    } finally {
      isOpen = false;
    }
  };
}

const dialogOpen: Failure = { code: 'not-allowed-now', message: message('call.dialog-open') };
const switched: Failure = { code: 'not-allowed-now', message: message('call.environment-changed') };
const tooManyFiles: Failure = {
  code: 'too-large',
  message: message('import.too-many-files', { limit: maxFilesAtOnce }),
};
const oneAfterAnother: Failure = { code: 'not-allowed-now', message: message('import.busy') };
