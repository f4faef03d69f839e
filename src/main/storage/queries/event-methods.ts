import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { decideEvents, deletionEntry, isRedelivery, resultOf } from '../../../shared/shipments/event-effects.ts';
import {
  type CodeLookup,
  type EventOwner,
  type NamedCodes,
  ownerOfEvent,
  valuesOf,
} from '../../../shared/shipments/event-match.ts';
import type { AssumedOffset } from '../../../shared/shipments/shipment-event.ts';
import {
  decidingEvent,
  hasSameBytes,
  isDeletionEvent,
  isIdentifiable,
  isParcelEvent,
  type StatusEvent,
} from '../../../shared/shipments/status-rules.ts';
import type { EventOutcome, NewEvent, RereadEvent } from '../../core/ports/webhook.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Commands } from '../tables/commands-table.ts';
import type { DeletionConflicts } from '../tables/deletion-conflicts-table.ts';
import type { EventCodes } from '../tables/event-codes-table.ts';
import type { EventReceiver, EventReceivers } from '../tables/event-receivers-table.ts';
import type { EventTimes } from '../tables/event-times-table.ts';
import type { Events, StoredEvent } from '../tables/events-table.ts';
import type { Journal, Transactions } from '../tables/journal-tables.ts';
import type { PrintJobs } from '../tables/print-jobs-table.ts';
import type { OrderAlarms, ReplacedCodes } from '../tables/replaced-orders-table.ts';
import type { ShipmentEffects } from '../tables/shipments-table.ts';
import type { KeptEvents, Timeline } from './event-history.ts';

type EventMethod =
  | 'storeEvents'
  | 'assumeUtcOffset'
  | 'unmatchedEvents'
  | 'parcelTimeline'
  | 'unrequestedDeletions'
  | 'markDeletionsReported'
  | 'openDeletionConflicts'
  | 'resolveDeletionConflict';

/** Most events of any list, whatever limit is given; each may have about 40 KB of facts. */
const maxEvents = 500;

/** Events of a shipment from which on no further one of another bench is kept: each may lead to all of them being decided again. */
export const maxOfShipment = 1_000;

const limitEvents = (limit: number): number => Math.max(0, Math.min(limit, maxEvents));

interface EventTables extends Transactions {
  events: Events;
  keptEvents: KeptEvents;
  eventEffects: EventEffects;
  deletionConflicts: DeletionConflicts;
  timeline: Timeline;
  site: { readonly name: string | null };
}

/** What webhooks delivered, and what follows from it. */
export function eventRecords(tables: EventTables): Pick<RecordsInThread, EventMethod> {
  const { events, keptEvents, eventEffects, deletionConflicts, timeline, site, reading, writing, write } = tables;
  return {
    storeEvents: (delivered) =>
      writing(() => {
        const { name } = site;
        const from = name === null ? null : { receiver: name, own: name };
        return delivered.map((event) => eventEffects.store(event, from));
      }),
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
    openDeletionConflicts: (limit) => reading(() => deletionConflicts.open(limitEvents(limit))),
    resolveDeletionConflict: (parcelId, decision, record) =>
      writing(() => {
        const decided = deletionConflicts.decide(parcelId, decision, parcelExists, record.activity.at);
        if (!decided) return false;
        eventEffects.deletionAnswered(parcelId);
        write(record);
        return true;
      }),
  };
}

/** Why the deletions of a parcel that exists according to an operator count as rejected. */
const parcelExists: Failure = { code: 'not-allowed-now', message: message('outbox.parcel-exists') };

/** What an event changes, in the transaction that keeps it or that makes its shipment known. */
export interface EventEffects {
  /** `from`: who received it; null where no site is joined. */
  store(event: NewEvent, from: EventReceiver | null): EventOutcome;
  /** Its shipment has `maxOfShipment` events already. */
  isTooMany(event: NewEvent): boolean;
  /** An order's codes, or more of them, became known: matches the events stored for them. `at`: now, ISO 8601. */
  matchEventsOfOrder(orderId: number, at: string): void;
  /** The service answered the deletion of a parcel, or an operator decided about it. */
  deletionAnswered(parcelId: number): void;
  /** Unmatched events as this version reads them, and what follows where they are matched now. */
  readKeptAgain(reread: readonly RereadEvent[], at: string): void;
  /** Reads times without an offset again where the service's own offset is known now, or else this one. */
  readTimesAgain(otherwise: AssumedOffset | null): void;
}

