import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import { type ValidationIssue, validationIssues } from '../../shared/contract/validation-issues.ts';
import { message } from '../../shared/messages/message.ts';
import type { ConnectionCheck, EnteredConnection } from '../../shared/settings/connection-test.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import { type Settings, settingsSchema } from '../../shared/settings/settings.ts';
import { cleanToken } from '../service/service-token.ts';
import { type AddressConfirmation, listenerQuestion, serviceQuestion } from './address-confirmation.ts';

/** Reads and saves the settings. */
export interface SettingsAccess {
  settings(): Settings;
  /** Writes the settings to disk and applies them to the running station. */
  save(settings: Settings): void;
}

/** Saves the edited settings if they are valid as a whole; otherwise nothing changes. */
export function changeSettings(access: SettingsAccess, edit: (settings: Settings) => Settings): Result<Settings> {
  const edited = settingsSchema.safeParse(edit(structuredClone(access.settings())));
  if (!edited.success) return failed(notSaved(validationIssues(edited.error)));
  access.save(edited.data);
  return success(edited.data);
}

function notSaved([issue]: readonly ValidationIssue[]): Failure {
  const problem = issue?.message ?? message('validation.invalid');
  return { code: 'invalid-input', message: message('settings.not-saved', { problem }) };
}

type SettingsCall =
  | 'settings.save'
  | 'set-up.change'
  | 'environment.save'
  | 'environment.test'
  | 'environment.remove'
  | 'environment.use';

/** The effects of changed settings on the running station. */
export interface SettingsEffects extends SettingsAccess {
  /** Cleans a pasted token and stores it for that environment's origins. */
  saveToken(settings: Settings, environment: string, pasted: string): Promise<Result<null>>;
  /** Deletes the environment's token if its addresses differ from those the token was entered for. */
  dropStaleToken(settings: Settings, environment: string): Promise<void>;
  addresses: AddressConfirmation;
  /** Deletes the environment's token. */
  forgetToken(environment: string): Promise<void>;
  /** Checks the address, the certificate, the token and the label host as entered. */
  testConnection(entered: EnteredConnection): Promise<readonly ConnectionCheck[]>;
  /** Opens the active environment again: another one, or the same with another address or token. */
  reopen(): Promise<void>;
}

