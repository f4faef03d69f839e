import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Settings, settingsSchema } from '../../../shared/settings/settings.ts';
import type { Handlers } from './handlers.ts';

/** Where settings are kept. */
export interface SettingsAccess {
  settings(): Settings;
  /** Keeps them on disk and lets the running parts know. */
  save(settings: Settings): void;
}

/** Keeps what the edit makes of the settings, if that is valid as a whole; else nothing changes. */
export function changeSettings(kept: SettingsAccess, edit: (settings: Settings) => Settings): Result<Settings> {
  const edited = settingsSchema.safeParse(edit(structuredClone(kept.settings())));
  if (!edited.success) return failed(notValid(edited.error.issues[0]?.message));
  kept.save(edited.data);
  return success(edited.data);
}

const notValid = (why: string | undefined): Failure => ({
  code: 'invalid-input',
  message: why ? `Not saved: ${why}.` : 'Not saved.',
});

type SettingsCall =
  | 'settings.station-name'
  | 'settings.bench'
  | 'settings.spending'
  | 'settings.appearance'
  | 'environment.save'
  | 'environment.use';

/** What changing settings does to the running station. */
export interface SettingsEffects extends SettingsAccess {
  /** Cleans a pasted token and keeps it for that environment's origins. */
  saveToken(settings: Settings, environment: string, pasted: string): Promise<Result<null>>;
  /** Forgets the environment's token where its addresses are no longer those it was entered with. */
  dropStaleToken(settings: Settings, environment: string): Promise<void>;
  /** Opens the active environment anew: another one, or with another address or token. */
  reopen(): Promise<void>;
}

/** The calls that change settings. Everything is checked whole before any of it is applied. */
export function settingsCalls(effects: SettingsEffects): Handlers<SettingsCall> {
  const change = (edit: (settings: Settings) => Settings): Result<Settings> => changeSettings(effects, edit);
  const changed = (edit: (settings: Settings) => Settings): Result<null> => {
    const kept = change(edit);
    return kept.ok ? success(null) : kept;
  };

  return {
    'settings.station-name': async ({ name }) => changed((settings) => ({ ...settings, station: { name } })),
    'settings.bench': async (bench) => changed((settings) => ({ ...settings, bench })),
    'settings.spending': async (spending) => changed((settings) => ({ ...settings, spending })),
    'settings.appearance': async (appearance) => changed((settings) => ({ ...settings, appearance })),

    async 'environment.save'({ environment, token }) {
      if (environment.kind !== 'practice' && !environment.baseUrl) return failed(addressNeeded);
      const known = effects.settings().environments.find((entry) => entry.name === environment.name);
      if (known && known.kind !== environment.kind) return failed(kindStays);
      // The window is not told the webhook, and cannot give it back.
      const webhook = environment.webhook ?? known?.webhook;
      const saved = { ...environment, ...(webhook && { webhook }) };
      const kept = change((settings) => ({
        ...settings,
        environments: [...settings.environments.filter((entry) => entry.name !== environment.name), saved],
      }));
      if (!kept.ok) return kept;
      await effects.dropStaleToken(kept.value, environment.name);
      const tokenKept = token ? await effects.saveToken(kept.value, environment.name, token) : success(null);
      if (kept.value.activeEnvironment === environment.name) await effects.reopen();
      return tokenKept;
    },
    async 'environment.use'({ name }) {
      const before = effects.settings();
      const kept = changed((settings) => ({ ...settings, activeEnvironment: name }));
      if (!kept.ok) return kept;
      try {
        await effects.reopen();
        return kept;
      } catch {
        // A station without records is of no use: the environment of before is opened again.
        effects.save({ ...effects.settings(), activeEnvironment: before.activeEnvironment });
        await effects.reopen();
        return failed(cannotOpen(name));
      }
    },
  };
}

const addressNeeded: Failure = {
  code: 'invalid-input',
  message: 'A sandbox or production environment needs the service’s address.',
};

/** Records are kept by name: what was practice must never be seen in production. */
const kindStays: Failure = {
  code: 'invalid-input',
  message: 'An environment keeps its kind.',
  next: 'Add another one under a new name.',
};

const cannotOpen = (name: string): Failure => ({
  code: 'storage',
  message: `The records of ${name} could not be opened. The environment stays as it was.`,
  next: 'Tell whoever looks after this station.',
});
