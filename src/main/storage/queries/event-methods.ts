import { message } from '../../../shared/messages/message.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import {
  type CodeLookup,
  type MatchedEvent,
  matchEvent,
  type NamedCodes,
} from '../../../shared/shipments/event-match.ts';
import type { EventEffect } from '../../../shared/shipments/shipment-event.ts';
import {
  compareEvents,
  decidingEvent,
  isDeletionEvent,
  isParcelEvent,
  isShipmentEvent,
} from '../../../shared/shipments/status-rules.ts';
import type { EventOutcome, NewEvent } from '../../core/ports/webhook.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { EventCodes } from '../tables/event-codes-table.ts';
import type { Events, StoredEvent } from '../tables/events-table.ts';
import type { Journal } from '../tables/journal-tables.ts';
import type { PrintJobs } from '../tables/print-jobs-table.ts';
import type { OrderAlarms, ReplacedCodes } from '../tables/replaced-orders-table.ts';
import type { ShipmentEffects } from '../tables/shipments-table.ts';
import type { Transactions } from '../transactions.ts';
import type { KeptEvents, Timeline } from './event-history.ts';

type EventMethod =
  | 'storeEvents'
  | 'unmatchedEvents'
  | 'parcelTimeline'
  | 'unrequestedDeletions'
  | 'markDeletionsReported';

/** Most events of any list, whatever limit is given; each may have about 40 KB of facts. */
const maxEvents = 500;

const limitEvents = (limit: number): number => Math.max(0, Math.min(limit, maxEvents));

interface EventTables extends Transactions {
  events: Events;
  keptEvents: KeptEvents;
  eventEffects: EventEffects;
  timeline: Timeline;
}

/** What webhooks delivered, and what follows from it. */
export function eventRecords(tables: EventTables): Pick<RecordsInThread, EventMethod> {
  const { events, keptEvents, eventEffects, timeline, reading, writing } = tables;
  return {
    storeEvents: (delivered) => writing(() => delivered.map((event) => eventEffects.store(event))),
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
  };
}

/** What an event changes, in the transaction that keeps it or that makes its shipment known. */
export interface EventEffects {
  store(event: NewEvent): EventOutcome;
  /** An order's codes, or more of them, became known: matches the events stored for them. `at`: now, ISO 8601. */
  matchEventsOfOrder(orderId: number, at: string): void;
}

export interface EventEffectsPorts {
  events: Events;
  codes: EventCodes;
  lookup: CodeLookup;
  effects: ShipmentEffects;
  printJobs: Pick<PrintJobs, 'cancelUnsent'>;
  commands: { claimDeletions(customCode: string, parcelId: number): void };
  journal: Journal;
  replaced: Pick<ReplacedCodes, 'named'>;
  alarms: Pick<OrderAlarms, 'raise'>;
}

/** An event that belongs to a shipment. */
type OwnedEvent = StoredEvent & { shipmentId: number };

