import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RehearsalView } from '../../../src/shared/contract/rehearsal.ts';
import { rehearsalResult } from '../../../src/shared/contract/rehearsal.ts';
import { type RehearsalId, rehearsals } from '../../../src/shared/contract/rehearsal-scripts.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { type StationInNode, type StationInNodeOptions, startStationInNode } from '../../helpers/station-in-node.ts';
import { describeInLongRun, itInLongRun } from '../../helpers/test-length.ts';
import { codeNumber, orderFor } from '../core/outbox/outbox-fixture.ts';

const opened = closedAfterEach();

const practiceStation = (options: StationInNodeOptions = {}): Promise<StationInNode> =>
  openStation(opened, { settings: { bench: { deleteUndoSeconds: 1 } }, ...options });

const scan = (code: string, mode: 'look up' | 'print' | 'delete') => ({
  reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' as const },
  mode,
});

/** Begins a rehearsal; its first step is shown. */
async function begin(station: StationInNode, id: RehearsalId): Promise<RehearsalView> {
  await station.call('rehearsal.start', { id });
  return atStep(station, rehearsals[id].steps[0]?.id ?? '');
}

/** Waits for a step, or for the end. */
async function atStep(station: StationInNode, step: string): Promise<RehearsalView> {
  const view = await station.until('rehearsal.read', null, (now) => {
    if (now === null || now.isPreparing) return false;
    return now.end === null ? rehearsals[now.id].steps[now.at]?.id === step : step === now.end;
  });
  if (view === null) throw new Error('no rehearsal');
  return view;
}

const choose = (station: StationInNode, choice: string) => station.call('rehearsal.choose', { choice });
const printerOf = async (station: StationInNode) => (await station.call('station.read', null)).printer;
const jobsOf = (station: StationInNode) => station.call('print-jobs.list', null);
const codeOf = ({ code }: RehearsalView): string => code?.text ?? '';

/** Nothing of a rehearsal is left: no fault at the printer or the service, and no label that waits. */
async function expectNoFault(station: StationInNode): Promise<void> {
  const view = await station.until('station.read', null, ({ printer }) => printer?.reasons.length === 0);
  expect(view.printer).toMatchObject({ name: 'Practice printer', reasons: [] });
  expect((await jobsOf(station)).filter(({ state }) => state === 'held' || state === 'queued')).toEqual([]);
}

