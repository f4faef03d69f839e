import { failed, type Result, success } from '../../../shared/failure.ts';
import { type PrinterConnection, printerConnectionSchema } from '../../../shared/printer.ts';
import { cupsAway, cupsRefuses } from './cups-failures.ts';
import { printService } from './print-service.ts';
import { allQueuesQuestion, type QueueFacts, readQueue } from './queue-facts.ts';

/** A print queue of this computer. */
export interface CupsQueue extends QueueFacts {
  /** The printer behind it, where the queue reaches it by a plain socket; null otherwise. */
  readonly direct: Extract<PrinterConnection, { kind: 'tcp' }> | null;
}

const mostQueues = 200;

/** The print queues of this computer, at most 200, in CUPS' order. A failure where there is no CUPS, in words. Never rejects. */
export async function listCupsQueues(
  signal?: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Result<readonly CupsQueue[]>> {
  const answer = await printService(environment).ask(allQueuesQuestion(mostQueues), signal);
  switch (answer.kind) {
    case 'away':
      return failed(cupsAway(answer.installed));
    case 'refused':
      return failed(cupsRefuses(answer.words));
    case 'not known': // it has none at all
      return success([]);
    case 'answered': {
      const queues = answer.groups.slice(0, mostQueues).map(readQueue);
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
