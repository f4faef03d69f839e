import type { CupsQueue } from './queues.ts';

/** What an operator should know of a queue before labels go to it, a sentence each; none for a queue without fault. */
export function queueWarnings(queue: Pick<CupsQueue, 'isRaw' | 'errorPolicy' | 'direct'>): string[] {
  return [...(queue.isRaw ? [rawQueueWords(queue.direct)] : []), ...(sendsAgain(queue) ? [sendsAgainWords] : [])];
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
const sendsAgain = ({ errorPolicy }: Pick<CupsQueue, 'errorPolicy'>): boolean =>
  errorPolicy === 'retry-job' || errorPolicy === 'retry-current-job';

const sendsAgainWords =
  'After an error CUPS sends a label again by itself, whatever of it is on paper already (error policy). “abort-job” does not.';
