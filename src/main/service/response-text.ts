import { isJsonObject, parseJson } from '../../shared/values/json.ts';

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
  const json = parseJson(body);
  const texts = json !== undefined ? jsonText(json) : looksLikeHtml(body) ? htmlText(body) : body;
  return plainText(texts) || undefined;
}

/** True for what a proxy, a log-in page or a web server answers in place of the service. */
export function looksLikeHtml(body: string): boolean {
  return /^[\s\ufeff]*<(?:!doctype|html|head|body|title|h1|!--|\?xml)/i.test(body.slice(0, 1024));
}

function jsonText(value: unknown): string {
  const texts: string[] = [];
  if (isJsonObject(value)) {
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

/** Most faults that are kept, and the longest path and text of one, characters. */
const maxFieldFaults = 20;
const maxPathLength = 120;
const maxFaultLength = 300;

/** Keys under which services list the faults of a request. */
const faultLists = ['errors', 'error', 'details', 'detail', 'violations', 'invalid_params', 'fields'];
/** Keys that name the field in an entry of such a list, and its text. */
const pathKeys = ['field', 'path', 'property', 'propertyPath', 'pointer', 'loc', 'param', 'name', 'key'];
const textKeys = ['message', 'messages', 'msg', 'detail', 'reason', 'text', 'description', 'error', 'title'];

/** What a service said of a field of the request, under its own path. */
export interface FieldFault {
  path: string;
  text: string;
}

/**
 * The faults of single fields from a refusal of any shape: `{errors: {path: [text]}}`, `{errors: [{field, message}]}`, or the request's own
 * structure with texts at its leaves. Texts without a path are left to `extractServiceText`.
 */
export function extractFieldFaults(body: string): FieldFault[] {
  const json = parseJson(body);
  const found: FieldFault[] = [];
  if (!isJsonObject(json)) return found;
  const { object, data, ...top } = json;
  for (const holder of [top, object, data]) {
    if (!isJsonObject(holder)) continue;
    for (const key of faultLists) collectFaults(holder[key], [], maxDepth + 2, found);
  }
  return found;
}

function collectFaults(value: unknown, path: readonly string[], depth: number, found: FieldFault[]): void {
  if (found.length >= maxFieldFaults || depth === 0) return;
  if (typeof value === 'string') {
    const fault = {
      path: cutAt(plainText(path.join('.')), maxPathLength),
      text: cutAt(plainText(value), maxFaultLength),
    };
    if (fault.path !== '' && fault.text !== '') found.push(fault);
    return;
  }
  if (Array.isArray(value)) {
    value.slice(0, maxTexts).forEach((inner, index) => {
      // A list of texts is about the field itself; an entry that names its field needs no place in the list.
      collectFaults(
        inner,
        isJsonObject(inner) && ownPath(inner) === null ? [...path, String(index)] : path,
        depth - 1,
        found,
      );
    });
    return;
  }
  if (!isJsonObject(value)) return;
  const named = ownPath(value);
  if (named !== null) {
    const key = textKeys.find((one) => value[one] !== undefined && one !== named.key);
    collectFaults(key === undefined ? undefined : value[key], [...path, named.path], depth - 1, found);
    return;
  }
  for (const [key, inner] of Object.entries(value).slice(0, maxTexts)) {
    collectFaults(inner, [...path, key], depth - 1, found);
  }
}

/** The field that an entry of a list names, where it also has a text. */
function ownPath(entry: Record<string, unknown>): { key: string; path: string } | null {
  for (const key of pathKeys) {
    const value = entry[key];
    const path = key === 'loc' && Array.isArray(value) ? value.join('.') : value;
    if (typeof path !== 'string' || !/^[\w.[\]$*/-]+$/.test(path)) continue;
    if (textKeys.some((one) => one !== key && (typeof entry[one] === 'string' || Array.isArray(entry[one])))) {
      return { key, path };
    }
  }
  return null;
}
