import { z } from 'zod';
import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type PrinterConnection, printerConnectionSchema } from '../../../shared/printing/printer-connection.ts';
import { parseUrl } from '../../../shared/values/url.ts';
import { createCupsClient } from './cups-client.ts';
import { cupsRefused, cupsUnavailable } from './cups-failures.ts';
import type { IppAttributes, IppRequest } from './ipp-message.ts';

/** The attributes of one CUPS print queue. */
export interface CupsQueueAttributes {
  readonly name: string;
  /** "socket://10.0.0.8:9100", "usb://Zebra…"; CUPS leaves passwords out. Null where not reported. */
  readonly deviceUri: string | null;
  readonly makeAndModel: string;
  /** Its description; null where there is none. */
  readonly description: string | null;
  readonly isAccepting: boolean;
  readonly state: 'idle' | 'printing' | 'stopped';
  /** Why it is in this state; may be empty. */
  readonly stateMessage: string;
  /** How CUPS treats a job that it could not send: "retry-job", "retry-current-job", "abort-job", "stop-printer". */
  readonly errorPolicy: string;
  /** True for a queue without a driver, which sends bytes unchanged. */
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

/** The longest queue name in CUPS (lpadmin(8)). */
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

/** RFC 8011, 5.4.11; any other number counts as printing. */
const states: Readonly<Record<number, CupsQueueAttributes['state']>> = { 3: 'idle', 4: 'printing', 5: 'stopped' };

/** The model that cupsd reports for a queue without a driver. */
const rawModel = 'Local Raw Printer';

export const queueRequest = (name: string): Omit<IppRequest, 'user'> => ({
  operation: 'Get-Printer-Attributes',
  target: { 'printer-uri': queueUri(name) },
  requested,
});

const allQueuesRequest = (limit: number): Omit<IppRequest, 'user'> => ({
  operation: 'CUPS-Get-Printers',
  target: null,
  limit,
  requested,
});

/** The queue's URI. The host is ignored by CUPS. */
export const queueUri = (name: string): string => `ipp://localhost/printers/${encodeURIComponent(name)}`;

/** Reads a queue; null where the attributes are not those of a queue. */
export function readQueue(attributes: IppAttributes | undefined): CupsQueueAttributes | null {
  const read = attributesSchema.safeParse(attributes);
  if (!read.success) return null;
  const attributesRead = read.data;
  const name = attributesRead['printer-name'][0];
  const description = attributesRead['printer-info'].trim();
  return {
    name,
    deviceUri: attributesRead['device-uri'] || null,
    makeAndModel: attributesRead['printer-make-and-model'],
    description: description === '' || description === name ? null : description,
    isAccepting: attributesRead['printer-is-accepting-jobs'][0],
    state: states[attributesRead['printer-state'][0]] ?? 'printing',
    stateMessage: attributesRead['printer-state-message'].trim(),
    errorPolicy: attributesRead['printer-error-policy'],
    isRaw: attributesRead['printer-make-and-model'] === rawModel,
  };
}

/** A print queue of this computer. */
export interface CupsQueue extends CupsQueueAttributes {
  /** The printer behind it, where the queue reaches it by a plain socket; null otherwise. */
  readonly direct: Extract<PrinterConnection, { kind: 'tcp' }> | null;
}

const maxQueues = 200;

/** The print queues of this computer, at most 200, in CUPS' order. A failure where there is no CUPS. Never rejects. */
export async function listCupsQueues(
  signal?: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Result<readonly CupsQueue[]>> {
  const answer = await createCupsClient(environment).ask(allQueuesRequest(maxQueues), signal);
  switch (answer.kind) {
    case 'unavailable':
      return failed(cupsUnavailable(answer.installed));
    case 'refused':
      return failed(cupsRefused(answer.report));
    case 'not found': // CUPS has no queues
      return success([]);
    case 'answered': {
      const queues = answer.groups.slice(0, maxQueues).map(readQueue);
      return success(
        queues
          .filter((queue) => queue !== null)
          .map((queue) => ({ ...queue, direct: directConnection(queue.deviceUri) })),
      );
    }
  }
}

/** `socket://10.0.0.8:9100/?waiteof=false` as a network connection; port 9100 by default, like the backend. */
export function directConnection(deviceUri: string | null): CupsQueue['direct'] {
  const url = deviceUri?.startsWith('socket://') ? parseUrl(deviceUri) : null;
  if (!url) return null;
  const { hostname, port } = url;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const connection = printerConnectionSchema.safeParse({ kind: 'tcp', host, ...(port && { port: Number(port) }) });
  return connection.success && connection.data.kind === 'tcp' ? connection.data : null;
}
