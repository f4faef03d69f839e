import { fieldErrors } from '../../../../shared/contract/validation-issues.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { EnteredConnection } from '../../../../shared/settings/connection-test.ts';
import {
  type Environment,
  type EnvironmentKind,
  environmentSchema,
  isProfileOf,
  type LabelRedirects,
  type ServiceProfile,
  serviceProfileSchema,
} from '../../../../shared/settings/environment.ts';
import { parseJson } from '../../../../shared/values/json.ts';
import { parseUrl } from '../../../../shared/values/url.ts';
import type { FieldErrors, FormReading } from '../../../data/use-form.ts';

/** The contents of the form. */
export interface EnvironmentFields {
  readonly name: string;
  readonly kind: EnvironmentKind;
  readonly baseUrl: string;
  readonly labelUrl: string;
  readonly currency: string;
  readonly utcOffset: string;
  readonly labelRedirects: LabelRedirects;
  /** Blank: the saved token stays. */
  readonly token: string;
  readonly profile: ServiceProfile | null;
}

/** An environment as it is saved; without a token, the saved one stays. */
interface EnteredEnvironment {
  readonly environment: Environment;
  readonly token: string | null;
}

export const blankEnvironment: EnvironmentFields = {
  name: '',
  kind: 'sandbox',
  baseUrl: '',
  labelUrl: '',
  currency: '',
  utcOffset: '',
  labelRedirects: 'follow',
  token: '',
  profile: null,
};

/** The fields of an existing environment; its token is never shown. */
export function fieldsOfEnvironment(environment: Environment): EnvironmentFields {
  const {
    name,
    kind,
    baseUrl = '',
    labelUrl = '',
    currency = '',
    utcOffset = '',
    labelRedirects = 'follow',
    profile = null,
  } = environment;
  return { name, kind, baseUrl, labelUrl, currency, utcOffset, labelRedirects, token: '', profile };
}

/** Reads the fields, or gives the error of each. */
export function readEnvironment(
  fields: EnvironmentFields,
  others: readonly Environment[],
): FormReading<EnteredEnvironment, FieldErrors<EnvironmentFields>> {
  const isPractice = fields.kind === 'practice';
  const parsed = environmentSchema.safeParse({
    name: fields.name,
    kind: fields.kind,
    ...(!isPractice && { baseUrl: fields.baseUrl, labelUrl: fields.labelUrl }),
    ...(fields.currency.trim() !== '' && { currency: fields.currency }),
    ...(fields.labelRedirects !== 'follow' && { labelRedirects: fields.labelRedirects }),
    ...(fields.utcOffset.trim() !== '' && { utcOffset: fields.utcOffset }),
    ...(fields.profile && { profile: fields.profile }),
  });
  const errors = fieldErrors<keyof EnvironmentFields>(parsed.error);
  if (!isPractice && fields.baseUrl.trim() === '') errors.baseUrl = message('settings.base-url-missing');
  if (!isPractice && fields.labelUrl.trim() === '') errors.labelUrl = message('settings.label-url-missing');
  if (fields.profile && !isProfileOf(fields.profile, fields.baseUrl))
    errors.profile = message('settings.profile-other-service', { service: fields.profile.baseUrl });
  if (others.some((other) => isSameName(other.name, fields.name)))
    errors.name = message('settings.environment-name-taken');
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  const token = fields.token.trim();
  return { ok: true, value: { environment: parsed.data, token: isPractice || token === '' ? null : token } };
}

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The connection to test, as entered; a blank token stands for the saved one. */
export function enteredConnection(
  { baseUrl, labelUrl, token }: Pick<EnvironmentFields, 'baseUrl' | 'labelUrl' | 'token'>,
  existing: Environment | null,
): EnteredConnection {
  const enteredOrNull = (entered: string) => (entered.trim() === '' ? null : entered.trim());
  return {
    environment: existing?.name ?? null,
    baseUrl: baseUrl.trim(),
    labelUrl: enteredOrNull(labelUrl),
    token: enteredOrNull(token),
  };
}

/** Reads the file that `npm run check-service` wrote; null where it is no such file. */
export function readProfile(file: string): ServiceProfile | null {
  const read = serviceProfileSchema.safeParse(parseJson(file));
  return read.success ? read.data : null;
}

/** True if saving these fields removes the saved token: it belongs to the addresses it was entered with. */
export function dropsToken(fields: EnvironmentFields, existing: Environment | null): boolean {
  if (!existing || fields.token.trim() !== '') return false;
  return (
    originOf(fields.baseUrl) !== originOf(existing.baseUrl) || originOf(fields.labelUrl) !== originOf(existing.labelUrl)
  );
}

function originOf(address: string | undefined): string {
  const text = address?.trim() ?? '';
  return parseUrl(text)?.origin ?? text;
}
