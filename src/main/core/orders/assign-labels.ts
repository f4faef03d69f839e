import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { printableFormat } from '../../../shared/printing/label-format.ts';
import type { LabelAssignment, OpenAssignment, UnassignedLabel } from '../../../shared/shipments/parcel.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import { fieldTexts } from '../../zpl/bar-code-fields.ts';
import { tokensOf } from '../../zpl/tokens.ts';
import type { Announce } from '../notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { LabelPictures } from '../ports/printing.ts';
import type { Records } from '../ports/records.ts';
import { activityAt } from '../ports/write-context.ts';
import type { PublishEvent } from '../runtime-events.ts';

export interface LabelAssignmentParts {
  records: Pick<
    Records,
    | 'ordersToAssign'
    | 'unassignedLabels'
    | 'unassignedLabel'
    | 'assignLabels'
    | 'parcelsOfOrder'
    | 'parcel'
    | 'labelBytes'
  >;
  pictures: Pick<LabelPictures, 'barCodes' | 'picture'>;
  clock: Clock;
  announce: Announce;
  publish: PublishEvent;
  /** A parcel of an order created here got its label, and the label is on disk. */
  onLabelAssigned: (parcelId: number) => Promise<void>;
  onBug: (error: unknown) => void;
}

/** Labels of orders whose answers did not repeat the custom codes: each waits until it is known whose it is. */
export interface LabelAssignments {
  /** What an operator decides about. */
  read(orderId: number): Promise<OpenAssignment>;
  picture(labelId: number): Promise<Result<Uint8Array>>;
  /** The operator's decision, all of it or, where something changed meanwhile, none. */
  assign(assignments: readonly LabelAssignment[]): Promise<Result<null>>;
  /** Labels are new, or on disk: those that name their parcel by its code are assigned. */
  wake(): void;
  /** Parcels changed; one that waited may have its label by an event or an import. */
  parcelsChanged(): void;
  stop(): Promise<void>;
}

/** What could not be stored is tried again after that many milliseconds. */
const pauseAfterErrorMs = 15_000;
/** Orders inspected in one pass. */
const ordersPerPass = 200;

export function createLabelAssignments(parts: LabelAssignmentParts): LabelAssignments {
  const { records, pictures, clock, announce } = parts;
  /** Parcels of orders created here that wait for their label. */
  const waiting = new Set<number>();
  /** Labels that were inspected together and did not name their parcels. */
  const inspected = new Set<string>();
  /** The station closes: reading a picture may take longer than closing may. */
  let stopReading = (): void => {};
  const readingStopped = new Promise<null>((resolve) => {
    stopReading = () => resolve(null);
  });

  /** A label's event may have deleted its parcel. */
  const announceAssigned = (): void => {
    announce('parcels', 'deletions', 'commands', 'print jobs', 'station');
    parts.publish({ type: 'labels assigned' });
  };

  const report = async (parcelId: number): Promise<void> => {
    const parcel = await records.parcel(parcelId);
    if (parcel?.needsLabelAssignment || parcel?.label?.state === 'pending') return;
    if (parcel?.label?.state === 'stored') await parts.onLabelAssigned(parcelId);
    waiting.delete(parcelId);
  };

  /** One that fails, as on a full disk, holds up no other, and is reported again. */
  const reportAssigned = async (): Promise<void> => {
    const errors: unknown[] = [];
    for (const parcelId of waiting) await report(parcelId).catch((error) => errors.push(error));
    for (const error of errors) throw error;
  };

  /** The codes that each label carries; null where one cannot be read, because it may carry the code of another. */
  const readCodes = async (labels: readonly UnassignedLabel[], codes: readonly string[]) => {
    const read = [];
    for (const { id, sha256 } of labels) {
      const bytes = sha256 === null ? null : await records.labelBytes(sha256);
      const reading = sha256 && bytes ? codesOnLabel({ sha256, bytes }, codes, pictures) : null;
      const carries = await Promise.race([reading, readingStopped]);
      if (carries === null) return null;
      read.push({ labelId: id, carries });
    }
    return read;
  };

  /** Assigns what the labels themselves say, once all of the order are here. */
  const inspect = async (orderId: number): Promise<void> => {
    const labels = await records.unassignedLabels(orderId);
    const key = labels.map(({ id, sha256 }) => `${id} ${sha256}`).join();
    if (labels.some(({ state }) => state !== 'stored') || inspected.has(key)) return;
    inspected.add(key);
    const parcels = await records.parcelsOfOrder(orderId);
    const codes = parcels.flatMap(({ customCode }) => customCode ?? []);
    const read = await readCodes(labels, codes);
    const found = namedByLabels(read ?? []).flatMap(({ labelId, code }) => {
      const parcel = parcels.find(
        (one) => one.customCode === code && one.needsLabelAssignment && one.deletedAt === null,
      );
      return parcel ? [{ labelId, parcelId: parcel.id }] : [];
    });
    if (found.length === 0) return;
    const outcome = message('journal.label-assigned', { by: 'label' });
    const activity = activityAt(clock.now(), 'station', 'assign-label', null, outcome);
    if (await records.assignLabels(found, { activity })) announceAssigned();
  };

  const assignAndReport = async (stopping: () => boolean): Promise<void> => {
    const orders = await records.ordersToAssign(ordersPerPass);
    for (const { orderId, canWait } of orders) {
      if (stopping()) return;
      if (!canWait) {
        const parcels = await records.parcelsOfOrder(orderId);
        for (const { id, needsLabelAssignment } of parcels) if (needsLabelAssignment) waiting.add(id);
      }
      await inspect(orderId);
    }
    if (!stopping()) await reportAssigned();
  };

  const queue = createTimedQueue(clock, assignAndReport, parts.onBug, pauseAfterErrorMs);

  return {
    async read(orderId) {
      const [labels, parcels] = await Promise.all([records.unassignedLabels(orderId), records.parcelsOfOrder(orderId)]);
      const open = parcels.filter(({ needsLabelAssignment, deletedAt }) => needsLabelAssignment && deletedAt === null);
      return { labels, parcels: open };
    },
    async picture(labelId) {
      const label = await records.unassignedLabel(labelId);
      const bytes = label?.sha256 ? await records.labelBytes(label.sha256) : null;
      if (!label?.sha256 || !bytes) return failed(changed);
      return pictures.picture({ sha256: label.sha256, format: printableFormat(bytes), bytes });
    },
    async assign(assignments) {
      const labels = new Set(assignments.map(({ labelId }) => labelId));
      const parcels = new Set(assignments.map(({ parcelId }) => parcelId));
      if (labels.size < assignments.length || parcels.size < assignments.length) return failed(assignedTwice);
      const outcome = message('journal.label-assigned', { by: 'operator' });
      const activity = activityAt(clock.now(), 'operator', 'assign-label', null, outcome);
      const isAssigned = await records.assignLabels(assignments, { activity });
      if (!isAssigned) {
        announce('parcels');
        return failed(changed);
      }
      announceAssigned();
      queue.wake();
      return success(null);
    },
    wake: () => queue.wake(),
    parcelsChanged() {
      if (waiting.size > 0) queue.wake();
    },
    stop() {
      stopReading();
      return queue.stop();
    },
  };
}

