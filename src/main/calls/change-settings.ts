import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import { type Settings, settingsSchema } from '../../shared/settings.ts';

/** Where settings are kept. */
export interface KeptSettings {
  settings(): Settings;
  /** Keeps them on disk and lets the running parts know. */
  keep(settings: Settings): void;
}

/** Keeps what the edit makes of the settings, if that is valid as a whole; else nothing changes. */
export function changeSettings(kept: KeptSettings, edit: (settings: Settings) => Settings): Result<Settings> {
  const edited = settingsSchema.safeParse(edit(structuredClone(kept.settings())));
  if (!edited.success) return failed(notValid(edited.error.issues[0]?.message));
  kept.keep(edited.data);
  return success(edited.data);
}

const notValid = (why: string | undefined): Failure => ({
  code: 'invalid-input',
  message: why ? `Not saved: ${why}.` : 'Not saved.',
});