/** The calls that change settings. The settings are checked as a whole before any change is applied. */
export function settingsCalls(effects: SettingsEffects): Handlers<SettingsCall> {
  const change = (edit: (settings: Settings) => Settings): Result<Settings> => changeSettings(effects, edit);
  const changed = (edit: (settings: Settings) => Settings): Result<null> => {
    const result = change(edit);
    return result.ok ? success(null) : result;
  };

  let isTesting = false;

  const environmentNamed = ({ name }: { name: string | null }): Environment | undefined =>
    effects.settings().environments.find((entry) => entry.name === name);

  const refusalOf = (environment: Environment): Failure | null => {
    const { kind, baseUrl, labelUrl } = environment;
    if (kind === 'practice' && (baseUrl !== undefined || labelUrl !== undefined)) return practiceAddress;
    if (kind !== 'practice' && !baseUrl) return addressMissing;
    const removed = effects.settings().removedEnvironments.find((entry) => isSameName(entry, environment));
    const before = environmentNamed(environment) ?? removed;
    return before && before.kind !== kind ? kindFixed : null;
  };

  /** Opens the active environment again. The station cannot work without records: where that fails, it is opened as it was before. */
  const reopenOrUndo = async (name: string, undo: (settings: Settings) => Settings): Promise<Result<null>> => {
    try {
      await effects.reopen();
      return success(null);
    } catch {
      effects.save(undo(effects.settings()));
      await effects.reopen();
      return failed(notOpened(name));
    }
  };

  return {
    async 'settings.save'({ group, value }) {
      if (group === 'webhooks') {
        const isAllowed = await effects.addresses.confirm(listenerQuestion(effects.settings().webhooks, value));
        if (!isAllowed.ok) return isAllowed;
      }
      // The key of the command cards stays where only the name is given.
      const kept = (settings: Settings) => (group === 'station' ? { commandKey: settings.station.commandKey } : {});
      return changed((settings) => ({ ...settings, [group]: { ...kept(settings), ...value } }));
    },

    'set-up.change': async (setUp) => changed((settings) => ({ ...settings, setUp })),

    async 'environment.save'({ environment, token }) {
      const refusal = refusalOf(environment);
      if (refusal) return failed(refusal);
      // Before anything is saved: a form is accepted as a whole, or not at all.
      const readable = token ? cleanToken(token) : success(null);
      if (!readable.ok) return readable;
      const { baseUrl = '', labelUrl = null } = environment;
      const isAllowed = await effects.addresses.confirm(
        serviceQuestion(environmentNamed(environment), { baseUrl, labelUrl }),
      );
      if (!isAllowed.ok) return isAllowed;
      // The settings may have changed while the question was open.
      const laterRefusal = refusalOf(environment);
      if (laterRefusal) return failed(laterRefusal);
      // The window does not know the webhook, so it is kept.
      const before = environmentNamed(environment);
      const webhook = before?.webhook;
      const saved = { ...environment, ...(webhook && { webhook }) };
      const result = change((settings) => ({
        ...settings,
        environments: [...settings.environments.filter((entry) => entry.name !== environment.name), saved],
        removedEnvironments: settings.removedEnvironments.filter((entry) => !isSameName(entry, environment)),
      }));
      if (!result.ok) return result;
      await effects.dropStaleToken(result.value, environment.name);
      const tokenKept = token ? await effects.saveToken(result.value, environment.name, token) : success(null);
      if (result.value.activeEnvironment !== environment.name) return tokenKept;
      const reopened = await reopenOrUndo(environment.name, (settings) => ({
        ...settings,
        environments: settings.environments.map((entry) => (before && entry.name === before.name ? before : entry)),
      }));
      return reopened.ok ? tokenKept : reopened;
    },
    async 'environment.test'(entered) {
      if (isTesting) return failed(testRunning);
      isTesting = true;
      try {
        const known = environmentNamed({ name: entered.environment });
        const isAllowed = await effects.addresses.confirm(serviceQuestion(known, entered), true);
        if (!isAllowed.ok) return isAllowed;
        return success({ checks: [...(await effects.testConnection(entered))] });
      } finally {
        isTesting = false;
      }
    },
    async 'environment.remove'({ name }) {
      const { environments, activeEnvironment } = effects.settings();
      const removed = environments.find((entry) => entry.name === name);
      if (!removed) return failed(environmentUnknown);
      if (removed.kind === 'practice') return failed(practiceStays);
      if (name === activeEnvironment) return failed(activeStays);
      // Before the settings: a token must not stay behind for an environment of the same name.
      await effects.forgetToken(name);
      return changed((settings) => withoutEnvironment(settings, removed));
    },
    async 'environment.use'({ name }) {
      const { activeEnvironment } = effects.settings();
      const result = changed((settings) => ({ ...settings, activeEnvironment: name }));
      if (!result.ok) return result;
      return reopenOrUndo(name, (settings) => ({ ...settings, activeEnvironment }));
    },
  };
}

/** Names are compared as the files of their records are: ignoring case. */
const isSameName = (one: { name: string }, other: { name: string }): boolean =>
  one.name.toLowerCase() === other.name.toLowerCase();

/** Removes an environment, and stops watching the folder whose files were for it: they must not go to another environment. */
function withoutEnvironment(settings: Settings, { name, kind }: Environment): Settings {
  return {
    ...settings,
    environments: settings.environments.filter((entry) => entry.name !== name),
    removedEnvironments: [...settings.removedEnvironments, { name, kind }],
    import: settings.import.environment === name ? {} : settings.import,
  };
}

const environmentUnknown: Failure = { code: 'not-found-locally', message: message('environment.unknown') };

const practiceStays: Failure = { code: 'not-allowed-now', message: message('environment.practice-not-removed') };

const activeStays: Failure = { code: 'not-allowed-now', message: message('environment.active-not-removed') };

const testRunning: Failure = { code: 'not-allowed-now', message: message('connection-test.running') };

const practiceAddress: Failure = { code: 'invalid-input', message: message('environment.practice-address') };

const addressMissing: Failure = { code: 'invalid-input', message: message('environment.address-missing') };

/** Records are stored under the environment's name: practice records must never be shown in production. */
const kindFixed: Failure = { code: 'invalid-input', message: message('environment.kind-fixed') };

const notOpened = (environment: string): Failure => ({
  code: 'storage',
  message: message('environment.not-opened', { environment }),
});
