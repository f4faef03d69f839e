import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import type { Command } from '../../../src/shared/orders/command.ts';
import type { ScanMode } from '../../../src/shared/scanning/scan.ts';
import type { ScanAnswer } from '../../../src/shared/scanning/scan-answer.ts';
import { defaultPracticeBehaviour, practiceBehaviours } from '../../../src/shared/settings/practice-behaviour.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import { sandboxAt, startStationInNode } from '../../helpers/station-in-node.ts';
import { isLongRun, itInLongRun } from '../../helpers/test-length.ts';

type RepeatedDeletion = (typeof practiceBehaviours.repeatedDeletion)[number];

const opened = closedAfterEach();
const testTimeout = 60_000;

/** A station on a service that sends no events and answers a repeated deletion like this. */
async function stationWith(repeatedDeletion: RepeatedDeletion = '404') {
  const folder = await opened.folder();
  const token = 'right-token-0123456789';
  const behaviour = () => ({ ...defaultPracticeBehaviour, repeatedDeletion });
  const service = opened.keep(await startPracticeService({ folder: join(folder, 'service'), token, behaviour }));
  const options = {
    folder: join(folder, 'station'),
    settings: { bench: { deleteUndoSeconds: 1 } },
    provisioning: {
      ...sandboxAt(service.baseUrl, token),
      environments: [
        { name: 'sandbox', kind: 'sandbox' as const, baseUrl: service.baseUrl, labelUrl: service.labelUrl, token },
      ],
    },
  };
  let station = await openStation(opened, options);

  const scan = (code: string, mode: ScanMode): Promise<ScanAnswer> =>
    station.call('scan.submit', { reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' }, mode });
  const parcelOf = async (parcelId: number) => (await station.call('parcel.detail', { parcelId })).parcel;

  return {
    scan,
    parcelOf,
    /** A parcel whose label is here. */
    async create(code: string): Promise<number> {
      const { command } = await station.call('order.create', {
        request: orderTo('Aya Noor', [code]),
        evenIfDuplicate: true,
      });
      const { parcels } = await station.until('order.progress', { commandId: command.id }, (progress) =>
        progress.parcels.some(({ label }) => label?.state === 'stored'),
      );
      return parcels[0]?.id ?? 0;
    },
    async expectNotPrintable(code: string, parcelId: number): Promise<void> {
      const answer = await scan(code, 'print');
      expect(['being deleted', 'deleted']).toContain(answer.kind);
      await expect(station.call('parcel.print', { parcelId, reprintReason: null })).rejects.toThrow();
      expect(await station.call('print-jobs.list', null)).toEqual([]);
    },
    /** Waits until the deletion neither waits nor is being sent, checking after every change that its parcel is not printed. */
    async settled(parcelId: number): Promise<string> {
      const { parcel } = await station.until('parcel.detail', { parcelId }, ({ parcel: { deletion, deletedAt } }) =>
        deletedAt !== null ? true : ['uncertain', 'rejected'].includes(deletion?.state ?? ''),
      );
      return parcel.deletedAt !== null ? 'done' : (parcel.deletion?.state ?? '');
    },
    async open(): Promise<Command[]> {
      return station.call('commands.open', null);
    },
    until: ((name, input, check) => station.until(name, input, check)) as typeof station.until,
    call: ((name, input) => station.call(name, input)) as typeof station.call,
    async restart(): Promise<void> {
      await station.stop();
      const { provisioning: _first, settings: _stored, ...again } = options;
      station = opened.keep(await startStationInNode({ ...again, provisioning: options.provisioning }));
    },
  };
}

const losses = [
  { keyword: 'LOSTBEFORE', isDeleted: false },
  { keyword: 'LOSTAFTER', isDeleted: true },
  { keyword: '502AFTER', isDeleted: true },
  { keyword: 'CUTOFF', isDeleted: true },
] as const;

/** A lost answer after the deletion was carried out, and one other loss; in a long run every loss. */
function lossesFor(answer: RepeatedDeletion) {
  const other = losses[practiceBehaviours.repeatedDeletion.indexOf(answer) % losses.length];
  return losses.filter((loss) => isLongRun || loss.keyword === 'LOSTAFTER' || loss === other);
}

/** Answers to the repetition that do not say that the parcel is gone. */
const unclear: readonly RepeatedDeletion[] = ['409', '422', 'not-success', 'html-404'];

describe('a deletion whose first answer is lost', { timeout: testTimeout }, () => {
  it.each(isLongRun ? practiceBehaviours.repeatedDeletion : (['404', 'html-404'] as const))(
    'is never printed while it may have happened, the repetition being answered %s',
    async (repeatedDeletion) => {
      const station = await stationWith(repeatedDeletion);
      for (const { keyword, isDeleted } of lossesFor(repeatedDeletion)) {
        const code = `PRACTICE1${keyword}`.padEnd(20, 'X');
        const parcelId = await station.create(code);
        expect((await station.scan(code, 'delete')).kind).toBe('deleting');
        await station.until('parcel.detail', { parcelId }, ({ parcel }) => parcel.deletion?.state !== 'counting');
        await station.expectNotPrintable(code, parcelId);

        const isUncertain = isDeleted && unclear.includes(repeatedDeletion);
        expect([keyword, await station.settled(parcelId)]).toEqual([keyword, isUncertain ? 'uncertain' : 'done']);
        await station.expectNotPrintable(code, parcelId);
        if (!isUncertain) continue;

        const [command] = await station.open();
        expect(command).toMatchObject({ kind: 'delete', state: 'uncertain', codes: [code], attempts: 2 });
        const said = repeatedDeletion === 'html-404' ? '404 Not Found' : 'was deleted before';
        expect(command?.failure?.serviceText).toContain(said);
        expect((await station.call('waiting.read', null)).decisions).toBe(1);
        expect((await station.scan(code, 'look up')).deletion).toMatchObject({ state: 'uncertain' });
        // A second deletion would be no answer either.
        expect((await station.scan(code, 'delete')).kind).toBe('already counting');
        await station.call('command.settle', { commandId: command?.id ?? 0, isThere: false });
        expect((await station.parcelOf(parcelId)).deletedAt).not.toBeNull();
        await station.expectNotPrintable(code, parcelId);
      }
      expect(await station.open()).toEqual([]);
    },
  );

  it('stays uncertain over a restart; where the parcel still exists it prints again, and only a new scan deletes it', async () => {
    const station = await stationWith();
    const code = 'PRACTICE1503422XXXXX';
    const parcelId = await station.create(code);
    await station.scan(code, 'delete');
    expect(await station.settled(parcelId)).toBe('uncertain');
    await station.restart();
    expect(await station.settled(parcelId)).toBe('uncertain');
    await station.expectNotPrintable(code, parcelId);

    const [command] = await station.open();
    const commandId = command?.id ?? 0;
    expect(await station.call('command.settle', { commandId, isThere: true })).toMatchObject({
      state: 'rejected',
      settledBy: 'operator',
      attempts: 2,
    });
    await expect(station.call('command.delete-again', { commandId })).rejects.toThrow();
    await expect(station.call('command.settle', { commandId, isThere: false })).rejects.toThrow();
    expect((await station.scan(code, 'print')).kind).toBe('printing');
    expect(await station.call('print-jobs.list', null)).toHaveLength(1);
    expect((await station.scan(code, 'delete')).kind).toBe('deleting');
    // The new deletion is refused at its only attempt.
    const rejected = await station.until('commands.open', null, (commands) =>
      commands.some(({ id, state }) => id !== commandId && state === 'rejected'),
    );
    expect(rejected.map(({ attempts, settledBy }) => [attempts, settledBy])).toEqual([
      [2, 'operator'],
      [1, null],
    ]);
  });

  it('but answered with a status that the document does not show is uncertain after its only request, and not printed', async () => {
    const station = await stationWith();
    const code = 'PRACTICEOTHERSTATUSX';
    const parcelId = await station.create(code);
    await station.scan(code, 'delete');
    expect(await station.settled(parcelId)).toBe('uncertain');
    await station.expectNotPrintable(code, parcelId);
    const [command] = await station.open();
    expect(command).toMatchObject({ attempts: 1, failure: { message: { code: 'outbox.deletion-not-confirmed' } } });
    await station.call('command.settle', { commandId: command?.id ?? 0, isThere: false });
    expect((await station.parcelOf(parcelId)).deletedAt).not.toBeNull();
  });

  itInLongRun('of a code that is not known here is found again by a scan, and settled', async () => {
    const station = await stationWith();
    const code = 'PRACTICE1503422YYYYY';
    const begun = await station.scan(code, 'delete');
    expect(begun.kind).toBe('deleting unknown');
    const [command] = await station.until('commands.open', null, (commands) =>
      commands.some(({ state }) => state === 'uncertain'),
    );
    expect(await station.scan(code, 'print')).toMatchObject({ kind: 'unknown', deletion: { state: 'uncertain' } });
    await station.call('command.settle', { commandId: command?.id ?? 0, isThere: false });
    expect((await station.scan(code, 'look up')).deletion).toMatchObject({ state: 'done' });
  });
});
