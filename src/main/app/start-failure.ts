import { randomBytes } from 'node:crypto';
import { BrowserWindow } from 'electron';
import { failureSchema, type Result } from '../../shared/contract/failure.ts';
import type { RecordsReplacement } from '../core/ports/records.ts';
import { mainText, messageSentence, spokenLanguage } from '../text/main-text.ts';
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
 * Shows why the station could not start, in a window of its own in place of the station's. Resolves when the window is closed: true where
 * the station starts again, with other records. No key but Escape closes it, so that no scan does.
 */
export async function showStartFailure(failure: StartFailure): Promise<boolean> {
  const path = randomBytes(16).toString('hex');
  const choices = await choicesOf(failure.error);
  let html = failurePage(failure, path, choices);
  const window = openSmallWindow({
    ...{ parent: null, height },
    session: await openPageSession(failureHost, () => ({ path, html })),
  });
  const { webContents } = window;
  const address = `${scheme}://${failureHost}/${path}`;
  let startsAgain = false;
  const choose = async ({ prepare }: Choice): Promise<void> => {
    const prepared = await prepare();
    if (window.isDestroyed()) return;
    startsAgain = prepared.ok;
    if (prepared.ok) return window.close();
    html = failurePage({ ...failure, error: prepared }, path, choices);
    await window.loadURL(address);
  };
  let isChoosing = false;
  const closed = new Promise<void>((resolve) => window.once('closed', resolve));
  webContents.once('render-process-gone', () => window.destroy());
  // The buttons send a form, which is never followed.
  webContents.on('will-frame-navigate', (event) => {
    event.preventDefault();
    const choice = choices.find(({ name }) => new URL(event.url).pathname === `/${path}/${name}`);
    if (!choice) return window.close();
    if (isChoosing) return;
    isChoosing = true;
    void choose(choice).finally(() => {
      isChoosing = false;
    });
  });
  webContents.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') window.close();
  });
  await window.loadURL(address);
  window.show();
  for (const other of BrowserWindow.getAllWindows()) if (other !== window) other.destroy();
  await closed;
  return startsAgain;
}

/** What can take the place of damaged records. */
interface Choice {
  readonly name: string;
  readonly label: string;
  prepare(): Promise<Result<null>>;
}

async function choicesOf(error: unknown): Promise<Choice[]> {
  const replacement = replacementOf(error);
  if (!replacement) return [];
  const backup = await replacement.newestBackup();
  const beginEmpty = {
    ...{ name: 'begin-empty', label: mainText('startup.damaged.begin-empty') },
    prepare: replacement.beginEmpty,
  };
  if (!backup) return [beginEmpty];
  const format = new Intl.DateTimeFormat(spokenLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  const label = mainText('startup.damaged.use-backup', { time: format.format(new Date(backup.at)) });
  return [{ name: 'use-backup', label, prepare: () => replacement.useBackup(backup.name) }, beginEmpty];
}

function replacementOf(error: unknown): RecordsReplacement | null {
  const { replacement = null } = error as { replacement?: RecordsReplacement };
  return replacement;
}

/** The sentence of an expected failure; nothing for any other error. */
function statementOf(error: unknown): string {
  const failure = Object(error).failure === undefined ? null : failureSchema.safeParse(Object(error).failure);
  return failure?.data ? `<p>${escaped(messageSentence(failure.data.message))}</p>` : '';
}

/** What the operator can do, and what it means for the records. */
function nextStep(choices: readonly Choice[]): string {
  if (choices.length === 0) return mainText('startup.failed.next');
  return mainText(choices.length > 1 ? 'startup.damaged.next' : 'startup.damaged.next-empty');
}

const failurePage = ({ dataFolder, error, reason }: StartFailure, path: string, choices: readonly Choice[]): string =>
  pageDocument(
    path,
    `<div role="alertdialog" aria-labelledby="title" aria-describedby="detail" tabindex="-1" autofocus>
<div class="addresses"><h1 id="title">${escaped(mainText('startup.failed.title'))}</h1>
<p id="detail">${escaped(mainText(choices.length > 0 ? 'startup.damaged' : 'startup.failed', { folder: dataFolder }))}</p>
${statementOf(error)}
<p>${escaped(nextStep(choices))}</p>
<section><code class="reason">${escaped(reason)}</code></section></div>
<div class="answers"><form action="/${path}/close"><button class="no">${escaped(mainText('startup.failed.close'))}</button></form>
${choices.map(({ name, label }) => `<form action="/${path}/${name}"><button>${escaped(label)}</button></form>`).join('')}</div>
</div>`,
  );