export function eventEffects(parts: EventEffectsPorts): EventEffects {
  const { events, codes, lookup, effects, journal } = parts;

  /** A shipment event belongs to its shipment; a parcel event of a shipment with one parcel belongs to that parcel. */
  const match = (name: string, named: NamedCodes): MatchedEvent => {
    const found = matchEvent(named, lookup);
    if (found.kind === 'unmatched') return found;
    if (isShipmentEvent(name)) return { ...found, parcelId: null };
    return { ...found, parcelId: found.parcelId ?? effects.onlyParcel(found.shipmentId) };
  };

  const setStatus = (event: OwnedEvent): EventEffect => {
    if (event.state === null) return 'facts only';
    const own = { ...event, state: event.state };
    const deciding = decidingEvent(events.deciding(event.shipmentId)) ?? own;
    effects.setStatus(event.shipmentId, deciding.state, deciding.at);
    if (deciding.digest === event.digest) return 'became the status';
    return compareEvents(own, deciding) > 0 ? 'end stays' : 'came late';
  };

  /** Its parcels are deleted: their jobs are cancelled, and their deletions end. */
  const markDeleted = (event: OwnedEvent, at: string): void => {
    const unrequested: string[] = [];
    for (const parcel of effects.deleteParcels(event.shipmentId, event.at)) {
      const ended = effects.endDeletions(parcel.id, at);
      const cancelled = parts.printJobs.cancelUnsent(parcel.id, ended, at);
      if (!parcel.wasPresent) continue;
      if (!parcel.isRequested) unrequested.push(parcel.code);
      const kind = parcel.isRequested ? 'as-requested' : 'without-request';
      const outcome = message(`journal.shipment-deleted-${kind}`, { labels: cancelled });
      journal.add({ at, who: 'service', what: 'shipment-deleted', code: parcel.code, outcome });
    }
    if (unrequested.length > 0) events.addUnrequested(event.id, unrequested);
  };

  const addMissingCodes = (event: OwnedEvent, named: NamedCodes, at: string): void => {
    if (event.parcelId === null || !isParcelEvent(event.event)) return;
    const customCode = named.customCode !== null && isCustomCode(named.customCode) ? named.customCode : null;
    if (!effects.addMissingCodes(event.parcelId, { ...named, customCode })) return;
    if (customCode !== null) parts.commands.claimDeletions(customCode, event.parcelId);
    shipmentKnown(event.shipmentId, at);
  };

  /** Applies an event once its owner is known. */
  const settle = (event: OwnedEvent, named: NamedCodes, at: string): 'stored' | 'known' => {
    // Two events at the same time about indistinguishable parcels may concern two different ones.
    const older = event.parcelId !== null || isShipmentEvent(event.event) ? events.duplicateOf(event.id) : null;
    if (older !== null) {
      events.markRepeat(event.id, older);
      return 'known';
    }
    events.setEffect(event.id, setStatus(event));
    if (event.state === 'deleted') markDeleted(event, at);
    addMissingCodes(event, named, at);
    return 'stored';
  };

  const matchKept = (eventId: number, at: string): void => {
    const event = events.byId(eventId);
    if (!event || event.shipmentId !== null) return;
    const named = { ...codes.of(eventId), isWhole: event.isWhole };
    const found = match(event.event, named);
    events.link(eventId, found);
    if (found.kind === 'unmatched') return;
    codes.forget(eventId);
    settle({ ...event, shipmentId: found.shipmentId, parcelId: found.parcelId }, named, at);
  };

  const shipmentKnown = (shipmentId: number, at: string): void => {
    for (const eventId of codes.naming(shipmentId)) matchKept(eventId, at);
  };

  const markCreates = (eventId: number, named: NamedCodes): boolean => {
    const creates = codes.createsNamed(named.texts);
    for (const commandId of creates) events.markCreate(commandId, eventId);
    return creates.length > 0;
  };

  /** A replaced order named by an event may exist beside its replacement. An event of its deletion is expected. */
  const raiseAlarms = ({ event, named, receivedAt }: NewEvent): boolean => {
    if (isDeletionEvent(event)) return false;
    const raised = parts.replaced.named(named.texts).map((id) => parts.alarms.raise(id, event, receivedAt));
    return raised.includes(true);
  };

  return {
    store(event) {
      if (!events.isNew(event.digest)) return { outcome: 'known', deleted: false, namesCreate: false, alarms: false };
      const found = match(event.event, event.named);
      const stored = events.add(event, found);
      const namesCreate = markCreates(stored.id, event.named);
      const alarms = raiseAlarms(event);
      if (found.kind === 'unmatched') {
        codes.keep(stored.id, event.named);
        return { outcome: 'stored', deleted: false, namesCreate, alarms };
      }
      const { shipmentId, parcelId } = found;
      const outcome = settle({ ...stored, shipmentId, parcelId }, event.named, event.receivedAt);
      return { outcome, deleted: outcome === 'stored' && event.state === 'deleted', namesCreate, alarms };
    },
    matchEventsOfOrder(orderId, at) {
      for (const shipmentId of effects.shipmentsOfOrder(orderId)) {
        shipmentKnown(shipmentId, at);
        // A parcel that becomes known after its shipment's deletion is deleted too.
        const deleted = events.deletedBy(shipmentId);
        if (deleted) markDeleted({ ...deleted, shipmentId }, at);
      }
    },
  };
}
