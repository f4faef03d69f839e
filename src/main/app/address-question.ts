import { randomBytes } from 'node:crypto';
import { BrowserWindow, type Session, screen, session, type WebContents } from 'electron';
import { type ForwardedKey, forwardedKeySchema } from '../../shared/contract/forwarded-key.ts';
import { keyChannel, questionHost } from '../../shared/contract/station-channels.ts';
import { directionOf } from '../../shared/values/language.ts';
import { parseUrl } from '../../shared/values/url.ts';
import { pause } from '../concurrency/waiting.ts';
import type { AddressChange, AddressQuestion, ConfirmAddress } from '../core/ports/desktop.ts';
import { mainText, spokenLanguage } from '../text/main-text.ts';
import { closeSession, scheme } from './window.ts';

/** Milliseconds in which no answer is taken: a click meant for something else must not become a yes. */
const noAnswerMs = 1_000;

/** The key that answers yes when it is held so long. No scanner holds a key. */
const yesKey = 'F9';
const holdMs = 2_000;

/** A question opens after a pause of the keys, so that it cannot split a scan; milliseconds, and the longest wait for the pause. */
const quietMs = 300;
const longestWaitMs = 3_000;

export interface AddressQuestionParts {
  mainWindow(): BrowserWindow | null;
  preloadFile: string;
}

/**
 * Asks in a window of its own: whose page has no script and no function of main, in a session apart from the page's, beside the page, which goes on working. Its
 * keys go to the page, so that a scan is accepted there and answers nothing here. Escape, closing it and the end of the page mean no.
 */
export function createAddressQuestion({ mainWindow, preloadFile }: AddressQuestionParts): ConfirmAddress {
  let shown: Shown | null = null;
  let questionSession: Promise<Session> | null = null;
  return async (asked) => {
    const parent = mainWindow();
    if (!parent || parent.isDestroyed()) return false;
    await quietKeys(parent.webContents);
    if (parent.isDestroyed()) return false;
    // One for all questions: an in-memory session lives until the program ends.
    questionSession ??= openPageSession('question', () => shown);
    const path = randomBytes(16).toString('hex');
    shown = { path, html: questionPage(asked, path) };
    const room = screen.getDisplayMatching(parent.getBounds()).workArea.height - titleBarHeight;
    const height = Math.min(baseHeight + asked.changes.length * heightOfChange, room);
    const window = openSmallWindow({ parent, height, session: await questionSession, preload: preloadFile });
    return ask(parent, window, path).finally(() => {
      shown = null;
    });
  };
}

/** A page of main's own that is shown: its address, which no other has, and its document. */
interface Shown {
  readonly path: string;
  readonly html: string;
}

/** A session without network, apart from the page's; it serves the page that is shown and no other. */
export async function openPageSession(partition: string, shown: () => Shown | null): Promise<Session> {
  const opened = session.fromPartition(partition, { cache: false });
  await closeSession(opened);
  opened.protocol.handle(scheme, async ({ url }) => {
    const page = shown();
    return page !== null && new URL(url).pathname === `/${page.path}`
      ? new Response(page.html, { headers: pageHeaders(page.path) })
      : new Response(null, { status: 404 });
  });
  return opened;
}

/** Resolves when no key went down in the page for a moment. */
async function quietKeys(page: WebContents): Promise<void> {
  const end = Date.now() + longestWaitMs;
  let lastKeyAt = Date.now();
  const noteKey = (): void => {
    lastKeyAt = Date.now();
  };
  page.on('before-input-event', noteKey);
  while (!page.isDestroyed() && Date.now() < end && Date.now() < lastKeyAt + quietMs) {
    await pause(lastKeyAt + quietMs - Date.now());
  }
  if (!page.isDestroyed()) page.off('before-input-event', noteKey);
}

