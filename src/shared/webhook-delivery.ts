import { z } from 'zod';

/** What became of a request to the webhook listener, with the HTTP status it was answered. */
export const deliveryAnswers = {
  stored: 200,
  'known already': 200,
  'no event': 400, // no JSON, no object, or nested too deeply
  'wrong header': 401,
  'no such address': 404,
  'too slow': 408,
  'too large': 413,
  'too many at once': 503,
  'not stored': 503, // the disk said no
} as const;
export type DeliveryAnswer = keyof typeof deliveryAnswers;

const answerNames = Object.keys(deliveryAnswers) as [DeliveryAnswer, ...DeliveryAnswer[]];

/** Most deliveries that are remembered; they are not on disk, only their events are. */
export const mostDeliveriesListed = 50;

/** One delivery as the settings screen lists it, or several alike that were refused. */
export const listedDeliverySchema = z.object({
  id: z.int(),
  /** The newest of them, ISO 8601, UTC. */
  at: z.string(),
  /** Whose header matched; null where none did. */
  environment: z.string().nullable(),
  /** The envelope's `event`; empty where it was not read or has none. */
  event: z.string(),
  answer: z.enum(answerNames),
  /** How many: refusals alike are one line. */
  count: z.int().positive(),
});
export type ListedDelivery = z.infer<typeof listedDeliverySchema>;

/** True where nothing was kept and the sender was told so. */
export const isRefusal = (answer: DeliveryAnswer): boolean => deliveryAnswers[answer] !== 200;