describe('rehearsal paper-out at a station', () => {
  it('done right: the label waits for paper, prints, and is confirmed by a scan', async () => {
    const station = await practiceStation();
    const first = await begin(station, 'paper-out');
    expect(first.code?.barWidths.length).toBeGreaterThan(20);
    await station.call('scan.submit', scan(codeOf(first), 'print'));
    await atStep(station, 'paper');
    await station.until('print-jobs.list', null, ([job]) => job?.reasons.includes('paper out') ?? false);
    expect((await printerOf(station))?.reasons).toEqual(['paper out']);
    await choose(station, 'put-in-paper');
    const label = await atStep(station, 'confirm');
    expect(codeOf(label)).not.toBe(codeOf(first));
    await station.call('scan.submit', scan(codeOf(label), 'look up'));
    expect(rehearsalResult(await atStep(station, 'finished'))).toMatchObject({ mistakes: [], open: [] });
    await expectNoFault(station);
    await station.call('rehearsal.dismiss', null);
    expect(await station.call('rehearsal.read', null)).toBeNull();
    expect((await station.call('station.read', null)).isRehearsing).toBeUndefined();
  });

  it('a cancelled label is a mistake, and the rehearsal goes on with a new one', async () => {
    const station = await practiceStation();
    const code = codeOf(await begin(station, 'paper-out'));
    await station.call('scan.submit', scan(code, 'print'));
    await atStep(station, 'paper');
    const [job] = await jobsOf(station);
    await station.call('print-job.cancel', { jobId: job?.id ?? 0 });
    await station.until('rehearsal.read', null, (now) => now?.mistakes.includes('cancelled') ?? false);
    await choose(station, 'put-in-paper');
    await station.call('scan.submit', scan(code, 'print'));
    expect((await atStep(station, 'confirm')).mistakes).toEqual(['cancelled']);
  });

  it('stopped: the fault is gone, and the label that waited prints nowhere', async () => {
    const station = await practiceStation();
    const code = codeOf(await begin(station, 'paper-out'));
    await station.call('scan.submit', scan(code, 'print'));
    await station.until('print-jobs.list', null, ([job]) => job?.state === 'held');
    await station.call('rehearsal.stop', null);
    await atStep(station, 'stopped');
    await expectNoFault(station);
    expect((await jobsOf(station)).map(({ state }) => state)).toEqual(['cancelled']);
    expect(await station.call('virtual-printer.labels', null)).toEqual([]);
  });

  it('cut short by a restart: is not finished, and its fault and labels are gone', async () => {
    const station = await startStationInNode({ settings: { bench: { deleteUndoSeconds: 1 } } });
    const code = codeOf(await begin(station, 'paper-out'));
    await station.call('scan.submit', scan(code, 'print'));
    await station.until('print-jobs.list', null, ([job]) => job?.state === 'held');
    await station.stop();
    expect(existsSync(join(station.folder, 'practice', 'practice', 'rehearsal.json'))).toBe(true);
    const again = await practiceStation({ folder: station.folder });
    const view = await atStep(again, 'interrupted');
    expect(view).toMatchObject({ id: 'paper-out', at: 1, end: 'interrupted' });
    await expectNoFault(again);
    await again.call('rehearsal.dismiss', null);
    expect(existsSync(join(station.folder, 'practice', 'practice', 'rehearsal.json'))).toBe(false);
  });

  itInLongRun('another environment was opened: has no fault there, and is not finished here', async () => {
    const station = await practiceStation({
      settings: {
        environments: [
          { name: 'practice', kind: 'practice' },
          { name: 'second', kind: 'practice' },
        ],
      },
    });
    await begin(station, 'paper-out');
    await station.call('environment.use', { name: 'second' });
    expect(await station.call('rehearsal.read', null)).toBeNull();
    await expectNoFault(station);
    await station.call('environment.use', { name: 'practice' });
    expect((await atStep(station, 'interrupted')).at).toBe(0);
  });
});

describe('rehearsal cable-out at a station', () => {
  it('done right: the label is uncertain, the tray is looked in, and one more is printed', async () => {
    const station = await practiceStation();
    const code = codeOf(await begin(station, 'cable-out'));
    await station.call('scan.submit', scan(code, 'print'));
    await atStep(station, 'cable');
    await station.until('station.read', null, ({ printer }) => printer?.reasons.includes('unreachable') ?? false);
    const [job] = await jobsOf(station);
    expect(job?.state).toBe('uncertain');
    await choose(station, 'plug-in-cable');
    await choose(station, 'look-in-tray');
    await atStep(station, 'again');
    await station.call('print-job.settle', { jobId: job?.id ?? 0, printed: false });
    await station.call('scan.submit', scan(code, 'print'));
    const label = await atStep(station, 'confirm');
    await station.call('scan.submit', scan(codeOf(label), 'print'));
    expect((await atStep(station, 'finished')).mistakes).toEqual([]);
    await expectNoFault(station);
  });

  itInLongRun('a label marked as not printed before a look in the tray is a mistake', async () => {
    const station = await practiceStation();
    await station.call('scan.submit', scan(codeOf(await begin(station, 'cable-out')), 'print'));
    await atStep(station, 'cable');
    const [job] = await jobsOf(station);
    await station.call('print-job.settle', { jobId: job?.id ?? 0, printed: false });
    await choose(station, 'plug-in-cable');
    expect((await atStep(station, 'tray')).mistakes).toEqual(['not-looked']);
  });
});

