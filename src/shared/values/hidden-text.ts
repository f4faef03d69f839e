/** Stands in place of what a file that leaves the station must not contain. */
export const hidden = '(hidden)';

/** A text without tokens, seeds of keys, and the names and passwords of addresses. */
export function withoutTokens(text: string): string {
  return text
    .replace(/\b(bearer)(\s+bearer)*\s+[^\s"',;}]+/gi, `$1 ${hidden}`)
    .replace(/\bS[A-Z][A-Z2-7]{56}\b/g, hidden)
    .replace(/(\/\/)[^\s/?#@"']*@/g, `$1${hidden}@`)
    .replace(/("?\b(?:access_?)?token"?\s*[:=]\s*"?)[^\s"',;}]+/gi, `$1${hidden}`);
}

/**
 * The text of an error of a library or of the system, which may repeat a part of what it was about: also without what is quoted, addresses
 * of mail, numbers as long as those of telephones, the query of addresses, and the name in the path of a home folder.
 */
export function withoutQuotes(text: string): string {
  return (
    withoutTokens(text)
      // What is quoted may have quotation marks of its own: from the first one to the last.
      .replace(/(?:["“«`]|(?<!\w)').*["”»`'](?!\w)/s, hidden)
      .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, hidden)
      .replace(/\+?\d(?:[\s()/.-]{0,2}\d){6,}/g, hidden)
      .replace(/([a-z]:\/\/[^\s?#]*)[?#]\S*/gi, `$1?${hidden}`)
      .replace(/((?:\/home|\/Users|\\Users)[\\/])[^\\/\s:]+/g, `$1${hidden}`)
  );
}
