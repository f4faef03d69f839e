import { randomBytes } from 'node:crypto';
import { BrowserWindow } from 'electron';
import { failureSchema, type Result } from '../../shared/contract/failure.ts';
import type { Message, MessageCode } from '../../shared/messages/message.ts';
import type { RecordsReplacement } from '../core/ports/records.ts';
import { type MainTextKey, mainText, messageNextStep, messageSentence, spokenLanguage } from '../text/main-text.ts';
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

/** The message of an expected failure; null for any other error. */
function messageOf(error: unknown): Message | null {
  const failure = Object(error).failure === undefined ? null : failureSchema.safeParse(Object(error).failure);
  return failure?.data?.message ?? null;
}

/** Failures whose cause is not known: the window names what is usual. */
const unknownCauses: ReadonlySet<string> = new Set(['storage.failed', 'storage.cannot-open'] satisfies MessageCode[]);

/** What happened to the data, and what the operator can do. */
function explanation(cause: Message | null, choices: readonly Choice[]): { what: MainTextKey; next: string } {
  const [, more] = choices;
  if (choices.length > 0)
    return { what: 'startup.damaged', next: mainText(more ? 'startup.damaged.next' : 'startup.damaged.next-empty') };
  const next = cause && !unknownCauses.has(cause.code) ? messageNextStep(cause) : null;
  return next === null
    ? { what: 'startup.failed', next: mainText('startup.failed.next') }
    : { what: 'startup.failed.known', next };
}

function failurePage({ dataFolder, error, reason }: StartFailure, path: string, choices: readonly Choice[]): string {
  const cause = messageOf(error);
  const { what, next } = explanation(cause, choices);
  return pageDocument(
    path,
    `<div role="alertdialog" aria-labelledby="title" aria-describedby="detail" tabindex="-1" autofocus>
<div class="addresses"><h1 id="title">${escaped(mainText('startup.failed.title'))}</h1>
<p id="detail">${escaped(mainText(what, { folder: dataFolder }))}</p>
${cause ? `<p>${escaped(messageSentence(cause))}</p>` : ''}
<p>${escaped(next)}</p>
<section><code class="reason">${escaped(reason)}</code></section></div>
<div class="answers"><form action="/${path}/close"><button class="no">${escaped(mainText('startup.failed.close'))}</button></form>
${choices.map(({ name, label }) => `<form action="/${path}/${name}"><button>${escaped(label)}</button></form>`).join('')}</div>
</div>`,
  );
}
