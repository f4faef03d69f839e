import type { Clock } from './core/ports/clock.ts';
import type { OpenRecords, Records } from './core/ports/records.ts';
import type { TakeDelivery, WebhookDelivery } from './core/ports/webhook.ts';

/** The events of one environment. */
export interface TakesEvents {
  take(delivery: WebhookDelivery): Promise<'stored' | 'known'>;
  /** Keeps what was taken so far, and takes no more. */
  stop(): Promise<void>;
}

interface ShownEvents {
  environment: { name: string };
  bench: { events: Pick<TakesEvents, 'take'> };
  isLeaving(): boolean;
}

export interface FilingParts {
  /** The environment in use; null while one is left and the other not open yet. */
  shown(): ShownEvents | null;
  openRecords: OpenRecords;
  /** Events over records of an environment that is not shown. */
  eventsOver(environment: string, records: Records): TakesEvents;
  clock: Clock;
  onBug: (error: unknown) => void;
}

export interface Filing {
  take: TakeDelivery;
  close(): Promise<void>;
}

/** Milliseconds without a delivery after which another environment's records are closed again. */
const idleMs = 60_000;

interface OpenAside {
  records: Promise<Records>;
  events: Promise<TakesEvents>;
  underWay: number;
  stopWaiting(): void;
}

/**
 * Files deliveries under the environment they are for: with the one that is shown, or in records opened for them and closed again
 * when nothing came for a minute. At most one for each environment of the settings. A delivery that meets the shown environment
 * just as it is left is filed in records of its own: nothing is lost by looking at another environment.
 */
export function composeFiling({ shown, openRecords, eventsOver, clock, onBug }: FilingParts): Filing {
  const aside = new Map<string, OpenAside>();

  const openAside = (environment: string): OpenAside => {
    const records = openRecords(environment);
    const events = records.then((opened) => eventsOver(environment, opened));
    // Whoever waits for them is told; they are opened anew for the next delivery.
    events.catch(() => aside.delete(environment));
    const opened: OpenAside = { records, events, underWay: 0, stopWaiting: () => {} };
    aside.set(environment, opened);
    return opened;
  };

  const closeAside = async (environment: string, { records, events, stopWaiting }: OpenAside): Promise<void> => {
    stopWaiting();
    aside.delete(environment);
    try {
      await (await events).stop();
      await (await records).close();
    } catch (fault) {
      onBug(fault);
    }
  };

  const takeAside: TakeDelivery = async (environment, delivery) => {
    const opened = aside.get(environment) ?? openAside(environment);
    opened.stopWaiting();
    opened.underWay += 1;
    try {
      return await (await opened.events).take(delivery);
    } finally {
      opened.underWay -= 1;
      if (opened.underWay === 0 && aside.get(environment) === opened) {
        opened.stopWaiting = clock.after(idleMs, () => void closeAside(environment, opened));
      }
    }
  };

  return {
    async take(environment, delivery) {
      const open = shown();
      if (open?.environment.name !== environment || open.isLeaving()) return takeAside(environment, delivery);
      try {
        return await open.bench.events.take(delivery);
      } catch (refused) {
        if (!open.isLeaving()) throw refused;
        // It came just as its records were being closed.
        return takeAside(environment, delivery);
      }
    },
    async close() {
      await Promise.all([...aside].map(([environment, opened]) => closeAside(environment, opened)));
    },
  };
}