async function ask(parent: BrowserWindow, window: BrowserWindow, path: string): Promise<boolean> {
  const page = parent.webContents;
  const contents = window.webContents;
  let isAnswerable = false;
  let endWatch = (): void => {};
  const isYes = await new Promise<boolean>((resolve) => {
    const no = (): void => resolve(false);
    const yes = (): void => {
      if (isAnswerable) resolve(true);
    };
    window.once('closed', no);
    contents.once('render-process-gone', no);
    page.on('render-process-gone', no);
    page.on('did-start-navigation', no);
    endWatch = () => {
      if (page.isDestroyed()) return;
      page.off('render-process-gone', no);
      page.off('did-start-navigation', no);
    };
    contents.on('will-frame-navigate', (event) => {
      event.preventDefault();
      const { pathname } = new URL(event.url);
      if (pathname === `/${path}/yes`) yes();
      else if (pathname === `/${path}/no`) no();
    });
    const wasHeld = createHeldKey();
    contents.ipc.on(keyChannel, (_event, sent: unknown) => {
      const key = forwardedKeySchema.parse(sent);
      if (wasHeld(key)) yes();
      else if (key.kind === 'down' && key.key === 'Escape') no();
      else if (key.key !== yesKey && !page.isDestroyed()) page.send(keyChannel, key);
    });
    const show = async (): Promise<void> => {
      await window.loadURL(`${scheme}://${questionHost}/${path}`);
      window.show();
      await pause(noAnswerMs);
      if (window.isDestroyed()) return;
      isAnswerable = true;
      await contents.insertCSS(yesPressable);
    };
    show().catch(no);
  });
  endWatch();
  const hadFocus = !window.isDestroyed() && window.isFocused();
  if (!window.isDestroyed()) window.destroy();
  if (hadFocus && !parent.isDestroyed()) parent.focus();
  return isYes;
}

/** True when the key goes up after it was down long enough without another key. */
function createHeldKey(): (pressed: ForwardedKey) => boolean {
  let since: number | null = null;
  return ({ key, kind, repeat }) => {
    if (key === yesKey && repeat) return false;
    const heldMs = since === null ? 0 : Date.now() - since;
    since = key === yesKey && kind === 'down' ? Date.now() : null;
    return key === yesKey && kind === 'up' && heldMs >= holdMs;
  };
}

/** The height of the question in pixels, in which every address shows its host. */
const baseHeight = 330;
const heightOfChange = 200;

/** On a low screen the addresses scroll, and the answers stay in sight. */
const titleBarHeight = 48;

interface SmallWindow {
  /** null: a window of its own in the task bar. */
  readonly parent: BrowserWindow | null;
  readonly height: number;
  readonly session: Session;
  /** Without one, keys act in the window's own page. */
  readonly preload?: string;
}

/** A hidden window for a page of main's own, without any function of main. */
export function openSmallWindow({ parent, height, session, preload }: SmallWindow): BrowserWindow {
  const window = new BrowserWindow({
    ...{ width: 640, height, useContentSize: true, show: false, skipTaskbar: parent !== null },
    ...{ minimizable: false, maximizable: false, fullscreenable: false },
    ...(parent !== null && { parent }),
    title: mainText('app.name'),
    webPreferences: {
      ...{ session, ...(preload !== undefined && { preload }) },
      ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: false },
      ...{ devTools: false, navigateOnDragDrop: false },
    },
  });
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  return window;
}

/** The buttons send a form, which main reads as the answer and never follows; no script runs. */
const pageHeaders = (nonce: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
});

/** Text as a document holds it. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The host stands on a line of its own before a long address, so that no path can push it out of sight. */
function addressCell(address: string | null): string {
  if (address === null) return `<dd>${escaped(mainText('address-question.none'))}</dd>`;
  const name = /^https?:/.test(address) ? (parseUrl(address)?.host ?? null) : null;
  const hostLine = name === null ? '' : `<p>${escaped(mainText('address-question.host'))} <b>${escaped(name)}</b></p>`;
  return `<dd>${hostLine}<code tabindex="0">${escaped(address)}</code></dd>`;
}

