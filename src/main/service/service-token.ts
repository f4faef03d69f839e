import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import type { EnteredConnection } from '../../shared/settings/connection-test.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { TokenVault } from '../core/ports/desktop.ts';
import { labelOrigin, serviceAddress } from './service-address.ts';

/** Spaces, line ends, and invisible characters copied from web pages. */
const edges = /^[\s\u200b-\u200d\u2060]+|[\s\u200b-\u200d\u2060]+$/g;
const quotes = /^(["'`])(.*)\1$/s;
const headerName = /^authorization\s*:/i;
/** The scheme word; one page of the service's documentation shows it twice. */
const scheme = /^bearer(?:\s+|:\s*|$)/i;
/** What a header value may contain: visible ASCII without spaces. */
const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * The token alone from pasted text, with or without the scheme word, doubled, quoted, with spaces or a line end.
 * Refused where nothing is left or a header could not contain it. The failure never repeats what was pasted.
 */
export function cleanToken(pasted: string): Result<string> {
  let token = pasted;
  for (let before = ''; before !== token; ) {
    before = token;
    token = token.replace(edges, '').replace(quotes, '$2').replace(headerName, '').replace(scheme, '');
  }
  if (token === '') return failed({ code: 'token-missing', message: message('service.token-empty') });
  if (!visibleAscii.test(token)) return failed({ code: 'invalid-input', message: message('service.token-invalid') });
  return success(token);
}

/** The one `Authorization` header value. */
export const bearer = (token: string): string => `Bearer ${token}`;

/** Where an environment's requests are sent. Without a label address, labels come from the service's own host. */
export interface ServiceAddresses {
  baseUrl: string;
  labelUrl: string;
}

/** The settings schema requires an address for every environment but practice. */
export function addressesOf(environment: Environment): ServiceAddresses {
  const { baseUrl } = environment;
  if (!baseUrl) throw new Error(`The environment ${environment.name} has no address`);
  return { baseUrl, labelUrl: environment.labelUrl ?? new URL(baseUrl).origin };
}

/** The token entered for exactly these origins; a token for other origins is deleted, not used. */
export async function tokenFor(vault: TokenVault, environment: Environment): Promise<string | null> {
  const stored = await vault.read(environment.name);
  if (!stored) return null;
  const { serviceOrigin, labelOrigin } = originsOf(environment);
  if (stored.serviceOrigin === serviceOrigin && stored.labelOrigin === labelOrigin) return stored.token;
  await vault.forget(environment.name);
  return null;
}

/** The token of an environment, whatever it was entered for, to be found in what others send; null where none can be read. */
export const readToken = async (vault: Pick<TokenVault, 'read'>, environment: string): Promise<string | null> =>
  (await vault.read(environment).catch(() => null))?.token ?? null;

/** The token that a test of entered addresses may send. */
export type TokenToTest =
  | { readonly kind: 'token'; readonly value: string }
  | { readonly kind: 'none' }
  /** One is stored, and it was entered for other origins. */
  | { readonly kind: 'other address' };

/** The entered token, else the stored one if it was entered for exactly these origins. Unlike `tokenFor`, it deletes nothing. */
export async function tokenToTest(vault: TokenVault, entered: EnteredConnection): Promise<TokenToTest> {
  if (entered.token !== null && entered.token.trim() !== '') return { kind: 'token', value: entered.token };
  const stored = entered.environment === null ? null : await vault.read(entered.environment);
  if (!stored) return { kind: 'none' };
  const base = serviceAddress(entered.baseUrl);
  const labels = entered.labelUrl === null ? base : labelOrigin(entered.labelUrl);
  const isBound =
    base.ok &&
    labels.ok &&
    stored.serviceOrigin === new URL(base.value).origin &&
    stored.labelOrigin === new URL(labels.value).origin;
  return isBound ? { kind: 'token', value: stored.token } : { kind: 'other address' };
}

/** Stores a pasted token, cleaned, for the environment's current origins. */
export async function storePastedToken(
  vault: TokenVault,
  settings: Settings,
  name: string,
  pasted: string,
): Promise<Result<null>> {
  const environment = settings.environments.find((entry) => entry.name === name);
  if (!environment?.baseUrl) return failed(noAddressForToken);
  const token = cleanToken(pasted);
  return token.ok ? vault.keep(name, { token: token.value, ...originsOf(environment) }) : token;
}

/** What a token, and the site of several benches, are bound to. */
export function originsOf(environment: Environment): { serviceOrigin: string; labelOrigin: string } {
  const { baseUrl, labelUrl } = addressesOf(environment);
  return { serviceOrigin: new URL(baseUrl).origin, labelOrigin: new URL(labelUrl).origin };
}

const noAddressForToken: Failure = { code: 'invalid-input', message: message('service.token-without-address') };
