import { IntlMessageFormat } from 'intl-messageformat';
import dialogs from './en/dialogs.json' with { type: 'json' };
import exports from './en/exports.json' with { type: 'json' };
import provisioning from './en/provisioning.json' with { type: 'json' };
import startup from './en/startup.json' with { type: 'json' };

/** What main itself writes: on standard error, in dialogs of the system and in exported files. */
export const mainCatalogue = { ...dialogs, ...exports, ...provisioning, ...startup };

export type MainTextKey = keyof typeof mainCatalogue;

/** The sentence under `key`, filled with `values`. */
export function mainText(key: MainTextKey, values: Readonly<Record<string, string | number | null>> = {}): string {
  return String(
    new IntlMessageFormat(mainCatalogue[key], 'en-GB', undefined, { ignoreTag: true }).format({ ...values }),
  );
}