export interface EventEffectsPorts {
  events: Events;
  times: EventTimes;
  receivers: EventReceivers;
  conflicts: Pick<DeletionConflicts, 'refresh'>;
  codes: EventCodes;
  lookup: CodeLookup;
  effects: ShipmentEffects;
  printJobs: Pick<PrintJobs, 'cancelUnsent'>;
  commands: Pick<Commands, 'claimDeletions' | 'move' | 'reopenCreate'>;
  /** Gives a parcel the label of its pick-up code, where it is not known yet whose that label is. */
  claimLabel(parcelId: number, at: string): void;
  journal: Journal;
  replaced: Pick<ReplacedCodes, 'named' | 'addFound'>;
  alarms: Pick<OrderAlarms, 'raise'>;
}

/** An event that belongs to a shipment. */
type OwnedEvent = StoredEvent & { shipmentId: number };

export function eventEffects(parts: EventEffectsPorts): EventEffects {
  const { events, times, receivers, codes, lookup, effects, journal, conflicts } = parts;

  const match = (name: string, named: NamedCodes): EventOwner => ownerOfEvent(name, named, lookup, effects);

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

  const hasOneParcel = (shipmentId: number): boolean => effects.onlyParcel(shipmentId) !== null;

  const setStatus = (event: OwnedEvent, hasOneParcel: boolean): void => {
    const deciding = event.state === null ? null : refreshStatus(event.shipmentId);
    const { effect, conflictsWith } = resultOf(event, deciding, { hasOneParcel });
    events.setEffect(event.id, effect, conflictsWith);
  };

  /** The event that decides the status, which is set accordingly. */
  const refreshStatus = (shipmentId: number): StatusEvent | null => {
    const deciding = decidingEvent(events.deciding(shipmentId));
    if (deciding) effects.setStatus(shipmentId, deciding.state, deciding.at);
    else effects.clearStatus(shipmentId);
    return deciding;
  };

  const decideAgain = (shipmentId: number): void => {
    const { repeats, results, status } = decideEvents(events.ofShipment(shipmentId), {
      hasOneParcel: hasOneParcel(shipmentId),
      isWhollyDeleted: effects.isWhollyDeleted(shipmentId),
    });
    for (const { arrival, sameAs } of repeats) events.markRepeat(arrival, sameAs);
    for (const { arrival, effect, conflictsWith } of results) events.setEffect(arrival, effect, conflictsWith);
    if (status) effects.setStatus(shipmentId, status.state, status.at);
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
      journal.add({ at, who: 'service', code: parcel.code, ...deletionEntry(event, parcel.isRequested, cancelled) });
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

  /** Applies an event that is matched as it arrives: it is the last of its shipment so far. `parcels`: those of the shipment. */
  const settle = (
    event: OwnedEvent,
    named: NamedCodes,
    at: string,
    parcels: readonly number[],
  ): { repeats: number | null } => {
    const repeats = repeatedBy(event);
    if (repeats !== null) {
      events.markRepeat(event.id, repeats);
      conflicts.refresh(event.shipmentId);
      return { repeats };
    }
    if (event.state === 'deleted') markDeleted(event, at);
    setStatus(event, parcels.length === 1);
    conflicts.refresh(event.shipmentId);
    addMissingCodes(event, named, at);
    return { repeats: null };
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
    settleMatched(codes.naming(shipmentId), at);
  };

  /** Matches those of the stored events that are unmatched, and applies them. */
  const settleMatched = (eventIds: readonly number[], at: string): void => {
    const matched = eventIds.flatMap((eventId) => matchKept(eventId, at) ?? []);
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
   * An order that counts as not created exists: it is settled like an uncertain one, and never sent again. Asked only of events that
   * belong to nothing here, which are few. A deletion says that it does not exist any more.
   */
  const reopenCreates = (eventId: number, { event, named, receivedAt }: NewEvent) => {
    const found = isDeletionEvent(event) ? [] : codes.createsFound(textsOf(named));
    for (const { id, code } of found) {
      const failure: Failure = {
        code: 'not-allowed-now',
        message: message('uncertain-order.exists-after-all', { code }),
      };
      parts.commands.reopenCreate(id, eventId, failure, receivedAt);
    }
    const twice = found.flatMap(({ id, code, correctedBy }) => {
      if (correctedBy === null) return [];
      // What is not sent yet would be bought a second time.
      const question = message('outbox.replaced-code-not-deleted', { code, reason: null });
      const failure: Failure = { code: 'not-allowed-now', message: question };
      parts.commands.move(correctedBy, ['waiting', 'blocked'], { state: 'needs confirmation', failure }, receivedAt);
      const ids = { oldCommandId: id, newCommandId: correctedBy };
      return parts.alarms.raise(parts.replaced.addFound({ ...ids, code, at: receivedAt }), event, receivedAt);
    });
    return { namesCreate: found.length > 0, alarms: twice.includes(true) };
  };

  /** A replaced order named by an event may exist beside its replacement. An event of its deletion is expected. */
  const raiseAlarms = ({ event, named, receivedAt }: NewEvent): boolean => {
    if (isDeletionEvent(event)) return false;
    const raised = parts.replaced.named(textsOf(named)).map((id) => parts.alarms.raise(id, event, receivedAt));
    return raised.includes(true);
  };

  /** Another receiver had it too, maybe earlier. Returns the parcels where that changed its time. */
  const alsoReceived = (eventId: number, event: NewEvent, from: EventReceiver): readonly number[] => {
    if (!receivers.add(eventId, event, from)) return [];
    const stored = events.byId(eventId);
    const shipmentId = stored?.shipmentId ?? null;
    if (!stored || shipmentId === null) return [];
    if (stored.state === 'deleted') markDeleted({ ...stored, shipmentId }, event.receivedAt);
    decideAgain(shipmentId);
    return effects.parcelIds(shipmentId);
  };

  return {
    isTooMany({ event, named }) {
      const found = match(event, named);
      return found.kind !== 'unmatched' && events.hasSoMany(found.shipmentId, maxOfShipment);
    },
    store(delivered, from) {
      const found = match(delivered.event, delivered.named);
      const ownerId = found.kind === 'unmatched' ? null : found.shipmentId;
      const event = times.read(delivered, ownerId);
      const before = events.newestOfBytes(event.digest);
      const same = before && from && receivers.sameDelivery(event, from);
      if (from && same !== null) return { ...known, parcels: alsoReceived(same, event, from) };
      const isFollowed = (): boolean => before !== null && events.isFollowed(before.id, ownerId);
      if (before !== null && isRedelivery({ ...event, shipmentId: ownerId }, { ...before, isFollowed })) return known;
      const stored = events.add(event, found, before !== null, receivers.columnOf(from));
      const namesCreate = markCreates(stored.id, event.named);
      const alarms = raiseAlarms(event);
      if (found.kind === 'unmatched') {
        codes.keep(stored.id, event.named);
        const reopened = reopenCreates(stored.id, event);
        return {
          ...{ outcome: 'stored', deleted: false, parcels: [] },
          namesCreate: namesCreate || reopened.namesCreate,
          alarms: alarms || reopened.alarms,
        };
      }
      const { shipmentId, parcelId } = found;
      if (event.localTime !== null) readShipment(shipmentId);
      const parcels = effects.parcelIds(shipmentId);
      const { repeats } = settle({ ...stored, shipmentId, parcelId }, event.named, event.receivedAt, parcels);
      // The same event with other bytes, from a second webhook.
      if (from && repeats !== null) alsoReceived(repeats, event, from);
      const outcome = repeats === null ? 'stored' : 'known';
      const deleted = repeats === null && event.state === 'deleted';
      return { outcome, deleted, namesCreate, alarms, parcels };
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
    readKeptAgain(reread, at) {
      const unmatched = reread.flatMap(({ id, event }) => {
        if (event === null || events.byId(id)?.shipmentId !== null) return [];
        events.replace(id, times.read(event, null));
        codes.forget(id);
        codes.keep(id, event.named);
        return id;
      });
      settleMatched(
        unmatched.toSorted((one, other) => one - other),
        at,
      );
    },
  };
}

/** Nothing changed. */
const known: EventOutcome = { outcome: 'known', deleted: false, namesCreate: false, alarms: false, parcels: [] };

/** Every text of an event that may be a custom code, also one that came as a number. */
const textsOf = (named: NamedCodes): string[] => [...new Set([...named.texts, ...valuesOf('custom code', named)])];
