import type { Result } from '../shared/failure.ts';
import type { Printer } from '../shared/printer.ts';
import type { Provisioning } from '../shared/provisioning.ts';
import { type Settings, settingsSchema } from '../shared/settings.ts';
import type { Notices } from './core/notices.ts';
import type { SettingsStore, TokenVault } from './core/ports/desktop.ts';
import { applyProvisioning } from './provisioning/apply-provisioning.ts';
import { keepPastedToken, tokenFor } from './service/token-keeping.ts';

export interface SettingsParts {
  store: SettingsStore;
  vault: TokenVault;
  notices: Notices;
  /** They are on disk: the running parts take them. */
  onKept(settings: Settings): void;
}

/** The settings in use, and the tokens that belong to them. */
export interface KeptSettings {
  now(): Settings;
  keep(settings: Settings): void;
  /** Changes one printer; false where no printer has that name. */
  changePrinter(name: string, change: Partial<Printer>): boolean;
  /** Cleans a pasted token and keeps it for that environment's origins. */
  keepToken(of: Settings, environment: string, pasted: string): Promise<Result<null>>;
  /** Forgets the environment's token where its addresses are no longer those it was entered with. */
  dropMovedToken(of: Settings, environment: string): Promise<void>;
  /** True, once, for an environment whose token came since it was opened last: what it blocked may go. */
  takeRenewed(environment: string): boolean;
  /** Lays a provisioning file over them, tokens too. */
  provision(provisioning: Provisioning): Promise<void>;
}

export function keepSettings({ store, vault, notices, onKept }: SettingsParts): KeptSettings {
  let settings = readSettings(store);
  const renewed = new Set<string>();

  const keep = (next: Settings): void => {
    store.write(next);
    settings = next;
    onKept(next);
  };
  const keepToken: KeptSettings['keepToken'] = async (of, name, pasted) => {
    const kept = await keepPastedToken(vault, of, name, pasted);
    if (kept.ok) renewed.add(name);
    if (kept.ok && !(await vault.isProtected())) notices.say(keptForThisRun(name));
    return kept;
  };

  return {
    now: () => settings,
    keep,
    changePrinter(name, change) {
      if (!settings.printers.some((printer) => printer.name === name)) return false;
      const printers = settings.printers.map((entry) => (entry.name === name ? { ...entry, ...change } : entry));
      keep({ ...settings, printers });
      return true;
    },
    keepToken,
    async dropMovedToken(of, name) {
      const environment = of.environments.find((entry) => entry.name === name);
      if (environment?.baseUrl) await tokenFor(vault, environment);
    },
    takeRenewed: (environment) => renewed.delete(environment),
    async provision(provisioning) {
      const applied = applyProvisioning(settings, provisioning);
      keep(applied.settings);
      for (const { environment: name, pasted } of applied.tokens) {
        const kept = await keepToken(settings, name, pasted);
        if (!kept.ok) notices.say({ tone: 'warning', text: `${name}: ${kept.failure.message}` });
      }
    },
  };
}

const keptForThisRun = (environment: string) =>
  ({
    tone: 'warning',
    text: `The token of ${environment} is kept until the station closes: this computer has no protected store.`,
    next: 'Install and unlock a keyring to keep it.',
  }) as const;

/** Settings that cannot be read are put aside by starting from the defaults; the file is only replaced when something is kept. */
function readSettings(store: SettingsStore): Settings {
  const stored = settingsSchema.safeParse(store.read());
  return stored.success ? stored.data : settingsSchema.parse({});
}
