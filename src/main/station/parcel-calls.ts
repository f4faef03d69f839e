import { type Failure, failed, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import { message } from '../../shared/messages/message.ts';
import { readOrderAnswer } from '../../shared/orders/order-answer.ts';
import { compareBarCodes } from '../../shared/printing/label-bar-codes.ts';
import { printableFormat } from '../../shared/printing/label-format.ts';
import type { ScanReading } from '../../shared/scanning/scan.ts';
import type { Parcel, ParcelDetail, ShipmentPrices } from '../../shared/shipments/parcel.ts';
import { pickedUpQuestion } from '../../shared/shipments/shipment-state.ts';
import { noCustomCode } from '../core/outbox/pending-deletions.ts';
import type { LabelFile, LabelPictures } from '../core/ports/printing.ts';
import type { Records } from '../core/ports/records.ts';
import type { StationRuntime } from './station-runtime.ts';

type ParcelCall =
  | 'scan.submit'
  | 'scan.answer'
  | 'scans.recent'
  | 'figures.read'
  | 'figures.add-verdict-times'
  | 'parcel.print'
  | 'parcel.delete'
  | 'parcel.resolve-conflict'
  | 'label.retry'
  | 'label.picture'
  | 'order.quote'
  | 'order.create'
  | 'order.correction'
  | 'order.print-labels'
  | 'order.progress';

export interface ParcelCallsParts {
  runtime: () => StationRuntime;
  pictures: LabelPictures;
  /** True where people sign in, and the text is a badge. */
  isBadge(reading: ScanReading): boolean;
  /** True where a parcel known here has a code of that reading. */
  isParcel(reading: ScanReading): Promise<boolean>;
}

/** The calls about scans, figures, parcels, labels and orders. `runtime` returns the current station runtime. */
export function parcelCalls({ runtime, pictures, isBadge, isParcel }: ParcelCallsParts): Handlers<ParcelCall> {
  return {
    // A badge that is the code of a parcel too can be looked up, and nothing else.
    async 'scan.submit'({ reading, mode }) {
      const isRefused = isBadge(reading) && (mode !== 'look up' || !(await isParcel(reading)));
      return isRefused ? failed(badgeScanned) : runtime().scans.process(reading, mode);
    },
    'scan.answer': ({ scanId }) => runtime().scans.answer(scanId),
    'scans.recent': async () => success(await runtime().scans.recent()),

    'figures.read': async (query) => success(await runtime().figures.read(query)),
    async 'figures.add-verdict-times'({ milliseconds }) {
      await runtime().figures.addVerdictTimes(milliseconds);
      return success(null);
    },

    async 'parcel.print'({ parcelId, reprintReason, reprintKind }) {
      const { records, printQueue, labels } = runtime();
      let parcel = await records.parcel(parcelId);
      if (parcel?.label && parcel.label.state !== 'stored') {
        await labels.requestAgain(parcelId, parcel.label);
        parcel = await records.parcel(parcelId);
      }
      if (!parcel) return failed(unknownParcel);
      const source =
        reprintReason === null ? ({ origin: 'button' } as const) : ({ origin: 'reprint', reprintKind } as const);
      const added = await printQueue.add({ parcel, ...source, startedByCode: null, reprintReason });
      return added.ok ? success(added.value.job) : added;
    },
    async 'parcel.delete'({ parcelId, evenIfPickedUp }) {
      const { records, deletions } = runtime();
      const parcel = await records.parcel(parcelId);
      if (!parcel) return failed(unknownParcel);
      if (parcel.customCode === null) return failed(noCustomCode);
      const question = pickedUpQuestion(parcel);
      if (question && !evenIfPickedUp) return failed({ code: 'not-allowed-now', message: question });
      const deletion = { customCode: parcel.customCode, parcelId, knownPickedUp: question !== null };
      const begun = await deletions.begin(deletion);
      return begun.ok ? success(begun.value.command) : begun;
    },

    async 'label.retry'({ parcelId }) {
      const { records, labels } = runtime();
      const label = (await records.parcel(parcelId))?.label;
      if (!label) return failed(noLabelAddress);
      if (label.state !== 'stored') await labels.requestAgain(parcelId, label);
      return success((await records.parcel(parcelId))?.label ?? label);
    },
    'parcel.resolve-conflict': ({ parcelId, decision }) => runtime().deletions.resolveConflict(parcelId, decision),

    async 'label.picture'({ parcelId }) {
      const { records } = runtime();
      const parcel = await records.parcel(parcelId);
      const sha256 = parcel?.label?.sha256;
      const bytes = sha256 ? await records.labelBytes(sha256) : null;
      if (!parcel || !sha256 || !bytes) return failed(noPicture);
      const label = { sha256, format: printableFormat(bytes), bytes };
      const picture = await pictures.picture(label);
      return picture.ok
        ? success({ png: picture.value, namesOtherParcel: await namesOtherParcel(label, parcel, pictures) })
        : picture;
    },

    'order.quote': (request) => runtime().orders.quotes.ask(request),
    async 'order.create'({ request, ...asked }) {
      const { orders, rehearsals } = runtime();
      const created = await orders.create(request, asked);
      if (created.ok) rehearsals.orderCreated();
      return created;
    },
    'order.correction': ({ commandId }) => runtime().orders.correction(commandId),
    'order.print-labels': ({ commandId }) => runtime().orders.printLabels(commandId),
    'order.progress': ({ commandId }) => runtime().orders.progress(commandId),
  };
}

const badgeScanned: Failure = { code: 'invalid-input', message: message('people.badge-in-scan') };

const unknownParcel: Failure = { code: 'not-found-locally', message: message('parcel.unknown') };

const noPicture: Failure = { code: 'no-label', message: message('parcel.no-label-picture') };

const noLabelAddress: Failure = { code: 'no-label', message: message('label.none') };

/** True where the bar codes of a label's picture contain no code of the parcel. Advisory only. */
async function namesOtherParcel(
  label: LabelFile,
  { customCode, pickUpCode, trackingCode }: Parcel,
  pictures: LabelPictures,
): Promise<boolean> {
  const read = await pictures.barCodes(label);
  const expected = [customCode, pickUpCode, trackingCode].filter((code) => code !== null);
  const comparison = read.ok ? compareBarCodes(read.value, expected) : null;
  return comparison !== null && !comparison.namesParcel;
}

type LabelAssignmentCall =
  | 'label-assignment.read'
  | 'label-assignment.picture'
  | 'label-assignment.confirm'
  | 'label-assignment.retry';

/** The calls about labels of which it is not known whose they are. `runtime` gives the current station runtime. */
export function labelAssignmentCalls(runtime: () => StationRuntime): Handlers<LabelAssignmentCall> {
  return {
    'label-assignment.read': async ({ orderId }) => success(await runtime().labelAssignments.read(orderId)),
    async 'label-assignment.picture'({ labelId }) {
      const picture = await runtime().labelAssignments.picture(labelId);
      return picture.ok ? success({ png: picture.value }) : picture;
    },
    'label-assignment.confirm': ({ assignments }) => runtime().labelAssignments.assign(assignments),
    async 'label-assignment.retry'({ labelId }) {
      await runtime().labels.retryUnassigned(labelId);
      return success(null);
    },
  };
}

type BoardCall = 'shipments.page' | 'parcel.detail';

/** The calls of the shipment board. */
export function boardCalls(runtime: () => StationRuntime): Handlers<BoardCall> {
  return {
    'shipments.page': async (query) => success(await runtime().records.parcelsPage(query)),
    async 'parcel.detail'({ parcelId }) {
      const detail = await parcelDetail(runtime().records, parcelId);
      return detail ? success(detail) : failed(unknownParcel);
    },
  };
}

/** Most copies of one parcel that are listed. */
const maxCopies = 50;

/** A parcel with its copies and prices; null where it is unknown. */
async function parcelDetail(
  records: Pick<Records, 'parcel' | 'order' | 'printJobsOfParcel'>,
  parcelId: number,
): Promise<ParcelDetail | null> {
  const parcel = await records.parcel(parcelId);
  if (!parcel) return null;
  const [order, copies] = await Promise.all([
    records.order(parcel.orderId),
    records.printJobsOfParcel(parcelId, maxCopies),
  ]);
  const prices = order?.rawAnswer ? pricesIn(order.rawAnswer, parcel.trackingCode) : null;
  return { parcel, copies, prices, orderPriceWithTax: order?.priceWithTax ?? null };
}

/** The prices of the parcel's shipment, under the document's field names. */
function pricesIn(rawAnswer: string, trackingCode: string | null): ShipmentPrices | null {
  const answer = readOrderAnswer(rawAnswer, null);
  const shipments = answer.kind === 'order' ? (answer.value.shipments ?? []) : [];
  const own = shipments.find((shipment) => shipment.drop_off_shipment?.unique_id === trackingCode);
  const shipment = own ?? (shipments.length === 1 ? shipments[0] : undefined);
  if (!shipment) return null;
  const prices = {
    total_price: shipment.total_price ?? null,
    total_tax: shipment.total_tax ?? null,
    price_with_tax: shipment.price_with_tax ?? null,
    actual_total_price: shipment.actual_total_price ?? null,
    actual_total_tax: shipment.actual_total_tax ?? null,
    actual_price_with_tax: shipment.actual_price_with_tax ?? null,
  };
  return Object.values(prices).some((price) => price !== null) ? prices : null;
}

/** Most entries of a timeline, and most unmatched events, that a screen receives. */
const timelineLimit = 500;
const unmatchedLimit = 50;

/** The calls about webhook events. `runtime` returns the current station runtime. */
export function eventCalls(runtime: () => StationRuntime): Handlers<'parcel.timeline' | 'events.unmatched'> {
  return {
    'parcel.timeline': async ({ parcelId }) => success(await runtime().records.parcelTimeline(parcelId, timelineLimit)),
    'events.unmatched': async ({ code }) =>
      success(await runtime().records.unmatchedEvents({ code, limit: unmatchedLimit })),
  };
}

type RehearsalCall = 'rehearsal.read' | 'rehearsal.start' | 'rehearsal.choose' | 'rehearsal.stop' | 'rehearsal.dismiss';

/** The calls about rehearsals of faults. `runtime` returns the current station runtime. */
export function rehearsalCalls(runtime: () => StationRuntime): Handlers<RehearsalCall> {
  return {
    async 'rehearsal.read'() {
      const state = runtime().rehearsals.read();
      if (state?.code == null) return success(state && { ...state, code: null });
      // Loaded on demand: it brings the library for bar codes.
      const { code128Widths } = await import('../labels/code-128.ts');
      return success({ ...state, code: { text: state.code, barWidths: code128Widths(state.code) } });
    },
    'rehearsal.start': ({ id }) => runtime().rehearsals.start(id),
    'rehearsal.choose': ({ choice }) => runtime().rehearsals.choose(choice),
    'rehearsal.stop': () => runtime().rehearsals.stop(),
    'rehearsal.dismiss': () => runtime().rehearsals.dismiss(),
  };
}

type SandboxCall = 'sandbox.preview' | 'sandbox.run';

/** The calls about sandbox scenarios. `runtime` returns the current station runtime. */
export function sandboxCalls(runtime: () => StationRuntime): Handlers<SandboxCall> {
  return {
    'sandbox.preview': (selection) => runtime().sandbox.preview(selection),
    'sandbox.run': (wanted) => runtime().sandbox.run(wanted),
  };
}
