import { barCodesNaming } from '../../shared/bar-codes-naming.ts';
import { commandActions, openStates } from '../../shared/command.ts';
import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { Parcel } from '../../shared/parcel.ts';
import type { Bench } from '../core/bench.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { LabelFile, LabelPictures } from '../core/ports/printing.ts';
import type { Handlers } from './handlers.ts';

/** Most jobs and commands a list shows. */
const listLimit = 200;

type BenchCall =
  | 'scan.take'
  | 'scan.answer'
  | 'scans.recent'
  | 'parcel.print'
  | 'parcel.delete'
  | 'deletion.undo'
  | 'deletions.pending'
  | 'label.picture'
  | 'shipments.page'
  | 'commands.open'
  | 'command.try-again'
  | 'command.put-away'
  | 'order.quote'
  | 'order.create'
  | 'order.progress';

/** The calls that speak of the environment in use. `bench` gives the one of this moment. */
export function benchCalls(bench: () => Bench, pictures: LabelPictures, clock: Clock): Handlers<BenchCall> {
  const operator = (what: string) => ({
    activity: { at: instant(clock.now()), who: 'operator', what, code: null, outcome: 'done' } as const,
  });

  return {
    'scan.take': ({ reading, mode }) => bench().scans.take(reading, mode),
    'scan.answer': ({ scanId }) => bench().scans.answer(scanId),
    'scans.recent': async () => success(await bench().scans.recent()),

    async 'parcel.print'({ parcelId, reprintReason }) {
      const { records, printQueue, labels } = bench();
      let parcel = await records.parcel(parcelId);
      if (parcel?.label && parcel.label.state !== 'kept') {
        await labels.askAgain(parcelId, parcel.label);
        parcel = await records.parcel(parcelId);
      }
      if (!parcel) return failed(unknownParcel);
      const origin = reprintReason === null ? 'button' : 'reprint';
      const added = await printQueue.add({ parcel, origin, startedByCode: null, reprintReason });
      return added.ok ? success(added.value.job) : added;
    },
    async 'parcel.delete'({ parcelId }) {
      const { records, deletions } = bench();
      const parcel = await records.parcel(parcelId);
      if (!parcel) return failed(unknownParcel);
      if (parcel.customCode === null) return failed(noCustomCode);
      const { command } = await deletions.begin({ customCode: parcel.customCode, parcelId });
      return success(command);
    },
    'deletion.undo': ({ commandId }) => bench().deletions.undo(commandId),
    'deletions.pending': async () => success(await bench().deletions.pending()),

    async 'label.picture'({ parcelId }) {
      const { records } = bench();
      const parcel = await records.parcel(parcelId);
      const { sha256, format } = parcel?.label ?? {};
      const bytes = sha256 ? await records.labelBytes(sha256) : null;
      if (!parcel || !sha256 || !format || !bytes) return failed(noPicture);
      const label = { sha256, format, bytes };
      const picture = await pictures.picture(label);
      return picture.ok ? success({ png: picture.value, ...(await cautionOf(label, parcel, pictures)) }) : picture;
    },
    'shipments.page': async (query) => success(await bench().records.parcelsPage(query)),

    'commands.open': async () => success(await bench().records.commands(openStates, listLimit)),
    async 'command.try-again'({ commandId }) {
      const { records, outbox } = bench();
      const change = { state: 'waiting', failure: null, notBefore: 0 } as const;
      const moved = await records.moveCommand(commandId, commandActions.tryAgain, change, operator('try again'));
      outbox.kick(true);
      return orMovedOn(moved);
    },
    async 'command.put-away'({ commandId }) {
      const moved = await bench().records.putAwayCommand(commandId, operator('put away'));
      return moved ? success(null) : failed(movedOn);
    },

    'order.quote': (request) => bench().orders.quote(request),
    'order.create': (request) => bench().orders.create(request),
    'order.progress': ({ commandId }) => bench().orders.progress(commandId),
  };
}

const orMovedOn = <T>(moved: T | null): Result<T> => (moved === null ? failed(movedOn) : success(moved));

const unknownParcel: Failure = { code: 'not-found-here', message: 'This station does not know that parcel.' };

const noPicture: Failure = { code: 'no-label', message: 'There is no label to show yet.' };

const noCustomCode: Failure = {
  code: 'not-allowed-now',
  message: 'This parcel has no custom code, and the service deletes by custom code only.',
};

const movedOn: Failure = {
  code: 'not-allowed-now',
  message: 'It has moved on meanwhile; nothing was changed.',
  next: 'Look again.',
};

/** What to know beside a picture. Its bar codes are advice: the picture is not the paper. */
async function cautionOf(
  label: LabelFile,
  { customCode, pickUpCode, trackingCode }: Parcel,
  pictures: LabelPictures,
): Promise<{ caution: string; namesAnother: boolean }> {
  const read = await pictures.barCodes(label);
  const expected = [customCode, pickUpCode, trackingCode].filter((code) => code !== null);
  const naming = read.ok ? barCodesNaming(read.value, expected) : null;
  const namesAnother = naming !== null && !naming.namesTheParcel;
  return { caution: `The print may differ.${namesAnother ? ` ${naming.words}.` : ''}`, namesAnother };
}
