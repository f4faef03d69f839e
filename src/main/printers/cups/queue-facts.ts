import { z } from 'zod';
import type { IppAttributes, IppQuestion } from './ipp-message.ts';

/** What CUPS tells of one of its print queues. */
export interface QueueFacts {
  readonly name: string;
  /** "socket://10.0.0.8:9100", "usb://Zebra…"; without a password, which CUPS leaves out. Null where not told. */
  readonly deviceUri: string | null;
  readonly makeAndModel: string;
  /** What somebody wrote about it; null where nobody did. */
  readonly description: string | null;
  readonly isAccepting: boolean;
  readonly state: 'idle' | 'printing' | 'stopped';
  /** Why, in somebody's or CUPS' words; empty where nothing is said. */
  readonly stateMessage: string;
  /** What CUPS does with a job that it could not send: "retry-job", "retry-current-job", "abort-job", "stop-printer". */
  readonly errorPolicy: string;
  /** Without a driver: bytes pass as they are. */
  readonly isRaw: boolean;
}

const requested = [
  'printer-name',
  'device-uri',
  'printer-make-and-model',
  'printer-info',
  'printer-is-accepting-jobs',
  'printer-state',
  'printer-state-message',
  'printer-error-policy',
];

/** CUPS lets no queue's name be longer (lpadmin(8)). */
const longestName = 127;

const textUpTo = (characters: number) =>
  z
    .array(z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]))
    .transform(([first]) => (first ?? '').slice(0, characters))
    .catch('');

const attributesSchema = z.object({
  'printer-name': z.tuple([z.string().min(1).max(longestName)]),
  'device-uri': textUpTo(1_000),
  'printer-make-and-model': textUpTo(200),
  'printer-info': textUpTo(200),
  'printer-is-accepting-jobs': z.tuple([z.boolean()]),
  'printer-state': z.tuple([z.int()]),
  'printer-state-message': textUpTo(200),
  'printer-error-policy': textUpTo(50),
});

/** RFC 8011, 5.4.11; any other number is taken for printing. */
const states: Readonly<Record<number, QueueFacts['state']>> = { 3: 'idle', 4: 'printing', 5: 'stopped' };

/** What cupsd calls a queue without a driver. */
const rawModel = 'Local Raw Printer';

export const queueQuestion = (name: string): Omit<IppQuestion, 'user'> => ({
  operation: 'Get-Printer-Attributes',
  target: { 'printer-uri': queueUri(name) },
  requested,
});

export const allQueuesQuestion = (limit: number): Omit<IppQuestion, 'user'> => ({
  operation: 'CUPS-Get-Printers',
  target: null,
  limit,
  requested,
});

/** The queue's name at whichever print service is asked. */
export const queueUri = (name: string): string => `ipp://localhost/printers/${encodeURIComponent(name)}`;

/** Null where the attributes are not those of a queue. */
export function readQueue(attributes: IppAttributes | undefined): QueueFacts | null {
  const read = attributesSchema.safeParse(attributes);
  if (!read.success) return null;
  const told = read.data;
  const name = told['printer-name'][0];
  const description = told['printer-info'].trim();
  return {
    name,
    deviceUri: told['device-uri'] || null,
    makeAndModel: told['printer-make-and-model'],
    description: description === '' || description === name ? null : description,
    isAccepting: told['printer-is-accepting-jobs'][0],
    state: states[told['printer-state'][0]] ?? 'printing',
    stateMessage: told['printer-state-message'].trim(),
    errorPolicy: told['printer-error-policy'],
    isRaw: told['printer-make-and-model'] === rawModel,
  };
}
