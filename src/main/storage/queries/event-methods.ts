import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import {
  type CodeLookup,
  type EventOwner,
  type MatchedEvent,
  matchEvent,
  type NamedCodes,
  namesPickUpShipment,
  valuesOf,
} from '../../../shared/shipments/event-match.ts';
import type { AssumedOffset } from '../../../shared/shipments/shipment-event.ts';
import {
  decidingAfterEach,
  decidingEvent,
  effectOf,
  hasSameBytes,
  isDeletionEvent,
  isIdentifiable,
  isParcelEvent,
  isShipmentEvent,
  repeatedArrivals,
  type StatusEvent,
} from '../../../shared/shipments/status-rules.ts';
import type { EventOutcome, NewEvent } from '../../core/ports/webhook.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { DeletionConflicts } from '../tables/deletion-conflicts-table.ts';
import type { EventCodes } from '../tables/event-codes-table.ts';
import type { EventTimes } from '../tables/event-times-table.ts';
import type { Events, StoredEvent } from '../tables/events-table.ts';
import type { Journal } from '../tables/journal-tables.ts';
import type { PrintJobs } from '../tables/print-jobs-table.ts';
import type { OrderAlarms, ReplacedCodes } from '../tables/replaced-orders-table.ts';
import type { ShipmentEffects } from '../tables/shipments-table.ts';
import type { Transactions } from '../transactions.ts';
import type { KeptEvents, Timeline } from './event-history.ts';

type EventMethod =
  | 'storeEvents'
  | 'assumeUtcOffset'
  | 'unmatchedEvents'
  | 'parcelTimeline'
  | 'unrequestedDeletions'
  | 'markDeletionsReported'
  | 'resolveDeletionConflict';

/** Most events of any list, whatever limit is given; each may have about 40 KB of facts. */
const maxEvents = 500;

const limitEvents = (limit: number): number => Math.max(0, Math.min(limit, maxEvents));

interface EventTables extends Transactions {
  events: Events;
  keptEvents: KeptEvents;
  eventEffects: EventEffects;
  deletionConflicts: DeletionConflicts;
  timeline: Timeline;
}

/** What webhooks delivered, and what follows from it. */
export function eventRecords(tables: EventTables): Pick<RecordsInThread, EventMethod> {
  const { events, keptEvents, eventEffects, deletionConflicts, timeline, reading, writing, write } = tables;
  return {
    storeEvents: (delivered) => writing(() => delivered.map((event) => eventEffects.store(event))),
    assumeUtcOffset: (minutes) =>
      writing(() =>
        eventEffects.readTimesAgain(minutes === null ? { minutes: 0, from: 'UTC' } : { minutes, from: 'setting' }),
      ),
    unmatchedEvents: ({ code, limit }) =>
      reading(() => ({
        total: keptEvents.countUnmatched(),
        events:
          code === null
            ? keptEvents.unmatched(limitEvents(limit))
            : keptEvents.unmatchedNaming(code, limitEvents(limit)),
      })),
    parcelTimeline: (parcelId, limit) => reading(() => timeline(parcelId, limitEvents(limit))),
    unrequestedDeletions: (limit) => reading(() => keptEvents.unrequested(limitEvents(limit))),
    markDeletionsReported: (eventIds, at) => writing(() => events.markReported(eventIds, at)),
    resolveDeletionConflict: (parcelId, decision, record) =>
      writing(() => {
        const decided = deletionConflicts.decide(parcelId, decision, parcelExists, record.activity.at);
        if (!decided) return false;
        eventEffects.deletionAnswered(parcelId);
        write(record, { parcelId });
        return true;
      }),
  };
}

/** Why the deletions of a parcel that exists according to an operator count as rejected. */
const parcelExists: Failure = { code: 'not-allowed-now', message: message('outbox.parcel-exists') };

/** What an event changes, in the transaction that keeps it or that makes its shipment known. */
export interface EventEffects {
  store(event: NewEvent): EventOutcome;
  /** An order's codes, or more of them, became known: matches the events stored for them. `at`: now, ISO 8601. */
  matchEventsOfOrder(orderId: number, at: string): void;
  /** The service answered the deletion of a parcel, or an operator decided about it. */
  deletionAnswered(parcelId: number): void;
  /** Reads times without an offset again where the service's own offset is known now, or else this one. */
  readTimesAgain(otherwise: AssumedOffset | null): void;
}

