import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { isHubName } from '../../../shared/site/heartbeat.ts';
import { actToStore, type ParcelHere, unknownHere, withMessage } from '../../../shared/site/holder-protocol.ts';
import { foundSchema, type HubAnswer, lookUpSchema } from '../../../shared/site/hub-look-up.ts';
import { type SiteOrder, siteOrderSchema } from '../../../shared/site/order-fact.ts';
import { type BenchId, benchName, type HolderAct, withoutCopiesOf } from '../../../shared/site/parcel-at-site.ts';
import {
  parcelDeletedSchema,
  parcelFactOf,
  readSiteFact,
  type SiteFact,
  speaksForItself,
  wishSchema,
} from '../../../shared/site/site-facts.ts';
import type { AppliedFacts, ParcelWish, SiteArrival, SitePosition } from '../../core/ports/site-records.ts';
import type { EventOutcome } from '../../core/ports/webhook.ts';
import { orderCompleter, storeOrderOfSite } from '../queries/order-methods.ts';
import { inTransaction } from '../sqlite.ts';
import { asStorageError } from '../storage-error.ts';
import type { Tables } from '../tables.ts';
import type { BenchBudgets } from './bench-budgets.ts';
import { type HubAnswers, shownAnswer } from './hub-answers.ts';
import { orderRequestsIn } from './order-requests.ts';
import { type OthersReports, seenOf } from './others-reports.ts';
import { readFactsIn } from './read-facts.ts';
import { newOrderOf } from './shared-orders.ts';
import type { SiteHeartbeats } from './site-heartbeats.ts';
import type { SiteOutbox } from './site-outbox.ts';
import { idOfRow, type SiteParcels } from './site-parcels.ts';
import type { SiteKeys } from './stored-keys.ts';
import { type Unapplied, unappliedFactsIn } from './unapplied-facts.ts';

/** Applies what other benches report, within the caller's transaction. */
export interface SiteApplication {
  apply: ApplySite;
  /** Reading begins at the start: the acts that were read, and positions in the engine's data, may be of data that it has lost. */
  restart(): void;
  /** Applies what an earlier version kept because it did not know its kind. */
  applyKept(): void;
  /** Keeps what was learned of a parcel's subject. An act of this bench that its file does not have is stored. */
  learn(gid: string, change: (here: ParcelHere) => ParcelHere, at: string): void;
}

interface ApplyOptions {
  /** Now, ISO 8601. */
  at: string;
  /** See `SiteRecords.applySite`. */
  keepSince: string | null;
  /** One that the tables refuse is kept and holds up no other; otherwise it is thrown, and all are to be undone. */
  isEachAlone: boolean;
}
type ApplySite = (arrivals: readonly SiteArrival[], position: SitePosition, options: ApplyOptions) => AppliedFacts;

/** A transaction takes no further fact after that long, milliseconds: what the screen asks for waits behind it. */
const longestMs = 35;

type MessageArrival = Exclude<SiteArrival, { kind: 'fact' }>;
type FactArrival = Extract<SiteArrival, { kind: 'fact' }>;

/** What the arrivals of one transaction change. */
interface Changes {
  readonly changed: Set<number>;
  readonly wishes: ParcelWish[];
  readonly events: EventOutcome[];
  readonly lookUps: { by: BenchId; code: string }[];
  readonly hubAnswers: { code: string; answer: HubAnswer }[];
  hasHeartbeats: boolean;
}

const noChanges = (): Changes => ({
  ...{ changed: new Set(), wishes: [], events: [], lookUps: [], hubAnswers: [], hasHeartbeats: false },
});

export interface ApplicationParts {
  tables: Tables;
  outbox: SiteOutbox;
  parcels: SiteParcels;
  /** Stores an act of this bench that its file does not have yet. */
  storeAct(gid: string, act: HolderAct, at: string): void;
  keys: SiteKeys;
  heartbeats: SiteHeartbeats;
  budgets: BenchBudgets;
  reports: OthersReports;
  isAsked: HubAnswers['isAsked'];
}

