import { randomBytes } from 'node:crypto';
import { BrowserWindow } from 'electron';
import { failureSchema } from '../../shared/contract/failure.ts';
import { mainText, messageSentence } from '../text/main-text.ts';
import { escaped, openPageSession, openSmallWindow, pageDocument } from './address-question.ts';
import { scheme } from './window.ts';

/** The host of its page, which is none of the station's. */
const failureHost = 'start-failure';

/** Pixels; a longer reason scrolls. */
const height = 500;

export interface StartFailure {
  readonly dataFolder: string;
  readonly error: unknown;
  /** The error in one line, for support. */
  readonly reason: string;
}

/**
 * Shows why the station could not start, in a window of its own in place of the station's. Resolves when the window is closed. No
 * key but Escape closes it, so that no scan does.
 */
export async function showStartFailure(failure: StartFailure): Promise<void> {
  const path = randomBytes(16).toString('hex');
  const html = failurePage(failure, path);
  const window = openSmallWindow({
    ...{ parent: null, height },
    session: await openPageSession(failureHost, () => ({ path, html })),
  });
  const { webContents } = window;
  const closed = new Promise<void>((resolve) => window.once('closed', resolve));
  webContents.once('render-process-gone', () => window.destroy());
  // The button sends a form, which is never followed.
  webContents.on('will-frame-navigate', (event) => {
    event.preventDefault();
    window.close();
  });
  webContents.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') window.close();
  });
  await window.loadURL(`${scheme}://${failureHost}/${path}`);
  window.show();
  for (const other of BrowserWindow.getAllWindows()) if (other !== window) other.destroy();
  await closed;
}

/** The sentence of an expected failure; nothing for any other error. */
function statementOf(error: unknown): string {
  const failure = error instanceof Error && 'failure' in error ? failureSchema.safeParse(error.failure) : null;
  return failure?.data ? `<p>${escaped(messageSentence(failure.data.message))}</p>` : '';
}

const failurePage = ({ dataFolder, error, reason }: StartFailure, path: string): string =>
  pageDocument(
    path,
    `<div role="alertdialog" aria-labelledby="title" aria-describedby="detail" tabindex="-1" autofocus>
<div class="addresses"><h1 id="title">${escaped(mainText('startup.failed.title'))}</h1>
<p id="detail">${escaped(mainText('startup.failed', { folder: dataFolder }))}</p>
${statementOf(error)}
<p>${escaped(mainText('startup.failed.next'))}</p>
<section><code class="reason">${escaped(reason)}</code></section></div>
<div class="answers"><form action="/${path}/close"><button class="no">${escaped(mainText('startup.failed.close'))}</button></form></div>
</div>`,
  );
