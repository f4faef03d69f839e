import { z } from 'zod';
import { commandStates } from '../orders/command.ts';
import { printJobStates } from '../printing/print-job.ts';
import { shipmentStates } from './shipment-state.ts';

/** The identifiers of the interface document that an event may name, by which its shipment is found. */
export const identifierNames = [
  'custom code',
  'tracking code',
  'pick-up code',
  /** The tracking code under the drop-off shipment's own name. */
  'drop-off shipment unique id',
  'drop-off shipment id',
  'shipment order id',
  'shipment order unique id',
  'order unique id',
  /** A pick-up shipment may serve several orders. */
  'pick-up shipment unique id',
  'pick-up shipment id',
] as const;
export type IdentifierName = (typeof identifierNames)[number];

/** How an event's shipment was found. */
const eventMatches = [
  ...identifierNames,
  /** A text somewhere in it that is a code of exactly one shipment here. */
  'a code in it',
  'a shipment id in it',
] as const;
export type EventMatch = (typeof eventMatches)[number];

/** Why an event matches no shipment yet. */
const unmatchedReasons = [
  'no known code',
  /** Its codes belong to more than one shipment here. */
  'more than one shipment',
  /** A code of a shipment here, with the tracking code of another. */
  'another tracking code',
  /** A code of a shipment here, with an identifier of another. */
  'another identifier',
  /** It names only a pick-up shipment that several orders here have. */
  'pick-up of several orders',
  /** A deletion that names only a pick-up shipment, which other orders may have too. */
  'deletion of a pick-up',
  /** A deletion of one parcel of a known shipment, by a code that no parcel here has. */
  'unknown parcel',
  /** It holds more than is searched, so that it may name several. */
  'too much in it',
] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

/** The effect of an event on the status of its shipment. */
const eventEffects = [
  'became the status',
  /** A later event was already known: the status stays. */
  'came late',
  /** A conflict: it has no time of its own, and the status was final and another one. */
  'end stays',
  /** It has no time of its own and gives the final state that the shipment had. */
  'final already',
  /** One parcel of several was deleted: the shipment's status stays. */
  'parcel deleted',
  /** Not a shipment event of the document. */
  'facts only',
] as const;
export type EventEffect = (typeof eventEffects)[number];

/** Where the offset of a time comes from that gave none. */
const offsetSources = [
  /** The date-times of drop-off slots in the service's answers. */
  'delivery slots',
  /** The environment's setting, or its service profile. */
  'setting',
  /** Nothing is known. */
  'UTC',
] as const;

/** The offset that a time without one was read with. */
export const assumedOffsetSchema = z.object({
  /** East of UTC. */
  minutes: z.int(),
  from: z.enum(offsetSources),
});
export type AssumedOffset = z.infer<typeof assumedOffsetSchema>;

/** One field of an event's data, as given. Links are plain text and are never opened. */
const eventFactSchema = z.object({
  /** Its place, such as `drop_off.receiver_name` or `proof_of_delivery[0]`. */
  name: z.string(),
  /** null where the event says null. */
  value: z.string().nullable(),
});
export type EventFact = z.infer<typeof eventFactSchema>;

/** An event as stored, without its bytes. */
export const keptEventSchema = z.object({
  id: z.int(),
  /** The name as given, such as `same.shipment.delivered`. */
  event: z.string(),
  /** The state it gives; null where it gives none. */
  state: z.enum(shipmentStates).nullable(),
  /** ISO 8601, UTC: its own time, never after its arrival; without one its arrival. */
  at: z.string(),
  hasOwnTime: z.boolean(),
  /** null where its time gave an offset, or where it has none. */
  assumedOffset: assumedOffsetSchema.nullable(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  matchedBy: z.enum(eventMatches).nullable(),
  unmatchedBecause: z.enum(unmatchedReasons).nullable(),
  /** null while it is unmatched. */
  effect: z.enum(eventEffects).nullable(),
  /** The final state that stayed, of a conflict; null also where an older version stored it. */
  conflictsWith: z.enum(shipmentStates).nullable(),
  facts: z.array(eventFactSchema),
  /** How many fields are not among the facts, because there are too many. */
  moreFacts: z.int(),
});
export type KeptEvent = z.infer<typeof keptEventSchema>;

/** Who did it, and the lead who allowed it beyond a cap, by the names of that time; null where no one was signed in. */
const byPeople = { personName: z.string().nullable(), leadName: z.string().nullable() };

/** Something that happened to a parcel, with its source and time (`at`, ISO 8601, UTC). */
export const timelineEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), at: z.string(), source: z.enum(['created here', 'imported']), ...byPeople }),
  z.object({ kind: z.literal('label'), at: z.string() }),
  z.object({
    kind: z.literal('print'),
    /** When the job entered its state. */
    at: z.string(),
    jobId: z.int(),
    state: z.enum(printJobStates),
    printer: z.string(),
    reprintReason: z.string().nullable(),
    ...byPeople,
  }),
  z.object({
    kind: z.literal('deletion'),
    at: z.string(),
    commandId: z.int(),
    state: z.enum(commandStates),
    ...byPeople,
  }),
  z.object({ kind: z.literal('event'), at: z.string(), source: z.literal('webhook'), event: keptEventSchema }),
]);
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