export function siteApplicationIn(
  database: DatabaseSyncInstance,
  { tables, outbox, parcels, keys, heartbeats, budgets, reports, isAsked, storeAct }: ApplicationParts,
): SiteApplication {
  const beginRead = readFactsIn(database, outbox);
  const setPosition = database.prepare(`
    INSERT INTO site_position (id, data_id, sequence, mark) VALUES (1, :dataId, :sequence, :mark)
    ON CONFLICT (id) DO UPDATE SET data_id = :dataId, sequence = :sequence, mark = :mark`);
  const startAgain = database.prepare("UPDATE site_position SET sequence = 0, mark = ''");
  const unappliedFacts = unappliedFactsIn(database);
  const applyRequest = orderRequestsIn(database);
  const position = database.prepare('SELECT data_id AS "dataId", sequence FROM site_position');
  const orderHere = database.prepare('SELECT order_id AS "orderId" FROM site_orders WHERE gid = ?');
  const linkOrder = database.prepare('INSERT OR IGNORE INTO site_orders (gid, order_id) VALUES (?, ?)');
  const deletedAt = database.prepare('SELECT deleted_at AS known FROM parcels WHERE id = ?');
  const setDeleted = database.prepare('UPDATE parcels SET deleted_at = :at WHERE id = :id');
  const complete = orderCompleter(tables);
  const { printJobs, answers, eventEffects, shipmentEffects, matchOrder } = tables;

  /** Links each parcel of the order with the one here that has its codes. */
  const linkParcels = (body: SiteOrder, orderId: number, changed: Set<number>): void => {
    const match = matchOrder(newOrderOf(body));
    if (match.kind !== 'known' || match.orderId !== orderId) return;
    const gids = body.shipments.flatMap((shipment) => shipment.parcels.map(({ gid }) => gid));
    const ids = match.shipments.flatMap((shipment) => shipment.parcels.map((one) => one.known?.id ?? null));
    if (gids.length !== ids.length) return;
    for (const [index, gid] of gids.entries()) linkParcel(gid, ids[index] ?? null, changed);
  };

  const linkParcel = (gid: string, parcelId: number | null, changed: Set<number>): void => {
    if (parcelId !== null && parcels.link(gid, parcelId)) changed.add(parcelId);
  };

  /** `at`: when it is stored here; absent: when its bench did. */
  const applyOrder = (
    { gid, body }: Pick<SiteFact, 'gid' | 'body'>,
    by: BenchId,
    changed: Set<number>,
    at?: string,
  ): Unapplied | null => {
    const order = siteOrderSchema.safeParse(body).data;
    if (!order || gid === null) return 'invalid';
    const wanted = newOrderOf(order);
    const match = matchOrder(wanted);
    if (match.kind === 'contradicts') return 'contradicts';
    const keepAnswer = (): number => answers.keepOthers('');
    if (match.kind === 'known') {
      const { orderId } = match;
      linkOrder.run(gid, orderId);
      complete(wanted, { ...match, keepAnswer, labels: 'on demand', at: order.storedAt });
      linkParcels(order, orderId, changed);
    } else if (!orderHere.get(gid)) {
      const stored = storeOrderOfSite(tables, wanted, keepAnswer(), order.storedAt, at);
      linkOrder.run(gid, stored.id);
      const gids = order.shipments.flatMap((shipment) => shipment.parcels.map((parcel) => parcel.gid));
      for (const [index, { id }] of stored.parcels.entries()) {
        linkParcel(gids[index] ?? '', id, changed);
        // Another order came first and named its id. One without an id would be printed unasked, as one that only this bench knows.
        if (parcels.gidOf(id) === null) parcels.link(idOfRow(outbox.ids().at(-1) ?? by, `p${id}`, order.storedAt), id);
      }
    }
    return order.isCreatedHere && !parcels.holdAsReported(order, by) ? 'contradicts' : null;
  };

  /** The answer of the hub, where this bench asked: an imported order, whose first label here asks. */
  const applyFound = ({ by, fact, storedAt }: FactArrival, { changed, hubAnswers }: Changes): Unapplied | null => {
    const answer = foundSchema.safeParse(fact.body).data;
    if (!answer) return 'invalid';
    // Every bench reads the question, and could answer it.
    if (!isHubName(benchName(by))) return null;
    const { to, code, found } = answer;
    if (to !== outbox.ids().at(-1) || !isAsked(code, to)) return null;
    hubAnswers.push({ code, answer: shownAnswer(answer) });
    if (!found) return null;
    const { gid, order, parcels: known } = found;
    const at = storedAt === undefined ? fact.at : new Date(storedAt).toISOString();
    const refused = applyOrder({ gid, body: { ...order, isCreatedHere: false } }, by, changed, at);
    if (refused) return refused;
    for (const { gid: parcel, copies, deletedAt } of known) {
      for (const copy of copies)
        if (copy.bench !== to && copy.state !== 'void') parcels.change(parcel, { kind: 'copy', copy });
      const deletion = { ...fact, gid: parcel, body: { at: deletedAt } };
      if (deletedAt !== null) applyDeleted({ kind: 'fact', by, fact: deletion, event: null }, changed, at);
    }
    return null;
  };

  const applyDeleted = (arrival: FactArrival, changed: Set<number>, now: string): Unapplied | null => {
    const { gid, body } = arrival.fact;
    const deleted = parcelDeletedSchema.safeParse(body).data;
    if (!deleted || gid === null) return 'invalid';
    const id = parcels.parcelOf(gid);
    if (id === null) return null;
    // A bench that received the event reports what the event has done here too.
    const { known }: { known: string | null } = deletedAt.get(id);
    const { at } = deleted;
    if (known !== null && known <= at) return null;
    const objection = reports.againstDeletion(gid, seenOf(arrival, now));
    if (objection) return known === null ? objection : null;
    setDeleted.run({ id, at });
    printJobs.cancelUnsent(id, shipmentEffects.endDeletions(id, at), at);
    eventEffects.deletionAnswered(id);
    changed.add(id);
    return null;
  };

  const applyWish = ({ body }: SiteFact, by: BenchId, wishes: ParcelWish[]): Unapplied | null => {
    const wish = wishSchema.safeParse(body).data;
    if (!wish) return 'invalid';
    const { to, gids, purpose } = wish;
    if (to === outbox.ids().at(-1)) wishes.push({ by, gids: [...new Set(gids)], purpose });
    return null;
  };

  /** The engine's data begins anew, or was put back: the acts that were read from it may be gone. */
  const noteData = (next: SitePosition): void => {
    const before: Pick<SitePosition, 'dataId' | 'sequence'> | undefined = position.get();
    if (!before || (before.dataId === next.dataId && before.sequence < next.sequence)) return;
    parcels.forgetActs();
    // Reading began at the start. Where the position is not reached in one transaction, the next one forgets nothing again.
    setPosition.run({ dataId: next.dataId, sequence: 0, mark: '' });
  };

  const learn: SiteApplication['learn'] = (gid, change, at) => {
    const next = change(parcels.byGid(gid) ?? unknownHere);
    parcels.keepMessages(gid, next);
    const bench = outbox.ids().at(-1);
    const own = bench === undefined ? null : actToStore(next, bench);
    if (own) storeAct(gid, own, at);
  };

  const applyMessage = (arrival: MessageArrival, changed: Set<number>, at: string): void => {
    const { gid, sequence } = arrival;
    // Anyone could fill the file with ids of parcels that do not exist.
    if (arrival.kind === 'no-act' && parcels.byGid(gid) === null) return;
    const act = arrival.kind === 'act' ? reports.actOf(gid, arrival.act, seenOf(arrival, at)) : null;
    learn(gid, (here) => withMessage(here, sequence, act), at);
    const id = parcels.parcelOf(gid);
    if (id !== null) changed.add(id);
  };

  const applyParcelFact = (arrival: FactArrival, changed: Set<number>, at: string): Unapplied | null => {
    const { by, fact } = arrival;
    const change = parcelFactOf(fact);
    if (!change || fact.gid === null) return 'unknown-kind';
    if (!speaksForItself(change, by)) return 'invalid';
    const objection = reports.against(fact.gid, change, seenOf(arrival, at));
    if (objection) return objection;
    const believed = change.kind === 'holding' ? withoutCopiesOf(change, outbox.ids().at(-1) ?? '') : change;
    const id = parcels.change(fact.gid, believed);
    if (id !== null) changed.add(id);
    return null;
  };

  const applyEvent = (arrival: FactArrival, { changed, events }: Changes, at: string): Unapplied | null => {
    const { by, event } = arrival;
    if (event === null) return 'invalid';
    const objection = event.state === 'deleted' ? reports.againstEvent(seenOf(arrival, at)) : null;
    if (objection) return objection;
    if (!isHubName(benchName(by)) && eventEffects.isTooMany(event)) return 'limited';
    const stored = eventEffects.store(event, { receiver: benchName(by), own: tables.site.name ?? benchName(by) });
    events.push(stored);
    for (const id of stored.parcels) changed.add(id);
    return null;
  };

  const applyHeartbeat = ({ by, fact, storedAt }: FactArrival, changes: Changes): Unapplied | null => {
    if (!heartbeats.note(by, fact, storedAt)) return 'invalid';
    changes.hasHeartbeats = true;
    return null;
  };

  const applyFact = (arrival: FactArrival, changes: Changes, at: string): Unapplied | null => {
    const { by, fact } = arrival;
    const { changed, wishes } = changes;
    switch (fact.kind) {
      case 'order':
        return applyOrder(fact, by, changed);
      case 'parcel-deleted':
        return applyDeleted(arrival, changed, at);
      case 'event':
        return applyEvent(arrival, changes, at);
      case 'order-request':
        return applyRequest(fact, by, at) ? null : 'invalid';
      case 'key':
        keys.note(by, fact);
        return null;
      case 'look-up': {
        const asked = lookUpSchema.safeParse(fact.body).data;
        if (!asked) return 'invalid';
        changes.lookUps.push({ by, ...asked });
        return null;
      }
      case 'found':
        return applyFound(arrival, changes);
      case 'heartbeat':
        return applyHeartbeat(arrival, changes);
      case 'wish':
        return applyWish(fact, by, wishes);
      default:
        return applyParcelFact(arrival, changed, at);
    }
  };

  /** A fact that the tables refuse is kept, and holds up no other; a fault of the disk is the caller's. */
  const applyAlone = (arrival: FactArrival, changes: Changes, at: string): Unapplied | null => {
    try {
      return inTransaction(database, () => applyFact(arrival, changes, at));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return 'failed';
    }
  };

  const applyKept = (): void => {
    for (const { bench, n, data } of unappliedFacts.ofUnknownKind()) {
      const fact = readSiteFact(data);
      const arrival = fact && ({ kind: 'fact', by: bench, fact, event: null } as const);
      const changes = noChanges();
      if (arrival && applyAlone(arrival, changes, arrival.fact.at) === null) unappliedFacts.remove(bench, n);
    }
  };

  /** What a bench says of itself is read at any age: its clock may be wrong. So is what concerns a parcel or an order that is kept here. */
  const isTooOld = ({ at, kind, gid }: SiteFact, keepSince: string | null): boolean =>
    keepSince !== null &&
    at < keepSince &&
    kind !== 'key' &&
    kind !== 'heartbeat' &&
    (gid === null || (parcels.parcelOf(gid) === null && orderHere.get(gid) === undefined));

  const apply: ApplySite = (arrivals, reached, { at, keepSince, isEachAlone }) => {
    const began = performance.now();
    const changes = noChanges();
    const own = outbox.ids();
    const budget = budgets.count(reached, at);
    if (!budget.isReadAgain) noteData(reached);
    reports.begin();
    const read = beginRead();
    let unapplied = 0;
    let hasOrders = false;
    /** An act on a parcel here says who may print it, and takes the place of the one before. Others are compared at the engine. */
    const isTaken = (arrival: MessageArrival): boolean =>
      arrival.kind === 'no-act' ||
      own.includes(arrival.act.holding.bench) ||
      budget.takes(arrival.act.holding.bench, arrival, null) ||
      parcels.parcelOf(arrival.gid) !== null;
    let taken = 0;
    for (const arrival of arrivals) {
      if (taken > 0 && performance.now() - began > longestMs) break;
      taken += 1;
      if (arrival.kind !== 'fact') {
        if (isTaken(arrival)) applyMessage(arrival, changes.changed, at);
        continue;
      }
      const { by, fact, storedAt } = arrival;
      if (by === own.at(-1)) {
        // From the engine it comes with the time by which this bench's clock is compared.
        if (fact.kind === 'heartbeat' && fact.n <= outbox.last(by)) applyHeartbeat(arrival, changes);
        // Other facts under the present id that this file does not have are another station's: its folder was copied.
        continue;
      }
      if (fact.n <= read.last(by)) continue;
      if (!own.includes(by) && !budget.takes(by, arrival, fact.n)) {
        keys.renew(by, fact);
        continue;
      }
      if (!read.hasRoom(by)) continue;
      read.set(by, fact.n, storedAt);
      if (isTooOld(fact, keepSince)) continue;
      if (own.includes(by)) outbox.restore(by, fact);
      const reason = (isEachAlone ? applyAlone : applyFact)(arrival, changes, at);
      hasOrders ||= fact.kind === 'order';
      if (reason === null) continue;
      unapplied += 1;
      unappliedFacts.keep(by, fact, reason, at);
    }
    read.store();
    if (unapplied > 0) unappliedFacts.removeSurplus();
    const isReached = taken === arrivals.length;
    const paused = budget.end(isReached);
    if (isReached && !budget.isReadAgain) setPosition.run({ ...reached });
    const { changed, ...rest } = changes;
    return {
      ...{ parcels: [...changed], benches: read.ids(), deletions: reports.counted() },
      ...rest,
      hasOrders,
      unapplied,
      paused,
      taken,
    };
  };

  const restart = (): void => {
    reports.forget();
    parcels.forgetActs();
    startAgain.run();
  };

  return { apply, applyKept, learn, restart };
}

/** True where the tables refuse a fact; false for a fault of the disk. */
export const isRefusal = (error: unknown): boolean => asStorageError(error).failure.message.code === 'storage.failed';
