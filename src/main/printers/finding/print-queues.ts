import type { Result } from '../../../shared/failure.ts';
import type { CupsQueue } from '../cups/queues.ts';
import type { Way } from './way.ts';

/** A queue of CUPS, as far as finding needs to know it. */
export type PrintQueue = Pick<
  CupsQueue,
  'name' | 'description' | 'makeAndModel' | 'deviceUri' | 'isRaw' | 'errorPolicy' | 'direct'
>;

export type ListPrintQueues = (signal: AbortSignal) => Promise<Result<readonly PrintQueue[]>>;

/** The print queues of this computer. A raw one shows the socket behind it: raw queues are deprecated. */
export function printQueues(list: ListPrintQueues): Way {
  return {
    name: 'print queues',
    async look(seen, signal) {
      const queues = await list(signal);
      if (!queues.ok) return queues.failure.message;
      for (const queue of queues.value) {
        const { name, description, makeAndModel, deviceUri, isRaw, direct } = queue;
        seen({
          name,
          details: [
            description,
            isRaw ? 'raw queue' : makeAndModel,
            deviceUri && deviceWords(deviceUri),
            sendsAgain(queue) ? 'sends a label again after an error' : null,
          ],
          connection: { kind: 'cups', queue: name },
          direct: isRaw ? direct : null,
        });
      }
      return null;
    },
  };
}

/** The device without a user's name and password, and without its settings. */
const deviceWords = (deviceUri: string): string => deviceUri.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');

/** lpadmin(8), printer-error-policy. */
const sendsAgain = ({ errorPolicy }: PrintQueue): boolean => errorPolicy.startsWith('retry-');