export interface EventEffectsPorts {
  events: Events;
  times: EventTimes;
  conflicts: Pick<DeletionConflicts, 'refresh'>;
  codes: EventCodes;
  lookup: CodeLookup;
  effects: ShipmentEffects;
  printJobs: Pick<PrintJobs, 'cancelUnsent'>;
  commands: { claimDeletions(customCode: string, parcelId: number): void };
  /** Gives a parcel the label of its pick-up code, where it is not known yet whose that label is. */
  claimLabel(parcelId: number, at: string): void;
  journal: Journal;
  replaced: Pick<ReplacedCodes, 'named'>;
  alarms: Pick<OrderAlarms, 'raise'>;
}

/** An event that belongs to a shipment. */
type OwnedEvent = StoredEvent & { shipmentId: number };

export function eventEffects(parts: EventEffectsPorts): EventEffects {
  const { events, times, codes, lookup, effects, journal, conflicts } = parts;

  /**
   * A shipment event belongs to its shipment, but the deletion of one parcel to that parcel; a parcel event of a shipment with one
   * parcel belongs to that parcel.
   */
  const match = (name: string, named: NamedCodes): EventOwner => {
    const found = matchEvent(named, lookup);
    if (found.kind === 'unmatched') return found;
    // Other stations may know more orders of the same pick-up shipment.
    if (isDeletionEvent(name) && namesPickUpShipment(found.by))
      return { kind: 'unmatched', because: 'deletion of a pick-up' };
    if (isDeletionEvent(name) && isShipmentEvent(name)) return deletionOwner(found, named);
    if (isShipmentEvent(name)) return { ...found, parcelId: null, namedParcelId: found.parcelId };
    return {
      ...found,
      parcelId: found.parcelId ?? effects.onlyParcel(found.shipmentId),
      namedParcelId: found.parcelId,
    };
  };

  /**
   * One parcel where the deletion names exactly one. A code that no parcel here has is that of the only one whose code is unknown;
   * where every code is known, it is another parcel's, and nothing here is deleted.
   */
  const deletionOwner = (found: Extract<MatchedEvent, { kind: 'matched' }>, named: NamedCodes): EventOwner => {
    const ownedBy = (parcelId: number | null): EventOwner => ({ ...found, parcelId, namedParcelId: parcelId });
    const customCodes = valuesOf('custom code', named).map((code) => code.toLowerCase());
    const pickUpCodes = valuesOf('pick-up code', named).map((code) => code.toLowerCase());
    if (found.parcelId !== null || customCodes.length + pickUpCodes.length === 0) return ownedBy(found.parcelId);
    const parcels = effects.parcelCodes(found.shipmentId);
    const isNamed = parcels.some(
      ({ customCode, pickUpCode }) =>
        customCodes.includes(customCode?.toLowerCase() ?? '') || pickUpCodes.includes(pickUpCode?.toLowerCase() ?? ''),
    );
    if (isNamed) return ownedBy(null);
    const [candidate, other] = parcels.filter(
      ({ customCode, pickUpCode }) =>
        (customCodes.length > 0 && customCode === null) || (pickUpCodes.length > 0 && pickUpCode === null),
    );
    if (!candidate) return { kind: 'unmatched', because: 'unknown parcel' };
    return ownedBy(other ? null : candidate.id);
  };

  /** The event before it that it repeats. */
  const repeatedBy = (event: OwnedEvent): number | null => {
    if (event.hasOwnTime) return isIdentifiable(event) ? events.duplicateOf(event.id) : null;
    const latest = events.latestBefore(event.shipmentId, event.id);
    return latest !== null && hasSameBytes(latest, event) ? latest.id : null;
  };

  /** Reads the shipment's times without an offset with one offset, and decides its status again where one of them changed. */
  const readShipment = (shipmentId: number, otherwise?: AssumedOffset): void => {
    if (times.readShipment(shipmentId, otherwise)) decideAgain(shipmentId);
  };

  const readTimesAgain = (otherwise: AssumedOffset | null): void => {
    times.readUnmatched(otherwise);
    for (const shipmentId of times.shipmentsToRead(otherwise)) readShipment(shipmentId, otherwise ?? undefined);
  };

  const setStatus = (event: OwnedEvent): void => {
    if (event.state === null) {
      events.setEffect(event.id, 'facts only', null);
      return;
    }
    const own = { ...event, state: event.state };
    const deciding = refreshStatus(event.shipmentId);
    const { effect, conflictsWith } = isOneOfSeveral(event, event.shipmentId)
      ? ({ effect: 'parcel deleted', conflictsWith: null } as const)
      : effectBeside(own, deciding ?? own);
    events.setEffect(event.id, effect, conflictsWith);
  };

  /** The deletion of one parcel of several. */
  const isOneOfSeveral = ({ state, parcelId }: Pick<StoredEvent, 'state' | 'parcelId'>, shipmentId: number): boolean =>
    state === 'deleted' && parcelId !== null && effects.onlyParcel(shipmentId) === null;

  /** The event that decides the status, which is set accordingly. */
  const refreshStatus = (shipmentId: number): StatusEvent | null => {
    const deciding = decidingEvent(events.deciding(shipmentId));
    if (deciding) effects.setStatus(shipmentId, deciding.state, deciding.at);
    else effects.clearStatus(shipmentId);
    return deciding;
  };

  /**
   * Decides again which events of the shipment repeat others, what each of them did, and the status. An event that was stored before
   * its shipment was known has its place among those that were matched at once.
   */
  const decideAgain = (shipmentId: number): void => {
    const stored = events.ofShipment(shipmentId);
    const repeated = repeatedArrivals(stored);
    const counted = stored.flatMap((event, at) => {
      const other = repeated[at] ?? null;
      if (event.sameAs !== other) events.markRepeat(event.arrival, other);
      return other === null ? [event] : [];
    });
    for (const { state, effect, arrival } of counted)
      if (state === null && effect === null) events.setEffect(arrival, 'facts only', null);
    const isWhollyDeleted = effects.isWhollyDeleted(shipmentId);
    const ofStates = counted.flatMap(({ state, ...event }) =>
      state === null || (event.parcelId !== null && !isWhollyDeleted) ? [] : { ...event, state },
    );
    const deciding = decidingAfterEach(ofStates);
    for (const [at, event] of ofStates.entries()) {
      if (isOneOfSeveral(event, shipmentId)) continue;
      const { effect, conflictsWith } = effectBeside(event, deciding[at] ?? event);
      if (event.effect !== effect || event.conflictsWith !== conflictsWith)
        events.setEffect(event.arrival, effect, conflictsWith);
    }
    for (const event of counted)
      if (event.effect !== 'parcel deleted' && isOneOfSeveral(event, shipmentId))
        events.setEffect(event.arrival, 'parcel deleted', null);
    const last = deciding.at(-1);
    if (last) effects.setStatus(shipmentId, last.state, last.at);
    else effects.clearStatus(shipmentId);
    conflicts.refresh(shipmentId);
  };

  /** Its parcels, or its one, are deleted: their jobs are cancelled, and their deletions end. */
  const markDeleted = (event: OwnedEvent, at: string): void => {
    const unrequested: string[] = [];
    for (const parcel of effects.deleteParcels(event)) {
      const ended = effects.endDeletions(parcel.id, at);
      const cancelled = parts.printJobs.cancelUnsent(parcel.id, ended, at);
      if (!parcel.wasPresent) continue;
      if (!parcel.isRequested) unrequested.push(parcel.code);
      const kind = parcel.isRequested ? 'as-requested' : 'without-request';
      const what = event.parcelId === null ? 'shipment-deleted' : 'parcel-deleted';
      const outcome = message(`journal.${what}-${kind}`, { labels: cancelled });
      journal.add({ at, who: 'service', what, code: parcel.code, outcome });
    }
    if (unrequested.length > 0) events.addUnrequested(event.id, unrequested);
  };

  const addMissingCodes = (event: OwnedEvent, named: NamedCodes, at: string): void => {
    if (event.parcelId === null || !isParcelEvent(event.event)) return;
    const customCode = named.customCode !== null && isCustomCode(named.customCode) ? named.customCode : null;
    if (!effects.addMissingCodes(event.parcelId, { ...named, customCode })) return;
    if (customCode !== null) {
      parts.claimLabel(event.parcelId, at);
      parts.commands.claimDeletions(customCode, event.parcelId);
    }
    shipmentKnown(event.shipmentId, at);
  };

  /** Applies an event that is matched as it arrives: it is the last of its shipment so far. */
  const settle = (event: OwnedEvent, named: NamedCodes, at: string): 'stored' | 'known' => {
    const repeated = repeatedBy(event);
    if (repeated !== null) {
      events.markRepeat(event.id, repeated);
      conflicts.refresh(event.shipmentId);
      return 'known';
    }
    if (event.state === 'deleted') markDeleted(event, at);
    setStatus(event);
    conflicts.refresh(event.shipmentId);
    addMissingCodes(event, named, at);
    return 'stored';
  };

  /** Matches an event stored before; null where it still belongs to nothing. */
  const matchKept = (eventId: number, at: string): OwnedEvent | null => {
    const event = events.byId(eventId);
    if (!event || event.shipmentId !== null) return null;
    const named = { ...codes.of(eventId), isWhole: event.isWhole };
    const found = match(event.event, named);
    events.link(eventId, found);
    if (found.kind === 'unmatched') return null;
    codes.forget(eventId);
    const owned = { ...event, shipmentId: found.shipmentId, parcelId: found.parcelId };
    addMissingCodes(owned, named, at);
    return owned;
  };

  const shipmentKnown = (shipmentId: number, at: string): void => {
    const matched = codes.naming(shipmentId).flatMap((eventId) => matchKept(eventId, at) ?? []);
    const known = new Set(matched.map((event) => event.shipmentId));
    for (const id of known) times.readShipment(id);
    for (const event of matched)
      if (event.state === 'deleted')
        markDeleted({ ...(events.byId(event.id) ?? event), shipmentId: event.shipmentId }, at);
    for (const id of known) decideAgain(id);
  };

  const markCreates = (eventId: number, named: NamedCodes): boolean => {
    const creates = codes.createsNamed(textsOf(named));
    for (const commandId of creates) events.markCreate(commandId, eventId);
    return creates.length > 0;
  };

  /**
   * True where the same bytes are here and nothing is learned from another copy: its time is known, or nothing was stored since that
   * could lie in between.
   */
  const isRedelivery = (
    { ownTime }: NewEvent,
    found: MatchedEvent,
    before: { id: number; shipmentId: number | null },
  ): boolean => {
    if (ownTime !== null) return true;
    const shipmentId = found.kind === 'unmatched' ? null : found.shipmentId;
    return before.shipmentId === shipmentId && !events.isFollowed(before.id, shipmentId);
  };

  /** A replaced order named by an event may exist beside its replacement. An event of its deletion is expected. */
  const raiseAlarms = ({ event, named, receivedAt }: NewEvent): boolean => {
    if (isDeletionEvent(event)) return false;
    const raised = parts.replaced.named(textsOf(named)).map((id) => parts.alarms.raise(id, event, receivedAt));
    return raised.includes(true);
  };

  return {
    store(delivered) {
      const found = match(delivered.event, delivered.named);
      const event = times.read(delivered, found.kind === 'unmatched' ? null : found.shipmentId);
      const before = events.newestOfBytes(event.digest);
      if (before !== null && isRedelivery(event, found, before))
        return { outcome: 'known', deleted: false, namesCreate: false, alarms: false };
      const stored = events.add(event, found, before !== null);
      const namesCreate = markCreates(stored.id, event.named);
      const alarms = raiseAlarms(event);
      if (found.kind === 'unmatched') {
        codes.keep(stored.id, event.named);
        return { outcome: 'stored', deleted: false, namesCreate, alarms };
      }
      const { shipmentId, parcelId } = found;
      if (event.localTime !== null) readShipment(shipmentId);
      const outcome = settle({ ...stored, shipmentId, parcelId }, event.named, event.receivedAt);
      return { outcome, deleted: outcome === 'stored' && event.state === 'deleted', namesCreate, alarms };
    },
    matchEventsOfOrder(orderId, at) {
      readTimesAgain(null);
      for (const shipmentId of effects.shipmentsOfOrder(orderId)) {
        readShipment(shipmentId);
        shipmentKnown(shipmentId, at);
        // A parcel that becomes known after its shipment's deletion is deleted too.
        const deleted = events.deletedBy(shipmentId);
        if (deleted) markDeleted({ ...deleted, shipmentId }, at);
        refreshStatus(shipmentId);
        conflicts.refresh(shipmentId);
      }
    },
    deletionAnswered(parcelId) {
      const shipmentId = effects.shipmentOf(parcelId);
      if (shipmentId === null) return;
      refreshStatus(shipmentId);
      conflicts.refresh(shipmentId);
    },
    readTimesAgain,
  };
}

/** What the event did, and the final state that stayed where it conflicts with one. */
function effectBeside(event: StatusEvent, deciding: StatusEvent) {
  const effect = effectOf(event, deciding);
  return { effect, conflictsWith: effect === 'end stays' ? deciding.state : null };
}

/** Every text of an event that may be a custom code, also one that came as a number. */
const textsOf = (named: NamedCodes): string[] => [...new Set([...named.texts, ...valuesOf('custom code', named)])];
