import type { Failure } from '../../shared/failure.ts';

/** Shorter tokens could be an ordinary word of an answer: those are taken out of failures alone, never out of what is stored. */
const shortestInBodies = 16;

const standIn = '[token]';

/** Takes the token out of an answer that repeats it, before anything is made of the answer or kept (ARCHITECTURE.md, Never 6). */
export function withoutToken(text: string, token: string | null): string {
  return token === null || token.length < shortestInBodies ? text : replaceToken(text, token);
}

/** The same failure, with the token taken out of every word of it. */
export function failureWithoutToken(failure: Failure, token: string | null): Failure {
  if (token === null) return failure;
  return {
    ...failure,
    message: replaceToken(failure.message, token),
    ...(failure.serviceWords === undefined ? {} : { serviceWords: replaceToken(failure.serviceWords, token) }),
  };
}

function replaceToken(text: string, token: string): string {
  let clean = text;
  for (const spelling of spellings(token)) clean = clean.replaceAll(spelling, standIn);
  return clean;
}

/** As it is, as JSON writes it (some write "/" as "\/"), as an address carries it, as a web page shows it. */
function spellings(token: string): Set<string> {
  const json = JSON.stringify(token).slice(1, -1);
  const html = token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return new Set([token, json, json.replaceAll('/', '\\/'), encodeURIComponent(token), html]);
}
