import { randomBytes } from 'node:crypto';
import { BrowserWindow, type Session } from 'electron';
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
 * the station starts again, with other records.
 */
export async function showStartFailure(failure: StartFailure): Promise<boolean> {
  const choices = await choicesOf(failure.error);
  let shown = failure;
  let startsAgain = false;
  const { window, closed } = await openMessage({
    write: (path) => failurePage(shown, path, choices),
    async choose(name) {
      const prepared = await choices.find((choice) => choice.name === name)?.prepare();
      startsAgain = prepared?.ok ?? false;
      if (prepared && !prepared.ok) shown = { ...failure, error: prepared };
      return prepared?.ok ?? true;
    },
  });
  for (const other of BrowserWindow.getAllWindows()) if (other !== window) other.destroy();
  await closed;
  return startsAgain;
}

/**
 * Says that the page of the station crashes again and again, in a window of its own in place of the station's, which stays hidden
 * meanwhile. Resolves when the message is closed: true where the page is to be loaded again.
 */
export async function showCrashLoop(station: BrowserWindow): Promise<boolean> {
  let opensAgain = false;
  const { closed } = await openMessage({
    write: (path) => messagePage(path, { ...crashLoopTexts(), buttons: [openAgain()] }),
    async choose(name) {
      opensAgain = name === openAgain().name;
      return true;
    },
  });
  if (!station.isDestroyed()) station.hide();
  await closed;
  if (opensAgain && !station.isDestroyed()) station.show();
  return opensAgain;
}

const openAgain = (): Button => ({ name: 'open-again', label: mainText('crash-loop.open'), isPrimary: true });

const crashLoopTexts = () => ({
  title: mainText('crash-loop.title'),
  detail: mainText('crash-loop'),
  next: `<p>${escaped(mainText('crash-loop.next'))}</p>`,
});

interface MessageParts {
  /** The document of the page at that path. */
  write(path: string): string;
  /** A button was pressed; false where the page is written again instead of being closed. */
  choose(name: string): Promise<boolean>;
}

/** The session of these windows, which can be given its pages once. */
let messageSession: Promise<Session> | undefined;
let shownPage: { path: string; html: string } | null = null;

/** Opens a window with a message. No key but Escape closes it, so that no scan does. */
async function openMessage({ write, choose }: MessageParts): Promise<{ window: BrowserWindow; closed: Promise<void> }> {
  const path = randomBytes(16).toString('hex');
  const address = `${scheme}://${failureHost}/${path}`;
  messageSession ??= openPageSession(failureHost, () => shownPage);
  const window = openSmallWindow({ parent: null, height, session: await messageSession });
  const { webContents } = window;
  const showPage = async (): Promise<void> => {
    shownPage = { path, html: write(path) };
    await window.loadURL(address);
  };
  const press = async (name: string): Promise<void> => {
    const isDone = await choose(name);
    if (window.isDestroyed()) return;
    if (isDone) window.close();
    else await showPage();
  };
  let isChoosing = false;
  const closed = new Promise<void>((resolve) => window.once('closed', resolve));
  webContents.once('render-process-gone', () => window.destroy());
  // The buttons send a form, which is never followed.
  webContents.on('will-frame-navigate', (event) => {
    event.preventDefault();
    const [, pressed, name = ''] = new URL(event.url).pathname.split('/');
    if (isChoosing && name !== closeName) return;
    if (pressed !== path || name === closeName) return window.close();
    isChoosing = true;
    void press(name).finally(() => {
      isChoosing = false;
    });
  });
  webContents.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') window.close();
  });
  await showPage();
  window.show();
  return { window, closed };
}

const closeName = 'close';

interface Button {
  readonly name: string;
  readonly label: string;
  /** In place of the one that closes the station. */
  readonly isPrimary?: boolean;
}

/** What can take the place of damaged records. */
interface Choice extends Button {
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
  return messagePage(path, {
    title: mainText('startup.failed.title'),
    detail: mainText(what, { folder: dataFolder }),
    next: `${cause ? `<p>${escaped(messageSentence(cause))}</p>` : ''}
<p>${escaped(next)}</p>
<section><code class="reason">${escaped(reason)}</code></section>`,
    buttons: choices,
  });
}

interface MessageTexts {
  readonly title: string;
  readonly detail: string;
  /** What follows the detail, as a document holds it. */
  readonly next: string;
  /** Beside the one that closes the station. */
  readonly buttons: readonly Button[];
}

const messagePage = (path: string, { title, detail, next, buttons }: MessageTexts): string => {
  const hasPrimary = buttons.some(({ isPrimary }) => isPrimary);
  const close: Button = { name: closeName, label: mainText('startup.failed.close'), isPrimary: !hasPrimary };
  const form = ({ name, label, isPrimary }: Button): string =>
    `<form action="/${path}/${name}"><button${isPrimary ? ' class="no"' : ''}>${escaped(label)}</button></form>`;
  return pageDocument(
    path,
    `<div role="alertdialog" aria-labelledby="title" aria-describedby="detail" tabindex="-1" autofocus>
<div class="addresses"><h1 id="title">${escaped(title)}</h1>
<p id="detail">${escaped(detail)}</p>
${next}</div>
<div class="answers">${[close, ...buttons].map(form).join('')}</div>
</div>`,
  );
};
