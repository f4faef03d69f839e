import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isBrowserShortcut,
  type PressedKey,
  type ServePage,
  servePageFiles,
} from '../../../src/main/app/page-policy.ts';

let folder: string;
let serve: ServePage;
const served: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-page-'));
  mkdirSync(join(folder, 'page/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'page/index.html'), '<meta property="csp-nonce" content="__CSP_NONCE__" />');
  mkdirSync(join(folder, 'opening'));
  writeFileSync(join(folder, 'opening/index.html'), '<!-- opening --><input />\n<!-- end of opening --></div>');
  writeFileSync(join(folder, 'page/assets/index.js'), 'const text = "__CSP_NONCE__";');
  writeFileSync(join(folder, 'page/assets/notes.txt'), 'of no known kind');
  serve = await servePageFiles(join(folder, 'page'), 'station', (path) => served.push(path));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (path: string, method = 'GET') => serve({ method, url: `packbench://station${path}` });

describe('page policy: the page’s own files', () => {
  it('are served with their type, the policy, and no guessing', async () => {
    const script = await get('/assets/index.js');
    expect(script.statusCode).toBe(200);
    expect(String(script.data)).toBe('const text = "__CSP_NONCE__";');
    expect(script.headers['Content-Type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['X-Content-Type-Options']).toBe('nosniff');
    expect(script.headers['Content-Security-Policy']).toContain("default-src 'none'");
  });

  it('show the scan field before their program runs, but not where they are loaded again, or on a second display', async () => {
    const opening = await servePageFiles(join(folder, 'opening'), 'station', () => {});
    const read = (path: string) => String(opening({ method: 'GET', url: `packbench://station${path}` }).data);
    expect(read('/')).toContain('<input />');
    expect(['/', '/?verdict'].map(read)).toEqual(['</div>', '</div>']);
  });

  it('carry a nonce of their own at each load, the same in the page and its policy', async () => {
    const nonces = await Promise.all(
      ['/', '/index.html', '/'].map(async (path) => {
        const response = await get(path);
        const nonce = /content="([^"]+)"/.exec(String(response.data))?.[1] ?? 'none';
        expect(response.headers['Content-Security-Policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  it('have a policy that allows nothing unsafe and no connection', async () => {
    const policy = (await get('/')).headers['Content-Security-Policy'] ?? '';
    expect(policy.replace(/nonce-[^']+/, 'nonce')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce'; img-src 'self' blob:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; webrtc 'block'; sandbox allow-scripts allow-same-origin allow-forms",
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
  ])('do not include %s', async (path) => {
    const response = await get(path);
    expect(response.statusCode).toBe(404);
    expect(String(response.data)).toBe('');
  });

  it('are reported as they are given, so that the station’s program is loaded after the page’s scripts', async () => {
    served.length = 0;
    for (const path of ['/', '/assets/index.js', '/assets/notes.txt']) await get(path);
    expect(served).toEqual(['/index.html', '/assets/index.js']);
  });

  it('are read only, and belong to one host', async () => {
    expect((await get('/', 'POST')).statusCode).toBe(405);
    expect((await serve({ method: 'GET', url: 'packbench://other/' })).statusCode).toBe(404);
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
