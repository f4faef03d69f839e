import { barCodesNaming } from '../../shared/bar-codes-naming.ts';
import { type Failure, failed, success } from '../../shared/failure.ts';
import type { Parcel } from '../../shared/parcel.ts';
import { pickedUpQuestion } from '../../shared/picked-up.ts';
import type { Bench } from '../core/bench.ts';
import type { LabelFile, LabelPictures } from '../core/ports/printing.ts';
import type { Handlers } from './handlers.ts';

type BenchCall =
  | 'scan.take'
  | 'scan.answer'
  | 'scans.recent'
  | 'parcel.print'
  | 'parcel.delete'
  | 'label.picture'
  | 'shipments.page'
  | 'order.quote'
  | 'order.create'
  | 'order.progress';

/** The calls that speak of the environment in use. `bench` gives the one of this moment. */
export function benchCalls(bench: () => Bench, pictures: LabelPictures): Handlers<BenchCall> {
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
    async 'parcel.delete'({ parcelId, evenIfPickedUp }) {
      const { records, deletions } = bench();
      const parcel = await records.parcel(parcelId);
      if (!parcel) return failed(unknownParcel);
      if (parcel.customCode === null) return failed(noCustomCode);
      const question = pickedUpQuestion(parcel);
      if (question && !evenIfPickedUp) return failed(pickedUp(question));
      const deletion = { customCode: parcel.customCode, parcelId, knownPickedUp: question !== null };
      const begun = await deletions.begin(deletion);
      return begun.ok ? success(begun.value.command) : begun;
    },

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

    'order.quote': (request) => bench().orders.quotes.ask(request),
    'order.create': ({ request, ...asked }) => bench().orders.create(request, asked),
    'order.progress': ({ commandId }) => bench().orders.progress(commandId),
  };
}

const unknownParcel: Failure = { code: 'not-found-here', message: 'This station does not know that parcel.' };

const noPicture: Failure = { code: 'no-label', message: 'There is no label to show yet.' };

const noCustomCode: Failure = {
  code: 'not-allowed-now',
  message: 'This parcel has no custom code, and the service deletes by custom code only.',
};

const pickedUp = (message: string): Failure => ({ code: 'not-allowed-now', message, next: 'Nothing was done.' });

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
