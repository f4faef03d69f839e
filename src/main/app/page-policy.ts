import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Language } from '../../shared/values/language.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/**
 * The page's Content Security Policy. Styles are those of its own file, in which the one that the widget library would add stands too;
 * label pictures are blobs; the page cannot open connections. Its sandbox has no pop-ups, downloads and modal dialogs, so that the page
 * cannot print itself. Chromium ignores `webrtc` up to now: the session blocks it (`window.ts`).
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "webrtc 'block'",
  'sandbox allow-scripts allow-same-origin allow-forms',
].join('; ');

/** A file of the page for Chromium to read, or why there is none, by Chromium's number (net_error_list.h). */
export type PageAnswer = { path: string; headers: Record<string, string> } | { error: number };

const notFound: PageAnswer = { error: -6 };
const notSupported: PageAnswer = { error: -322 };

/** Answers a request of the window for a file of the page. */
export type ServePage = (request: { method: string; url: string }) => PageAnswer;

/**
 * Serves only the files that `folder` contains now: paths are looked up in a list, so none can leave the folder. `/` is one of the pages
 * that the build made of index.html (`page-files.mjs`): until the page's program runs, the first that is loaded shows the frame of the
 * window with the scan field. One that is loaded again may show another screen, and that of a second display has no field.
 * @param host the only host answered
 * @param language the language that the page is to speak, asked whenever it is loaded
 */
export async function servePageFiles(
  folder: string,
  host: string,
  onServed: (path: string) => void,
  language: () => Language = () => 'en',
): Promise<ServePage> {
  const files = await listFiles(folder);
  let when: 'first' | 'again' = 'first';
  const pageFile = (): string => {
    const page = `/pages/${when}-${language()}.html`;
    when = 'again';
    return page;
  };
  return ({ method, url }) => {
    const { hostname, pathname } = new URL(url);
    if (method !== 'GET') return notSupported;
    if (hostname !== host) return notFound;
    const address = pathname === '/' ? pageFile() : pathname;
    const path = files.get(address);
    const contentType = contentTypes[extname(address)];
    if (!path || !contentType) return notFound;
    onServed(address);
    return { path, headers: headersOf(contentType) };
  };
}

/** The files by their addresses. Folder by folder: Electron lists a whole tree with calls that block, 14 ms of a start. */
async function listFiles(folder: string, address = ''): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const listed = entries.map(async (entry): Promise<Iterable<readonly [string, string]>> => {
    const path = join(folder, entry.name);
    const entryAddress = `${address}/${encodeURIComponent(entry.name)}`;
    if (entry.isDirectory()) return listFiles(path, entryAddress);
    return entry.isFile() ? [[entryAddress, path]] : [];
  });
  return new Map((await Promise.all(listed)).flatMap((files) => [...files]));
}

const headersOf = (contentType: string): Record<string, string> => ({
  'Content-Type': contentType,
  'Content-Security-Policy': pagePolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
});

/** A key as Electron's `before-input-event` reports it. */
export interface PressedKey {
  /** The key's meaning in the keyboard layout: `w`, `F5`, `ArrowLeft`. */
  readonly key: string;
  /** The physical key: `KeyW`, `F5`. */
  readonly code: string;
  readonly control: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** With Command, or Control and Shift: close, reload, quit, new window or tab, open, save, print, find, history, source. */
const blockedLetters = new Set('wrqntospfghul');

/** With Shift: developer tools. */
const blockedLettersWithShift = new Set('ijc');

/** Zoom and tab switching, with Control or Command. */
const blockedSymbols = new Set(['+', '=', '0', 'Add', 'Subtract', 'Tab', 'PageUp', 'PageDown']);

/** Reload, caret browsing, menu, full screen, and the keys of multimedia keyboards. */
const blockedKeys = new Set(['F5', 'F6', 'F7', 'F10', 'F11', 'BrowserBack', 'BrowserForward', 'BrowserRefresh']);

/**
 * True for browser shortcuts, which are blocked. Control with a letter or symbol is allowed: scanners send the control characters of a
 * bar code this way, and the page must see them to recognize a foreign code. Editing keys, F1 to F3, F12 and typing are allowed too; the window has no developer tools.
 */
export function isBrowserShortcut({ key, code, control, meta, alt, shift }: PressedKey): boolean {
  if (blockedKeys.has(key)) return true;
  if (alt && !control) return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home';
  if (!control && !meta) return false;
  if (blockedSymbols.has(key)) return true;
  if (!meta && !shift) return false;
  // The letter of the layout and of the key, because a Cyrillic or Greek layout has no Latin letters.
  const letters = [key.toLowerCase(), /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? ''];
  return letters.some((letter) => blockedLetters.has(letter) || (shift && blockedLettersWithShift.has(letter)));
}
