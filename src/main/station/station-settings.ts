import { randomInt } from 'node:crypto';
import type { Result } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import { commandAlphabet } from '../../shared/scanning/command-barcode.ts';
import type { People, Person } from '../../shared/settings/people.ts';
import type { Provisioning } from '../../shared/settings/provisioning.ts';
import { type Settings, settingsSchema, storedProxy } from '../../shared/settings/settings.ts';
import { withoutCompiling } from '../../shared/values/parsing.ts';
import type { Notices } from '../core/notices.ts';
import { badgeHashes, newBadgeKey } from '../core/people-session.ts';
import type { SettingsStore, TokenVault } from '../core/ports/desktop.ts';
import { applyProvisioning } from '../provisioning/apply-provisioning.ts';
import { hasPassword, keepProxyPassword } from '../service/proxy-password.ts';
import { storePastedToken, tokenFor } from '../service/service-token.ts';
import { keepSiteKey, siteKeyEntry } from '../site/site-key.ts';
import { asStorageError } from '../storage/storage-error.ts';

export interface StationSettingsParts {
  store: SettingsStore;
  vault: TokenVault;
  notices: Notices;
  /** Called once settings are on disk, to apply them to the running station. */
  onSaved(settings: Settings): void;
}

/** The current settings and their tokens. */
export interface StationSettings {
  now(): Settings;
  save(settings: Settings): void;
  /** Changes one printer; false where no printer has that name. */
  changePrinter(name: string, change: Partial<Printer>): boolean;
  /** Cleans a pasted token and stores it for that environment's origins. */
  saveToken(of: Settings, environment: string, pasted: string): Promise<Result<null>>;
  /** Deletes the environment's token if its addresses differ from those the token was entered for. */
  dropStaleToken(of: Settings, environment: string): Promise<void>;
  /** True, once, for an environment whose token was entered since it was opened last: blocked commands may be sent. */
  consumeTokenRenewal(environment: string): boolean;
  /** The service accepted or rejected the environment's token. */
  noteToken(environment: string, isAccepted: boolean): void;
  /** The environments whose token was rejected, and not replaced or accepted since. */
  rejectedTokens(): string[];
  /** Deletes the environment's token. */
  forgetToken(environment: string): Promise<void>;
  /** Moves a proxy password that an earlier version wrote into the settings file to the vault. */
  moveProxyPassword(): Promise<void>;
  /** Applies a provisioning file, with its tokens and its key. */
  provision(provisioning: Provisioning): Promise<void>;
}

