/** How much of a page is searched, characters. */
const searched = 64 * 1024;
const stripped = 8 * 1024;

const namedCharacters: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/** The words of an HTML page: its title, else its first heading, else the beginning of its text. */
export function htmlWords(page: string): string {
  const text = between(page, 'title') || between(page, 'h1') || page.slice(0, stripped);
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#?\w{1,6});/g, (whole, name: string) => namedCharacters[name] ?? whole);
}

/** The inside of the first such element, by plain search: a hostile page cannot make it slow. */
function between(page: string, tag: string): string {
  const text = page.slice(0, searched);
  const lower = text.toLowerCase();
  const opening = lower.indexOf(`<${tag}`);
  const start = opening < 0 ? -1 : lower.indexOf('>', opening);
  const end = start < 0 ? -1 : lower.indexOf(`</${tag}`, start);
  return end < 0 ? '' : text.slice(start + 1, end).trim();
}
