import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isBrowserShortcut,
  type PageAnswer,
  type PressedKey,
  type ServePage,
  servePageFiles,
} from '../../../src/main/app/page-policy.ts';
import type { Language } from '../../../src/shared/values/language.ts';

let folder: string;
let serve: ServePage;
const served: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-page-'));
  for (const part of ['assets', 'pages']) mkdirSync(join(folder, 'page', part), { recursive: true });
  writeFileSync(join(folder, 'secret.html'), 'secret');
  for (const name of ['pages/first-en.html', 'pages/again-en.html', 'pages/again-de.html', 'assets/index.js'])
    writeFileSync(join(folder, 'page', name), name);
  writeFileSync(join(folder, 'page/assets/notes.txt'), 'of no known kind');
  serve = await servePageFiles(join(folder, 'page'), 'station', (path) => served.push(path));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (path: string, method = 'GET') => serve({ method, url: `packbench://station${path}` });
/** The file that is given, by its name in the folder of the page; the number of the refusal where none is. */
const given = (answer: PageAnswer): string | number =>
  'error' in answer ? answer.error : relative(join(folder, 'page'), answer.path);
const headersOf = (answer: PageAnswer): Record<string, string> => ('error' in answer ? {} : answer.headers);

describe('page policy: the page’s own files', () => {
  it('are served with their type, the policy, and no guessing', () => {
    const script = get('/assets/index.js');
    expect(given(script)).toBe('assets/index.js');
    expect(headersOf(script)['Content-Type']).toBe('text/javascript; charset=utf-8');
    expect(headersOf(script)['X-Content-Type-Options']).toBe('nosniff');
    expect(headersOf(script)['Content-Security-Policy']).toContain("default-src 'none'");
  });

  it('are a page with the scan field at first, and one without it where it is loaded again or on a second display', async () => {
    let language: Language = 'en';
    const opening = await servePageFiles(
      join(folder, 'page'),
      'station',
      () => {},
      () => language,
    );
    const read = (path: string) => given(opening({ method: 'GET', url: `packbench://station${path}` }));
    expect(['/', '/', '/?verdict'].map(read)).toEqual(['pages/first-en.html', ...Array(2).fill('pages/again-en.html')]);
    language = 'de';
    expect(read('/')).toBe('pages/again-de.html');
  });

  it('have a policy that allows nothing unsafe and no connection', () => {
    expect(headersOf(get('/'))['Content-Security-Policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; webrtc 'block'; sandbox allow-scripts allow-same-origin allow-forms",
    );
  });

  it.each([
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/assets/..%2f..%2fsecret.html',
    '/..\\secret.html',
    '/%00',
    '//secret.html',
    '/assets/',
    '/assets/notes.txt',
    '/constructor',
  ])('do not include %s', (path) => {
    expect(given(get(path))).toBe(-6);
  });

  it('are reported as they are given, so that the station’s program is loaded after the page’s scripts', () => {
    get('/');
    served.length = 0;
    for (const path of ['/', '/assets/index.js', '/assets/notes.txt']) get(path);
    expect(served).toEqual(['/pages/again-en.html', '/assets/index.js']);
  });

  it('are read only, and belong to one host', () => {
    expect(given(get('/', 'POST'))).toBe(-322);
    expect(given(serve({ method: 'GET', url: 'packbench://other/' }))).toBe(-6);
  });
});

/** "Control+Shift+I" as Electron reports it. */
function press(text: string, code?: string): PressedKey {
  const parts = text.split('+');
  const key = parts.pop() || '+';
  const held = new Set(parts);
  return {
    key,
    code: code ?? (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key),
    control: held.has('Control'),
    meta: held.has('Meta'),
    alt: held.has('Alt'),
    shift: held.has('Shift'),
  };
}

describe('page policy: browser shortcuts are blocked', () => {
  it.each(
    'Control+Shift+R Control+Shift+N Control++ Control+0 Control+Shift+I Meta+r Meta+w Meta+q F5 F11 Alt+ArrowLeft BrowserBack Control+Tab'
      .split(' ')
      .map((text) => [text]),
  )('%s', (text) => {
    expect(isBrowserShortcut(press(text))).toBe(true);
  });

  it('also on a keyboard layout without Latin letters', () => {
    expect(isBrowserShortcut(press('Meta+ц', 'KeyW'))).toBe(true);
  });
});

describe('page policy: keys of the page, such as the control characters of a bar code, are allowed', () => {
  it.each(
    'a W 7 Enter Tab Escape F1 F2 F3 F12 ArrowLeft Home Control+a Control+c Control+v Control+x Control+z Control+ArrowLeft Control+j Control+m Control+i Control+] Control+w Control+g Control+- Shift+W'
      .split(' ')
      .map((text) => [text]),
  )('%s', (text) => {
    expect(isBrowserShortcut(press(text))).toBe(false);
  });
});