const changed: Failure = { code: 'not-allowed-now', message: message('label.assignment-changed') };

const assignedTwice: Failure = { code: 'not-allowed-now', message: message('label.assigned-twice') };

/** A label, and the custom codes of its order that it carries. */
export interface LabelCodes {
  labelId: number;
  carries: readonly string[];
}

/**
 * The parcels that the labels themselves name: a label that carries exactly one code of the order, which no other label carries.
 * @param labels all unassigned labels of the order
 */
export function namedByLabels(labels: readonly LabelCodes[]): { labelId: number; code: string }[] {
  return labels.flatMap(({ labelId, carries }) => {
    const [code, ...others] = carries;
    if (code === undefined || others.length > 0) return [];
    const carriers = labels.filter((label) => label.carries.includes(code));
    return carriers.length === 1 ? [{ labelId, code }] : [];
  });
}

/**
 * Which of the codes a label carries, in its bar codes or its text; null where it cannot be read. Bar codes drawn as graphics, and those
 * of a PDF, are read from its picture, which takes seconds.
 */
export async function codesOnLabel(
  label: { sha256: string; bytes: Uint8Array },
  codes: readonly string[],
  pictures: Pick<LabelPictures, 'barCodes'>,
): Promise<string[] | null> {
  const format = printableFormat(label.bytes);
  if (format === 'unknown') return null;
  const texts = format === 'zpl' ? [...fieldTexts(label.bytes)] : [];
  if (format === 'zpl' && !drawsGraphics(label.bytes)) return codesIn(texts, codes);
  const read = await pictures.barCodes({ ...label, format });
  return read.ok ? codesIn([...texts, ...read.value.map(({ text }) => text)], codes) : null;
}

/** Commands that print an image (ZPL II Programming Guide): its bar codes are in no field. */
const graphicCommands = new Set(['^GF', '^XG', '^IM', '^IL']);

function drawsGraphics(bytes: Uint8Array): boolean {
  for (const token of tokensOf(bytes)) if (token.kind === 'command' && graphicCommands.has(token.command)) return true;
  return false;
}

/** The codes that stand in the texts as whole terms; as written, else the only one that differs in case. */
export function codesIn(texts: readonly string[], codes: readonly string[]): string[] {
  const terms = texts.flatMap((text) => text.match(/[A-Za-z0-9]+/g) ?? []);
  const found = new Set<string>();
  for (const term of terms) {
    const near = codes.filter((code) => code.toLowerCase() === term.toLowerCase());
    if (near.includes(term)) found.add(term);
    // Codes that differ in case alone are all meant, so that none is taken for the other.
    else for (const code of near) found.add(code);
  }
  return codes.filter((code) => found.has(code));
}
