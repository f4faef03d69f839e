import { htmlWords } from './html-words.ts';
import { plainText } from './plain-text.ts';

/** How deep and how far a body is searched for words. */
const deepest = 6;
const mostWords = 100;

/** Keys that only say "here come the words": they are left out of the path before a word. */
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

/** Parts of the envelope that are no words. */
const notWords = new Set(['status', 'code']);

/**
 * The service's own words out of a body of any shape: the envelope's message first, then what stands under any other key as
 * "path: text"; the title of an HTML page; else the text as it is. Undefined where there are none.
 */
export function serviceWords(body: string): string | undefined {
  const json = readJson(body);
  const words = json.ok ? jsonWords(json.value) : looksLikeHtml(body) ? htmlWords(body) : body;
  return plainText(words) || undefined;
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

function jsonWords(value: unknown): string {
  const words: string[] = [];
  if (isObject(value)) {
    collect(value.message, '', deepest, words);
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'message' && !notWords.has(key)) collect(inner, below('', key), deepest, words);
    }
  } else {
    collect(value, '', deepest, words);
  }
  return [...new Set(words)].join(' · ');
}

function collect(value: unknown, path: string, depth: number, words: string[]): void {
  if (words.length >= mostWords || value === null || value === undefined) return;
  if (typeof value !== 'object') {
    const text = String(value);
    if (text.trim() !== '') words.push(path === '' ? text : `${path}: ${text}`);
    return;
  }
  if (depth === 0) return;
  const entries = Array.isArray(value)
    ? value.slice(0, mostWords).map((inner) => ['', inner] as const)
    : Object.entries(value);
  for (const [key, inner] of entries.slice(0, mostWords)) collect(inner, below(path, key), depth - 1, words);
}

function below(path: string, key: string): string {
  if (key === '' || containers.has(key.toLowerCase())) return path;
  return path === '' ? key : `${path}.${key}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
