import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { Settings } from '../../shared/settings.ts';
import { changeSettings, type KeptSettings } from './change-settings.ts';
import type { Handlers } from './handlers.ts';

type SettingsCall =
  | 'settings.station-name'
  | 'settings.bench'
  | 'settings.spending'
  | 'settings.appearance'
  | 'environment.save'
  | 'environment.use';

/** What changing settings does to the running station. */
export interface SettingsEffects extends KeptSettings {
  /** Cleans a pasted token and keeps it for that environment's origins. */
  keepToken(settings: Settings, environment: string, pasted: string): Promise<Result<null>>;
  /** Forgets the environment's token where its addresses are no longer those it was entered with. */
  dropMovedToken(settings: Settings, environment: string): Promise<void>;
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
      await effects.dropMovedToken(kept.value, environment.name);
      const tokenKept = token ? await effects.keepToken(kept.value, environment.name, token) : success(null);
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
        effects.keep({ ...effects.settings(), activeEnvironment: before.activeEnvironment });
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
