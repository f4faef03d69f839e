import { type Failure, failed, type Result, sentenceOf, success } from '../../shared/contract/failure.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { TokenVault } from '../core/ports/desktop.ts';

/** Spaces, line ends, and the invisible characters that come along from web pages. */
const edges = /^[\s\u200b-\u200d\u2060]+|[\s\u200b-\u200d\u2060]+$/g;
const quotes = /^(["'`])(.*)\1$/s;
const headerName = /^authorization\s*:/i;
/** The scheme word; one page of the service's own papers shows it doubled. */
const scheme = /^bearer(?:\s+|:\s*|$)/i;
/** What one header word may hold: visible ASCII, no space. */
const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * The bare token out of whatever was pasted: with or without the scheme word, doubled, quoted, with spaces or a line end.
 * Refused when nothing is left or when it could not stand in a header. The refusal never repeats what was pasted.
 */
export function cleanToken(pasted: string): Result<string> {
  let token = pasted;
  for (let before = ''; before !== token; ) {
    before = token;
    token = token.replace(edges, '').replace(quotes, '$2').replace(headerName, '').replace(scheme, '');
  }
  if (token === '') {
    return failed({
      code: 'token-missing',
      message: 'There is no token in what was entered.',
      next: 'Paste the token.',
    });
  }
  if (!visibleAscii.test(token)) {
    return failed({
      code: 'invalid-input',
      message: 'The token holds a space, a line end or a letter that no token can hold.',
      next: 'Copy it again, the token alone, and paste it.',
    });
  }
  return success(token);
}

/** The one `Authorization` header value. */
export const bearer = (token: string): string => `Bearer ${token}`;

/** Where an environment's requests go. Labels come from the service's own host where no label address is set. */
export interface ServiceAddresses {
  baseUrl: string;
  labelUrl: string;
}

/** An environment that is not the built-in practice always has an address: settings are checked for it. */
export function addressesOf(environment: Environment): ServiceAddresses {
  const { baseUrl } = environment;
  if (!baseUrl) throw new Error(`The environment ${environment.name} has no address`);
  return { baseUrl, labelUrl: environment.labelUrl ?? new URL(baseUrl).origin };
}

/** The token entered for exactly these origins; a token of other origins is forgotten, not used. */
export async function tokenFor(vault: TokenVault, environment: Environment): Promise<string | null> {
  const stored = await vault.read(environment.name);
  if (!stored) return null;
  const { serviceOrigin, labelOrigin } = originsOf(environment);
  if (stored.serviceOrigin === serviceOrigin && stored.labelOrigin === labelOrigin) return stored.token;
  await vault.forget(environment.name);
  return null;
}

/** Keeps a pasted token, cleaned, for the origins the environment has at this moment. */
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

const noAddressForToken: Failure = {
  code: 'invalid-input',
  message: 'A token belongs to an address, and this environment has none.',
  next: 'Enter the service’s address first.',
};

/** Shorter tokens could be an ordinary word of an answer: those are taken out of failures alone, never out of what is stored. */
const minTokenLengthInBodies = 16;

const placeholder = '[token]';

/** Takes the token out of an answer that repeats it, before anything is made of the answer or kept (ARCHITECTURE.md, Never 6). */
export function redactToken(text: string, token: string | null): string {
  return token === null || token.length < minTokenLengthInBodies ? text : replaceToken(text, token);
}

/** The same failure, with the token taken out of every word of it. */
export function redactTokenInFailure(failure: Failure, token: string | null): Failure {
  if (token === null) return failure;
  return {
    ...failure,
    message: replaceToken(sentenceOf(failure.message), token),
    ...(failure.serviceText === undefined ? {} : { serviceText: replaceToken(failure.serviceText, token) }),
  };
}

function replaceToken(text: string, token: string): string {
  let clean = text;
  for (const spelling of encodingsOf(token)) clean = clean.replaceAll(spelling, placeholder);
  return clean;
}

/** As it is, as JSON writes it (some write "/" as "\/"), as an address carries it, as a web page shows it. */
function encodingsOf(token: string): Set<string> {
  const json = JSON.stringify(token).slice(1, -1);
  const html = token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return new Set([token, json, json.replaceAll('/', '\\/'), encodeURIComponent(token), html]);
}
