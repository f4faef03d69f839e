import type { DeletionConflict, DeletionDecision } from '../../../shared/shipments/deletion-conflict.ts';
import type { NamedCodes } from '../../../shared/shipments/event-match.ts';
import type { AssumedOffset, EventFact, KeptEvent, TimelineEntry } from '../../../shared/shipments/shipment-event.ts';
import type { ShipmentState } from '../../../shared/shipments/shipment-state.ts';
import type { WriteContext } from './write-context.ts';

/** One delivery whose header was checked and whose body is JSON. */
export interface WebhookDelivery {
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  /** The body, byte for byte, unless it repeated the token; at most 256 KB. */
  readonly raw: Uint8Array;
  /** The envelope's `event`, at most 200 characters; empty if it is missing. */
  readonly event: string;
  /** The envelope's `data`; an empty object if it is missing or not an object. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Stores a delivery for the environment whose header matched; resolves when it is on disk. `known`: the same bytes came before.
 * Rejects when writing fails: the sender is then asked to retry.
 */
export type StoreDelivery = (environment: string, delivery: WebhookDelivery) => Promise<'stored' | 'known'>;

/**
 * The body of a delivery without the token of its environment, where it repeats it; else the same object. What is read of it may be
 * stored and shown.
 */
export type RedactDelivery = (environment: string, raw: Uint8Array) => Promise<Uint8Array>;

/** An event as stored. */
export interface NewEvent {
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  /** As delivered, byte for byte. */
  readonly raw: Uint8Array;
  /** SHA-256 of those bytes, hex. */
  readonly digest: string;
  readonly event: string;
  readonly state: ShipmentState | null;
  /** `trigger_datetime` as given; null if it is neither a text of a plausible length nor a time. */
  readonly triggerDatetime: string | null;
  /** The same, milliseconds since 1970; null if it is not a time. */
  readonly ownTime: number | null;
  /** The same without its offset, as if it were in UTC; null where it gave an offset. */
  readonly localTime: number | null;
  /** The offset with which `localTime` became `ownTime`. The records replace it where they know a better one. */
  readonly assumedOffset: AssumedOffset | null;
  /** When it happened (status-rules), milliseconds since 1970. */
  readonly moment: number;
  readonly named: NamedCodes;
  readonly facts: readonly EventFact[];
  readonly moreFacts: number;
}

/** An unmatched event that an older version stored. */
export interface EventToReread {
  readonly id: number;
  readonly receivedAt: string;
  readonly raw: Uint8Array;
}

/** The same as this version reads it; null where it is no event. */
export interface RereadEvent {
  readonly id: number;
  readonly event: NewEvent | null;
}

/** The outcome of storing an event. */
export interface EventOutcome {
  /** known: the same bytes, or the same event of the same shipment and time, came before; then nothing changed. */
  readonly outcome: 'stored' | 'known';
  /** A shipment was deleted at the service: jobs and commands may have changed, and operators may have to be notified. */
  readonly deleted: boolean;
  /** It names a code of an order that has no answer: that order exists. */
  readonly namesCreate: boolean;
  /** It names a code of a replaced order: both orders may exist, and operators have to be notified. */
  readonly alarms: boolean;
  /** The parcels of the shipment that it belongs to. */
  readonly parcels: readonly number[];
}

/** A parcel reported as deleted, and later as picked up, about which no operator decided yet. */
export interface OpenDeletionConflict extends DeletionConflict {
  readonly parcelId: number;
  /** The code that identifies it to operators. */
  readonly code: string | null;
}

/** A shipment deleted at the service without a request of this station, not reported yet. */
export interface UnrequestedDeletion {
  readonly eventId: number;
  /** When it was deleted, ISO 8601, UTC. */
  readonly at: string;
  readonly trackingCode: string | null;
  /** The codes of the parcels whose deletion this station did not request. */
  readonly codes: readonly string[];
  /** Copies of their labels that are or may be on paper. */
  readonly copies: number;
}

/** The events that webhooks delivered. */
export interface EventRecords {
  /**
   * Stores events and applies their effects in one transaction: the status, a shipment's deletion, missing codes. An unmatched event is
   * matched in the transaction that stores its order.
   */
  storeEvents(events: readonly NewEvent[]): Promise<EventOutcome[]>;
  /** Reads times without an offset again where a better one is known now: the service's own, else this one (minutes), else UTC. */
  assumeUtcOffset(minutes: number | null): Promise<void>;
  /** Unmatched events, newest first; `code`: only those that name it. `total` counts all. */
  unmatchedEvents(query: { code: string | null; limit: number }): Promise<{ total: number; events: KeptEvent[] }>;
  /** Everything that happened to a parcel, newest first, at most 500. */
  parcelTimeline(parcelId: number, limit: number): Promise<TimelineEntry[]>;
  /** Deletions at the service that this station neither requested nor reported yet, oldest first. */
  unrequestedDeletions(limit: number): Promise<UnrequestedDeletion[]>;
  markDeletionsReported(eventIds: readonly number[], at: string): Promise<void>;
  /** Parcels reported as deleted, and later as picked up, that no operator decided about, newest reports first. */
  openDeletionConflicts(limit: number): Promise<OpenDeletionConflict[]>;
  /**
   * What an operator decides of a parcel that the service reported as deleted, and later as picked up. One that exists is printable
   * again, and its earlier deletions count as rejected. False where nothing is to be decided.
   */
  resolveDeletionConflict(parcelId: number, decision: DeletionDecision, record: WriteContext): Promise<boolean>;
}
