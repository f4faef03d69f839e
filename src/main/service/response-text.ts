/** The maximum length of text from outside that is kept (shared/contract/failure.ts). */
const maxTextLength = 2000;

/** Control characters, line separators, and the marks that turn the direction of writing round. */
const unsafe = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Text from outside as one line, safe to show: no control characters, single spaces, at most 2,000 characters. */
export function plainText(text: string): string {
  // Eight times the length fills the line even from wide-spaced text, and keeps a body of megabytes from being cleaned whole.
  const line = cutAt(text, maxTextLength * 8)
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= maxTextLength ? line : `${cutAt(line, maxTextLength - 1)}…`;
}

/** The beginning of a text, never with half of a surrogate pair at its end. */
function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** How much of a page is searched, characters. */
const searchedCharacters = 64 * 1024;
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

/** The text of an HTML page: its title, else its first heading, else the beginning of its text. */
function htmlText(page: string): string {
  const text = elementText(page, 'title') || elementText(page, 'h1') || page.slice(0, stripped);
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#?\w{1,6});/g, (whole, name: string) => namedCharacters[name] ?? whole);
}

/** The inside of the first such element, by plain search: a hostile page cannot make it slow. */
function elementText(page: string, tag: string): string {
  const text = page.slice(0, searchedCharacters);
  const lower = text.toLowerCase();
  const opening = lower.indexOf(`<${tag}`);
  const start = opening < 0 ? -1 : lower.indexOf('>', opening);
  const end = start < 0 ? -1 : lower.indexOf(`</${tag}`, start);
  return end < 0 ? '' : text.slice(start + 1, end).trim();
}

/** How deep a body is searched for text, and for how many texts. */
const maxDepth = 6;
const maxTexts = 100;

/** Keys that only contain text: they are left out of the path before it. */
const containers = new Set([
  'error',
  'errors',
  'message',
  'messages',
  'detail',
  'details',
  'title',
  'description',
  'object',
  'data',
]);

/** Keys of the envelope whose values are not text for an operator. */
const statusKeys = new Set(['status', 'code']);

/**
 * The service's text from a body of any shape: the envelope's message first, then the text under any other key as
 * "path: text"; the title of an HTML page; else the text as it is. Undefined where there are none.
 */
export function extractServiceText(body: string): string | undefined {
  const json = readJson(body);
  const texts = json.ok ? jsonText(json.value) : looksLikeHtml(body) ? htmlText(body) : body;
  return plainText(texts) || undefined;
}

/** True for what a proxy, a log-in page or a web server answers in place of the service. */
export function looksLikeHtml(body: string): boolean {
  return /^[\s\ufeff]*<(?:!doctype|html|head|body|title|h1|!--|\?xml)/i.test(body.slice(0, 1024));
}

function readJson(body: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(body) as unknown };
  } catch {
    return { ok: false };
  }
}

function jsonText(value: unknown): string {
  const texts: string[] = [];
  if (isObject(value)) {
    collect(value.message, '', maxDepth, texts);
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'message' && !statusKeys.has(key)) collect(inner, below('', key), maxDepth, texts);
    }
  } else {
    collect(value, '', maxDepth, texts);
  }
  return [...new Set(texts)].join(' · ');
}

function collect(value: unknown, path: string, depth: number, texts: string[]): void {
  if (texts.length >= maxTexts || value === null || value === undefined) return;
  if (typeof value !== 'object') {
    const text = String(value);
    if (text.trim() !== '') texts.push(path === '' ? text : `${path}: ${text}`);
    return;
  }
  if (depth === 0) return;
  const entries = Array.isArray(value)
    ? value.slice(0, maxTexts).map((inner) => ['', inner] as const)
    : Object.entries(value);
  for (const [key, inner] of entries.slice(0, maxTexts)) collect(inner, below(path, key), depth - 1, texts);
}

function below(path: string, key: string): string {
  if (key === '' || containers.has(key.toLowerCase())) return path;
  return path === '' ? key : `${path}.${key}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