describe('rehearsal service-down at a station', () => {
  it('done right: the deletion waits, is left waiting, and is sent when the service answers again', async () => {
    const station = await practiceStation();
    await station.call('scan.submit', scan(codeOf(await begin(station, 'service-down')), 'delete'));
    await atStep(station, 'wait');
    await station.until('station.read', null, ({ service }) => service.state === 'no answer');
    await choose(station, 'leave-waiting');
    expect((await atStep(station, 'finished')).mistakes).toEqual([]);
    await expectNoFault(station);
    expect((await station.call('station.read', null)).service.state).toBe('online');
  });

  itInLongRun('the wish to delete again is a mistake, and is asked again', async () => {
    const station = await practiceStation();
    await station.call('scan.submit', scan(codeOf(await begin(station, 'service-down')), 'delete'));
    await atStep(station, 'wait');
    await choose(station, 'delete-again');
    expect((await atStep(station, 'wait')).mistakes).toEqual(['repeated']);
  });
});

describe('rehearsal lost-answer at a station', () => {
  const uncertainOrder = async (station: StationInNode): Promise<number> =>
    (await station.call('commands.open', null)).find(({ state }) => state === 'uncertain')?.id ?? 0;

  it('done right: the order is not created again, is looked up, and is confirmed by the service', async () => {
    const station = await practiceStation();
    await begin(station, 'lost-answer');
    await choose(station, 'check-order');
    const code = codeOf(await atStep(station, 'look'));
    expect((await station.call('scan.submit', scan(code, 'look up'))).order?.state).toBe('uncertain');
    expect((await atStep(station, 'finished')).mistakes).toEqual([]);
  });

  itInLongRun('a second order is a mistake; the first one marked as not created ends it', async () => {
    const station = await practiceStation();
    await begin(station, 'lost-answer');
    await station.call('order.create', { request: orderFor(codeNumber(1)) });
    await station.until('rehearsal.read', null, (now) => now?.mistakes.includes('created-again') ?? false);
    await station.call('command.settle', { commandId: await uncertainOrder(station), isThere: false });
    expect((await atStep(station, 'failed')).mistakes).toEqual(['created-again', 'marked-missing']);
  });
});

describeInLongRun('rehearsal wrong-label at a station', () => {
  it('done right: the label of another parcel is noticed, destroyed, and the right one printed', async () => {
    const station = await practiceStation();
    const code = codeOf(await begin(station, 'wrong-label'));
    await station.call('scan.submit', scan(code, 'print'));
    const other = codeOf(await atStep(station, 'check'));
    const looked = await station.call('scan.submit', scan(other, 'look up'));
    expect(looked.parcel?.customCode).not.toBe(code);
    await atStep(station, 'decide');
    await choose(station, 'destroy-label');
    const [job] = await jobsOf(station);
    await station.call('print-job.settle', { jobId: job?.id ?? 0, printed: false });
    await station.call('scan.submit', scan(code, 'print'));
    const label = codeOf(await atStep(station, 'confirm'));
    expect(label).not.toBe(other);
    await station.call('scan.submit', scan(label, 'look up'));
    expect((await atStep(station, 'finished')).mistakes).toEqual([]);
    // The first label that came out was the other parcel's, the second one the right one's.
    const labels = await station.call('virtual-printer.labels', null);
    const [second = '', first = ''] = await Promise.all(labels.map(({ file }) => readFile(file, 'latin1')));
    expect([first.includes(other), first.includes(label)]).toEqual([true, false]);
    expect([second.includes(other), second.includes(label)]).toEqual([false, true]);
  }, 60_000);

  it('the label checked in Print prints the other parcel, which is a mistake', async () => {
    const station = await practiceStation();
    await station.call('scan.submit', scan(codeOf(await begin(station, 'wrong-label')), 'print'));
    const other = codeOf(await atStep(station, 'check'));
    await station.call('scan.submit', scan(other, 'print'));
    await station.until('rehearsal.read', null, (now) => now?.mistakes.includes('printed-other') ?? false);
    await station.call('scan.submit', scan(other, 'look up'));
    await atStep(station, 'decide');
    await choose(station, 'use-label');
    expect((await atStep(station, 'decide')).mistakes).toEqual(['printed-other', 'wrong-box']);
  });
});