/** Reads the settings; unreadable ones are replaced by the defaults. */
export function createStationSettings({ store, vault, notices, onSaved }: StationSettingsParts): StationSettings {
  let settings = readSettings(store);
  const renewedTokens = new Set<string>();
  const rejectedTokens = new Set<string>();

  const save = (next: Settings): void => {
    try {
      store.write(next);
    } catch (error) {
      throw asStorageError(error);
    }
    settings = next;
    onSaved(next);
  };
  const saveToken: StationSettings['saveToken'] = async (of, name, pasted) => {
    const saved = await storePastedToken(vault, of, name, pasted);
    if (saved.ok) {
      renewedTokens.add(name);
      rejectedTokens.delete(name);
    }
    if (saved.ok && !(await vault.isProtected())) notices.notify(tokenNotPersisted(name));
    return saved;
  };

  const saveProxyPassword = async (proxy: string | undefined): Promise<void> => {
    if (!hasPassword(proxy)) return;
    const saved = await keepProxyPassword(vault, proxy);
    await warnUnlessKept(saved, message('proxy.password-not-saved'), message('proxy.password-not-kept'));
  };

  /** A secret that is not on disk is used until the station quits. */
  const warnUnlessKept = async (saved: Result<null>, notSaved: Message, notKept: Message): Promise<void> => {
    if (!saved.ok) notices.notify({ tone: 'warning', message: notSaved });
    else if (!(await vault.isProtected())) notices.notify({ tone: 'warning', message: notKept });
  };

  const saveSiteKey = async ({ fleet }: Provisioning): Promise<void> => {
    if (!fleet) return;
    if (fleet.seed === undefined) return vault.forget(siteKeyEntry);
    const saved = await keepSiteKey(vault, fleet.bench, fleet.seed);
    await warnUnlessKept(saved, message('site-key.not-saved'), message('site-key.not-kept'));
  };

  return {
    now: () => settings,
    save,
    changePrinter(name, change) {
      if (!settings.printers.some((printer) => printer.name === name)) return false;
      const printers = settings.printers.map((entry) => (entry.name === name ? { ...entry, ...change } : entry));
      save({ ...settings, printers });
      return true;
    },
    saveToken,
    async dropStaleToken(of, name) {
      const environment = of.environments.find((entry) => entry.name === name);
      if (environment?.baseUrl && (await tokenFor(vault, environment)) === null) rejectedTokens.delete(name);
    },
    consumeTokenRenewal: (environment) => renewedTokens.delete(environment),
    noteToken(environment, isAccepted) {
      if (isAccepted) rejectedTokens.delete(environment);
      else rejectedTokens.add(environment);
    },
    rejectedTokens: () => [...rejectedTokens],
    async forgetToken(environment) {
      renewedTokens.delete(environment);
      rejectedTokens.delete(environment);
      await vault.forget(environment);
    },
    async moveProxyPassword() {
      const proxy = storedProxy(store.read());
      if (!hasPassword(proxy)) return;
      await saveProxyPassword(proxy);
      // They were read without it.
      store.write(settings);
    },
    async provision(provisioning) {
      const applied = applyProvisioning(settings, provisioning);
      const admin = provisioning.people?.admin;
      const { people } = applied.settings;
      save(admin ? { ...applied.settings, people: withAdmin(people, admin) } : applied.settings);
      await saveProxyPassword(provisioning.network?.proxy);
      await saveSiteKey(provisioning);
      for (const { environment: name, pasted } of applied.tokens) {
        const saved = await saveToken(settings, name, pasted);
        if (saved.ok) continue;
        const problem = saved.failure.message;
        notices.notify({ tone: 'warning', message: message('token.not-saved', { environment: name, problem }) });
      }
    },
  };
}

/** The admin of a provisioning file: the badge is theirs alone from now on. */
function withAdmin(people: People, { name, badge }: { name: string; badge: string }): People {
  const badgeKey = people.badgeKey ?? newBadgeKey();
  const badges = badgeHashes({ asTyped: badge, asUsKeyboard: badge, by: 'typed' }, badgeKey);
  const before = people.persons.find((person) => person.name.toLowerCase() === name.toLowerCase());
  const admin: Person = { id: before?.id ?? people.lastId + 1, name: before?.name ?? name, role: 'admin', badges };
  const others = people.persons.filter(
    (person) => person !== before && !person.badges.some((hash) => badges.includes(hash)),
  );
  return {
    ...people,
    badgeKey,
    lastId: Math.max(people.lastId, admin.id),
    persons: [...others, admin],
    retiredBadges: people.retiredBadges.filter((hash) => !badges.includes(hash)),
  };
}

const tokenNotPersisted = (environment: string) =>
  ({ tone: 'warning', message: message('token.not-kept', { environment }) }) as const;

/**
 * Reads the settings; where they have no key for command cards, they get a random one, on disk. Settings that cannot be read are
 * replaced by the defaults; the file itself is only replaced at the next save.
 */
export function readSettings(store: SettingsStore): Settings {
  const onDisk = store.read();
  const stored = settingsSchema.safeParse(onDisk, withoutCompiling);
  if (!stored.success) return settingsSchema.parse({ station: { commandKey: newCommandKey() } });
  if (stored.data.station.commandKey !== undefined) return stored.data;
  const station = { ...stored.data.station, commandKey: newCommandKey() };
  // The rest stays as it is: what is moved to the vault later must not be lost here.
  store.write({ ...Object(onDisk), station });
  return { ...stored.data, station };
}

const newCommandKey = (): string =>
  Array.from({ length: 4 }, () => commandAlphabet[randomInt(commandAlphabet.length)]).join('');
