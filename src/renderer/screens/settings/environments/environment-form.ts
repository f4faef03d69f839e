import { type Environment, type EnvironmentKind, environmentSchema } from '../../../../shared/settings/environment.ts';

/** A service as it is being written: texts as they stand in the fields. */
export interface EnvironmentFields {
  readonly name: string;
  readonly kind: EnvironmentKind;
  readonly baseUrl: string;
  readonly labelUrl: string;
  readonly currency: string;
  /** Blank: none is sent in, and a kept one stays. */
  readonly token: string;
}
export type EnvironmentErrors = Readonly<Partial<Record<keyof EnvironmentFields, string>>>;

export type ReadEnvironment =
  | { readonly ok: true; readonly environment: Environment; readonly token: string | null }
  | { readonly ok: false; readonly errors: EnvironmentErrors };

export const blankEnvironment: EnvironmentFields = {
  name: '',
  kind: 'sandbox',
  baseUrl: '',
  labelUrl: '',
  currency: '',
  token: '',
};

export const environmentKindWords: Record<EnvironmentKind, string> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'Production',
};

/** The fields of an environment that is known; its token is never shown. */
export function fieldsOfEnvironment(environment: Environment): EnvironmentFields {
  const { name, kind, baseUrl = '', labelUrl = '', currency = '' } = environment;
  return { name, kind, baseUrl, labelUrl, currency, token: '' };
}

/** Reads the fields, or says what is wrong beside which. */
export function readEnvironment(fields: EnvironmentFields, others: readonly Environment[]): ReadEnvironment {
  const isPractice = fields.kind === 'practice';
  const parsed = environmentSchema.safeParse({
    name: fields.name,
    kind: fields.kind,
    ...(!isPractice && { baseUrl: fields.baseUrl, labelUrl: fields.labelUrl }),
    ...(fields.currency.trim() !== '' && { currency: fields.currency }),
  });
  const errors: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? [])
    errors[String(issue.path[0])] ??= wordsFor(String(issue.path[0]), issue.message);
  if (!isPractice && fields.baseUrl.trim() === '') errors.baseUrl = 'Fill in the service’s address';
  if (!isPractice && fields.labelUrl.trim() === '')
    errors.labelUrl = 'Fill in the label host’s address: labels come from there only';
  if (fields.name.trim() === '') errors.name = 'Fill in a name';
  else if (others.some((other) => isSameName(other.name, fields.name)))
    errors.name = 'Another environment has this name';
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  const token = fields.token.trim();
  return { ok: true, environment: parsed.data, token: token === '' ? null : token };
}

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

function wordsFor(field: string, message: string): string {
  if (field === 'name') return 'At most 40 letters, digits, spaces, - and _, a letter or digit first';
  if (field === 'currency') return 'At most 10 characters';
  return message;
}

/** True where saving these fields drops the token that is kept: it belongs to the exact addresses it was entered with. */
export function dropsToken(fields: EnvironmentFields, existing: Environment | null): boolean {
  if (!existing || fields.token.trim() !== '') return false;
  return (
    originOf(fields.baseUrl) !== originOf(existing.baseUrl) || originOf(fields.labelUrl) !== originOf(existing.labelUrl)
  );
}

function originOf(address: string | undefined): string {
  const text = address?.trim() ?? '';
  return URL.canParse(text) ? new URL(text).origin : text;
}

/** Where a token goes, said before it is entered. */
export function tokenPlaceWords(isProtected: boolean): string {
  return isProtected
    ? 'Kept in this computer’s protected store. It is never shown again.'
    : 'This computer has no protected place: the token is kept until you quit. It is never shown again.';
}