describe('rehearsal deletion-undone at a station', () => {
  it('done right: undone before the countdown ends, and looked up', async () => {
    const station = await practiceStation({ settings: { bench: { deleteUndoSeconds: 60 } } });
    const code = codeOf(await begin(station, 'deletion-undone'));
    await station.call('scan.submit', scan(code, 'delete'));
    await atStep(station, 'undo');
    await station.call('deletion.undo', { commandId: null });
    await atStep(station, 'check');
    await station.call('scan.submit', scan(code, 'look up'));
    expect((await atStep(station, 'finished')).mistakes).toEqual([]);
  });

  itInLongRun('too late: ends, because a deletion that was sent cannot be undone', async () => {
    const station = await practiceStation();
    await station.call('scan.submit', scan(codeOf(await begin(station, 'deletion-undone')), 'delete'));
    expect(await atStep(station, 'failed')).toMatchObject({ at: 1, mistakes: ['too-late'] });
  });
});

describe('rehearsal token-expired at a station', () => {
  it('done right: the deletion is blocked, and is sent with the new token', async () => {
    const station = await practiceStation();
    await station.call('scan.submit', scan(codeOf(await begin(station, 'token-expired')), 'delete'));
    await atStep(station, 'ask');
    expect((await station.call('station.read', null)).service.state).toBe('token rejected');
    await choose(station, 'ask-lead');
    await choose(station, 'enter-token');
    expect((await atStep(station, 'finished')).mistakes).toEqual([]);
    expect((await station.call('station.read', null)).environmentsWithRejectedToken).toEqual([]);
  });

  itInLongRun('cut short by a restart: nothing stays blocked', async () => {
    const station = await startStationInNode({ settings: { bench: { deleteUndoSeconds: 1 } } });
    await station.call('scan.submit', scan(codeOf(await begin(station, 'token-expired')), 'delete'));
    await atStep(station, 'ask');
    await station.stop();
    const again = await practiceStation({ folder: station.folder });
    await atStep(again, 'interrupted');
    await again.until('commands.open', null, (commands) => commands.length === 0);
  });
});

describe('rehearsals', () => {
  const realPrinter = { name: 'Zebra A', connection: { kind: 'tcp', host: '127.0.0.1', port: 9 }, default: true };

  it('give no label to a real printer, whatever the settings say and become', async () => {
    const station = await practiceStation({ settings: { printers: [realPrinter] } });
    expect((await printerOf(station))?.name).toBe('Zebra A');
    const code = codeOf(await begin(station, 'paper-out'));
    expect((await station.call('station.read', null)).printers.map(({ name }) => name)).toEqual(['Practice printer']);
    await station.call('scan.submit', scan(code, 'print'));
    const [job] = await station.until('print-jobs.list', null, ([one]) => one?.state === 'held');
    expect(job?.printer).toBe('Practice printer');
    await expect(station.call('print-job.move', { jobId: job?.id ?? 0, printer: 'Zebra A' })).rejects.toThrow();
    await station.call('printer.pause', { name: 'Zebra A' });
    expect((await printerOf(station))?.name).toBe('Practice printer');
    await station.call('rehearsal.stop', null);
    expect((await printerOf(station))?.name).toBe('Zebra A');
    expect((await jobsOf(station)).map(({ state }) => state)).toEqual(['cancelled']);
  });

  it('run one at a time, and in practice alone', async () => {
    const station = await practiceStation();
    await begin(station, 'paper-out');
    await expect(station.call('rehearsal.start', { id: 'cable-out' })).rejects.toThrow(/runs-already/);
    const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' };
    const real = await practiceStation({ settings: { environments: [sandbox], activeEnvironment: 'sandbox' } });
    await expect(real.call('rehearsal.start', { id: 'paper-out' })).rejects.toThrow(/practice-only/);
    expect(await real.call('rehearsal.read', null)).toBeNull();
  });
});
