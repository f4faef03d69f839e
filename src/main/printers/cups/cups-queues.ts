import { z } from 'zod';
import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type PrinterConnection, printerConnectionSchema } from '../../../shared/printing/printer.ts';
import { createCupsClient } from './cups-client.ts';
import { cupsRefused, cupsUnavailable } from './cups-failures.ts';
import type { IppAttributes, IppRequest } from './ipp-message.ts';

/** What CUPS tells of one of its print queues. */
export interface CupsQueueAttributes {
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
const states: Readonly<Record<number, CupsQueueAttributes['state']>> = { 3: 'idle', 4: 'printing', 5: 'stopped' };

/** What cupsd calls a queue without a driver. */
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

/** The queue's name at whichever print service is asked. */
export const queueUri = (name: string): string => `ipp://localhost/printers/${encodeURIComponent(name)}`;

/** Null where the attributes are not those of a queue. */
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

/** The print queues of this computer, at most 200, in CUPS' order. A failure where there is no CUPS, in words. Never rejects. */
export async function listCupsQueues(
  signal?: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Result<readonly CupsQueue[]>> {
  const answer = await createCupsClient(environment).ask(allQueuesRequest(maxQueues), signal);
  switch (answer.kind) {
    case 'unavailable':
      return failed(cupsUnavailable(answer.installed));
    case 'refused':
      return failed(cupsRefused(answer.words));
    case 'not found': // it has none at all
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

/** `socket://10.0.0.8:9100/?waiteof=false` as an address of ours; 9100 where no port is named, as the backend takes it. */
export function directConnection(deviceUri: string | null): CupsQueue['direct'] {
  if (!deviceUri?.startsWith('socket://') || !URL.canParse(deviceUri)) return null;
  const { hostname, port } = new URL(deviceUri);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const connection = printerConnectionSchema.safeParse({ kind: 'tcp', host, ...(port && { port: Number(port) }) });
  return connection.success && connection.data.kind === 'tcp' ? connection.data : null;
}

/** What an operator should know of a queue before labels go to it, a sentence each; none for a queue without fault. */
export function queueWarnings(queue: Pick<CupsQueue, 'isRaw' | 'errorPolicy' | 'direct'>): string[] {
  return [...(queue.isRaw ? [rawQueueWords(queue.direct)] : []), ...(resendsAfterError(queue) ? [resendsWords] : [])];
}

/** "Raw print queues are now deprecated" (CHANGES of CUPS, issue 5269); version 3 has none. */
function rawQueueWords(direct: CupsQueue['direct']): string {
  const words = 'Raw print queues are to disappear from CUPS, and tell nothing of the printer.';
  return direct
    ? `${words} Print by its address ${shown(direct)} instead.`
    : `${words} Print by the printer’s own address instead, if it has one.`;
}

const shown = ({ host, port }: { host: string; port: number }): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** lpadmin(8), printer-error-policy: the job is sent again from its beginning. */
const resendsAfterError = ({ errorPolicy }: Pick<CupsQueue, 'errorPolicy'>): boolean =>
  errorPolicy === 'retry-job' || errorPolicy === 'retry-current-job';

const resendsWords =
  'After an error CUPS sends a label again by itself, whatever of it is on paper already (error policy). “abort-job” does not.';