const changeRows = ({ name, before, after }: AddressChange): string => `
  <section><h2>${escaped(name)}</h2><dl>
    <dt>${escaped(mainText('address-question.after'))}</dt>${addressCell(after)}
    <dt>${escaped(mainText('address-question.before'))}</dt>${addressCell(before)}
  </dl></section>`;

/** A document in the window's theme, without script. */
export const pageDocument = (path: string, body: string): string => `<!doctype html>
<html lang="${spokenLanguage()}" dir="${directionOf(spokenLanguage())}"><head><meta charset="utf-8"><title>${escaped(mainText('app.name'))}</title>
<style nonce="${path}">${style}</style></head>
<body><main>${body}</main></body></html>`;

const questionPage = ({ question, changes, detail, yes, no }: AddressQuestion, path: string): string =>
  pageDocument(
    path,
    `<div role="alertdialog" aria-labelledby="question" aria-describedby="detail">
<div class="addresses"><h1 id="question">${escaped(question)}</h1>
<p id="detail">${escaped(detail)}</p>${changes.map(changeRows).join('')}</div>
<div class="answers">
<form action="/${path}/yes"><button class="yes">${escaped(yes)}</button></form>
<form action="/${path}/no"><button class="no" autofocus>${escaped(no)}</button></form>
<p>${escaped(mainText('address-question.keyboard'))}</p>
</div></div>`,
  );

/** The colours and sizes of the window's theme. */
const style = `
:root { color-scheme: light dark; font: 400 1.125rem/1.4 "Atkinson Hyperlegible Next", system-ui, sans-serif; }
* { box-sizing: border-box; margin: 0; scrollbar-color: light-dark(#6f6e67, #8f99a7) light-dark(#e6e4dd, #20262d); }
main, [role="alertdialog"] { min-height: 100vh; display: flex; flex-direction: column; }
main, [role="alertdialog"] { background: inherit; }
body { background: light-dark(#f4f3ef, #101317); color: light-dark(#14171c, #f1f2f0); }
.addresses { padding: 1.5rem 1.5rem 1rem; display: grid; gap: 1rem; align-content: start; }
h1 { font-size: 1.5625rem; line-height: 1.2; }
h2 { font-size: 1.125rem; margin-bottom: 0.25rem; }
section { background: light-dark(#ffffff, #191e24); border: 1px solid light-dark(#dcd9d1, #2d343d); border-radius: 0.75rem; padding: 0.75rem 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5rem 1rem; }
dt, .answers p { color: light-dark(#565e6b, #a3acb8); }
dd { overflow-wrap: anywhere; min-width: 0; }
code, dd b { font-family: "Atkinson Hyperlegible Mono", ui-monospace, "DejaVu Sans Mono", monospace; }
code { display: block; max-height: 3.2em; overflow: auto; }
.reason { max-height: none; overflow-wrap: anywhere; }
dd b { font-size: 1.25rem; }
.answers { position: sticky; bottom: 0; margin-top: auto; background: inherit; display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; padding: 1rem 1.5rem; border-top: 1px solid light-dark(#dcd9d1, #2d343d); }
.answers p { flex-basis: 100%; font-size: 1rem; }
button { font: inherit; font-weight: 600; min-height: 3.125rem; padding: 0 1.25rem; border-radius: 0.75rem; cursor: pointer; color: inherit; background: light-dark(#ffffff, #191e24); border: 2px solid light-dark(#8b8a83, #66707d); }
[role="alertdialog"]:focus { outline: none; }
button:focus-visible { outline: 3px solid light-dark(#1d5fbf, #7fb0ff); outline-offset: 2px; }
.no { color: light-dark(#ffffff, #101317); background: light-dark(#1d5fbf, #7fb0ff); border-color: transparent; }
.yes { pointer-events: none; }`;

/** Added as soon as an answer is taken, so that no click on Yes is lost. */
const yesPressable = '.yes { pointer-events: auto !important; }';
