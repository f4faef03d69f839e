import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { MessageParameter, UncheckedMessage } from '../../shared/messages/message-definition.ts';
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

function originsOf(environment: Environment): { serviceOrigin: string; labelOrigin: string } {
  const { baseUrl, labelUrl } = addressesOf(environment);
  return { serviceOrigin: new URL(baseUrl).origin, labelOrigin: new URL(labelUrl).origin };
}

const noAddressForToken: Failure = { code: 'invalid-input', message: message('service.token-without-address') };

const placeholder = '[token]';

/** A token that is no ordinary word: long, or of letters and digits. Any other is redacted in failures only, not in stored bodies. */
const isDistinctive = (token: string): boolean =>
  token.length >= 16 || (token.length >= 8 && /[a-z]/i.test(token) && /\d/.test(token));

/** The shortest beginning of a token that is redacted at the end of a text, which may have been cut off there. */
const minCutLength = 8;

/** Removes the token from a response body before the body is read or stored. */
export function redactToken(text: string, token: string | null): string {
  if (token === null || !isDistinctive(token)) return text;
  const clean = text.replace(spellingsOf(token), () => placeholder);
  for (let length = token.length - 1; length >= minCutLength; length -= 1) {
    if (clean.endsWith(token.slice(0, length))) return clean.slice(0, -length) + placeholder;
  }
  return clean;
}

/** True for a file that contains the token in any spelling. */
export function containsToken(bytes: Buffer, token: string | null): boolean {
  return token !== null && isDistinctive(token) && spellingsOf(token).test(bytes.toString('latin1'));
}

/** The same failure with the token redacted in its message and in what the service said. */
export function redactTokenInFailure(failure: Failure, token: string | null): Failure {
  if (token === null) return failure;
  return {
    ...failure,
    message: withoutToken(failure.message, token),
    ...(failure.serviceText === undefined ? {} : { serviceText: replaceToken(failure.serviceText, token) }),
    ...(failure.fieldFaults && {
      fieldFaults: failure.fieldFaults.map(({ path, text }) => ({
        path: replaceToken(path, token),
        text: replaceToken(text, token),
      })),
    }),
  };
}

function withoutToken(given: Message, token: string): Message {
  return { ...given, params: paramsWithoutToken(given, token) };
}

function paramsWithoutToken({ params }: UncheckedMessage, token: string): UncheckedMessage['params'] {
  const clean = (value: MessageParameter): MessageParameter => {
    if (typeof value === 'string') return replaceToken(value, token);
    if (typeof value !== 'object' || value === null) return value;
    if (isList(value)) return value.map(cleanMessage);
    return 'code' in value ? cleanMessage(value) : value;
  };
  const cleanMessage = (given: UncheckedMessage): UncheckedMessage => ({
    ...given,
    params: paramsWithoutToken(given, token),
  });
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, clean(value)]));
}

const isList = (value: MessageParameter): value is readonly UncheckedMessage[] => Array.isArray(value);

const replaceToken = (text: string, token: string): string => text.replace(spellingsOf(token), () => placeholder);

/** Characters that HTML writes by name. */
const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * Matches the token with each character plain or escaped: as JSON, URLs, HTML, quoted-printable text and the ^FH of ZPL do, and where one
 * is inside another. Every repetition is bounded, so that no text makes it slow.
 */
function spellingsOf(token: string): RegExp {
  const characters = [...token].map((character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    const name = htmlNames[character];
    const html = [`#0{0,6}${character.charCodeAt(0)}`, `#x0{0,6}${hex}`, ...(name === undefined ? [] : [name])];
    const plain = character.replace(/[^A-Za-z0-9]/, '\\$&');
    return `(?:\\\\{0,4}${plain}|(?:%(?:25){0,2}|[_=]|\\\\{1,4}(?:x|u00))${hex}|&(?:amp;){0,2}(?:${html.join('|')});)`;
  });
  return new RegExp(characters.join(''), isDistinctive(token) ? 'gi' : 'g');
}
