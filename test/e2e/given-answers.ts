import type { Result } from '../../src/shared/contract/failure.ts';
import { callChannel, changedChannel } from '../../src/shared/contract/station-channels.ts';
import type { CallOutput, StationCall } from '../../src/shared/contract/station-contract.ts';
import type { LaunchedStation } from './launch.ts';
import { callStation } from './page-actions.ts';

/** Answers by call; what a screen reads without an input can be given. */
export type GivenAnswers = { readonly [C in StationCall]?: CallOutput<C> };

export interface GivenAnswersOf {
  readonly answers: GivenAnswers;
  /** What any other call gets: no answer, or a failure. */
  readonly others: 'never' | 'failure';
}

/** What the window reads of the station now, by calls without an input. */
export async function presentAnswers({
  page,
}: LaunchedStation): Promise<GivenAnswers & { 'station.read': CallOutput<'station.read'> }> {
  const names = [
    ...(['attention.read', 'deletions.pending', 'import.state', 'order.alarms', 'order.used-codes'] as const),
    ...(['print-runs.open', 'scans.recent', 'waiting.read', 'webhooks.read'] as const),
  ];
  const read = await Promise.all(names.map(async (name) => [name, await callStation(page, name, null)] as const));
  return { ...Object.fromEntries(read), 'station.read': await callStation(page, 'station.read', null) };
}

/**
 * From now on the window is answered with these, and no longer by the station: a handler of the page itself comes before the one of all
 * pages (https://www.electronjs.org/docs/latest/api/web-contents#contentsipc-readonly). Settings that it saves are in the next `station.read`.
 */
export async function giveAnswers({ app }: LaunchedStation, given: GivenAnswersOf): Promise<void> {
  await app.evaluate(handleCallsOfPage, { ...given, channels: { call: callChannel, changed: changedChannel } });
}

interface Handled extends GivenAnswersOf {
  channels: { call: string; changed: string };
}

/** Runs in main. */
function handleCallsOfPage(
  { BrowserWindow }: Pick<typeof Electron.CrossProcessExports, 'BrowserWindow'>,
  { answers, others, channels }: Handled,
): void {
  const { webContents } = BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow;
  const announce = (): void => webContents.send(channels.changed, { changes: ['station'] });
  const known: Partial<Record<string, unknown>> = { ...answers };
  const unanswered: unknown[] = [];
  // Kept: a handler's promise that is collected is an answer to Electron, which rejects the call.
  Object.assign(globalThis, { unanswered });
  webContents.ipc.removeHandler(channels.call);
  webContents.ipc.handle(channels.call, (_event, name: string, input): Result<unknown> | Promise<never> => {
    const view = known['station.read'] as CallOutput<'station.read'> | undefined;
    if (name === 'settings.save' && view) {
      known['station.read'] = { ...view, settings: { ...view.settings, [input.group]: input.value } };
      announce();
      return { ok: true, value: null };
    }
    if (name in known) return { ok: true, value: known[name] };
    if (others === 'never') return new Promise((resolve) => unanswered.push(resolve));
    return { ok: false, failure: { code: 'unexpected', message: { code: 'call.no-answer', params: { call: name } } } };
  });
  announce();
}
