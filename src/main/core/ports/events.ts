import type { NamedCodes } from '../../../shared/event-match.ts';
import type { EventFact } from '../../../shared/shipment-event.ts';
import type { ShipmentState } from '../../../shared/shipment-state.ts';

/** An event as it goes on disk. */
export interface NewEvent {
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  /** As delivered, byte for byte. */
  readonly raw: Uint8Array;
  /** SHA-256 of those bytes, hex. */
  readonly digest: string;
  readonly event: string;
  readonly state: ShipmentState | null;
  /** `trigger_datetime` as given; null where it is no text of a sensible length. */
  readonly triggerDatetime: string | null;
  /** The same, milliseconds since 1970; null where it tells no moment. */
  readonly ownTime: number | null;
  /** When it happened (status-rules), milliseconds since 1970. */
  readonly moment: number;
  readonly named: NamedCodes;
  readonly facts: readonly EventFact[];
  readonly moreFacts: number;
}

/** What became of an event. */
export interface TakenEvent {
  /** known: the same bytes, or the same event of the same shipment and time, came before; then nothing changed. */
  readonly outcome: 'stored' | 'known';
  /** A shipment was deleted at the service: jobs and commands may have changed, and somebody may have to be told. */
  readonly deleted: boolean;
  /** It names a code of an order that has no answer: that order exists. */
  readonly namesCreate: boolean;
  /** It names a code of an order that gave way to another: both may exist, and somebody has to be told. */
  readonly alarms: boolean;
}

/** A shipment deleted at the service without this station having asked, and nobody has been told yet. */
export interface UnaskedDeletion {
  readonly eventId: number;
  /** When it was deleted, ISO 8601, UTC. */
  readonly at: string;
  readonly trackingCode: string | null;
  /** The codes of the parcels nobody here wanted to delete. */
  readonly codes: readonly string[];
  /** Copies of their labels that are or may be on paper. */
  readonly copies: number;
}

/** An order that has no answer, one of whose codes an event named: it exists at the service. */
export interface NamedCreate {
  readonly commandId: number;
  readonly eventId: number;
  /** When that event arrived, ISO 8601, UTC. */
  readonly at: string;
}
