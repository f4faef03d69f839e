import { failed, type Result, success } from '../../shared/failure.ts';

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
