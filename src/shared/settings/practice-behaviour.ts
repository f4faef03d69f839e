import { z } from 'zod';

/**
 * The choices of the practice service at each point that the interface document leaves open. The first choice is the default; the
 * others occur on real servers.
 */
export const practiceBehaviours = {
  /** The time of an event: ISO 8601 with offset, without one, as a number since 1970, or none. */
  eventTime: ['with-offset', 'without-offset', 'epoch-seconds', 'epoch-milliseconds', 'none'],
  /** The identifiers a shipment event carries. */
  eventIdentifiers: [
    ...['all', 'tracking-code', 'drop-off-shipment', 'drop-off-shipment-id', 'pick-up-shipment'],
    ...['shipment-order-id', 'shipment-order-unique-id', 'order-unique-id', 'custom-code', 'pick-up-code'],
  ],
  /** The form of an event's `data`. */
  eventData: ['object', 'list-of-one', 'json-text'],
  /** Whether `same.parcel.created` is sent, which names a custom code with its pick-up code. */
  parcelEvents: ['sent', 'not-sent'],
  /** How often each event is delivered; or, of those that happen at once, the latest first. */
  eventDelivery: ['once', 'twice', 'latest-first'],
  /** How the address of a webhook is checked before a delivery; the slash is added to its end as well. */
  endpointCheck: ['none', 'head', 'get', 'get-with-slash'],
  /** When `same.shipment.deleted` is sent, and what it names. */
  deletedEvent: ['with-last-parcel', 'each-custom-code', 'each-pick-up-code'],
  /** Whether a deleted parcel is picked up all the same. */
  deletedParcel: ['stays-deleted', 'picked-up-later'],
  /** Custom codes that were used before. */
  usedCodes: ['rejected', 'released-after-deletion', 'accepted'],
  /** The answer to the deletion of a parcel that was deleted before. */
  repeatedDeletion: ['404', '200', '409', '410', '422', 'not-success', 'html-404'],
  /** How a label's address answers. */
  labels: ['direct', 'redirect', 'sign-in-page', 'late', 'gone', 'forbidden'],
  /** What stands before a label in its file. */
  labelStart: ['nothing', 'designer-preamble', 'byte-order-mark', 'line-break'],
  /** The types of values in answers. */
  values: ['as-documented', 'numbers-as-text', 'lists-as-objects', 'nulls', 'padded-text'],
  /** The envelope of answers. */
  envelope: ['as-documented', 'without'],
  /** Whether an order's answer repeats the custom codes of its parcels. */
  customCodeEcho: ['yes', 'no', 'first-only'],
  /** The codes on a parcel's label. */
  labelCodes: ['all', 'without-custom-code'],
  /** How a request with an invalid body is rejected. */
  rejection: ['json', 'html', 'redirect'],
  /** A header without which every request is rejected. */
  requiredHeader: ['none', 'accept', 'user-agent'],
  /** The answer to a sandbox scenario. */
  scenarioAnswer: ['envelope', 'text', 'empty'],
} as const;

type Points = typeof practiceBehaviours;
export type PracticePoint = keyof Points;
export type PracticeBehaviour = { readonly [P in PracticePoint]: Points[P][number] };

const pointSchemas = Object.fromEntries(
  Object.entries<readonly [string, ...string[]]>(practiceBehaviours).map(([point, choices]) => [
    point,
    z.enum(choices).default(choices[0]),
  ]),
) as unknown as { [P in PracticePoint]: z.ZodDefault<z.ZodEnum<{ [C in Points[P][number]]: C }>> };

/** The choice of the practice service at each open point. */
export const practiceBehaviourSchema = z.object(pointSchemas);

/** The observed behaviour of a real service; points that were not observed are absent. */
export const observedBehaviourSchema: z.ZodType<Partial<PracticeBehaviour>> = z.object(
  Object.fromEntries(
    Object.entries<readonly string[]>(practiceBehaviours).map(([point, choices]) => [
      point,
      z.enum(choices).optional(),
    ]),
  ),
) as never;

/** The default at every point. */
export const defaultPracticeBehaviour: PracticeBehaviour = practiceBehaviourSchema.parse({});
