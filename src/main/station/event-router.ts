import type { Clock } from '../core/ports/clock.ts';
import type { OpenRecords, Records } from '../core/ports/records.ts';
import type { StoreDelivery, WebhookDelivery } from '../core/ports/webhook.ts';

/** The events of one environment. */
export interface EventSink {
  take(delivery: WebhookDelivery): Promise<'stored' | 'known'>;
  /** Keeps what was taken so far, and takes no more. */
  stop(): Promise<void>;
}

interface ActiveEvents {
  environment: { name: string };
  runtime: { events: Pick<EventSink, 'take'> };
  isLeaving(): boolean;
}

export interface EventRouterParts {
  /** The environment in use; null while one is left and the other not open yet. */
  active(): ActiveEvents | null;
  openRecords: OpenRecords;
  /** Events over records of an environment that is not shown. */
  eventsOver(environment: string, records: Records): EventSink;
  clock: Clock;
  onBug: (error: unknown) => void;
}

export interface EventRouter {
  take: StoreDelivery;
  close(): Promise<void>;
}

/** Milliseconds without a delivery after which another environment's records are closed again. */
const idleMs = 60_000;

interface InactiveEnvironment {
  records: Promise<Records>;
  events: Promise<EventSink>;
  underWay: number;
  stopWaiting(): void;
}

/**
 * Files deliveries under the environment they are for: with the one that is shown, or in records opened for them and closed again
 * when nothing came for a minute. At most one for each environment of the settings. A delivery that meets the shown environment
 * just as it is left is filed in records of its own: nothing is lost by looking at another environment.
 */
export function createEventRouter({ active, openRecords, eventsOver, clock, onBug }: EventRouterParts): EventRouter {
  const inactive = new Map<string, InactiveEnvironment>();

  const openInactive = (environment: string): InactiveEnvironment => {
    const records = openRecords(environment);
    const events = records.then((opened) => eventsOver(environment, opened));
    // Whoever waits for them is told; they are opened anew for the next delivery.
    events.catch(() => inactive.delete(environment));
    const opened: InactiveEnvironment = { records, events, underWay: 0, stopWaiting: () => {} };
    inactive.set(environment, opened);
    return opened;
  };

  const closeInactive = async (
    environment: string,
    { records, events, stopWaiting }: InactiveEnvironment,
  ): Promise<void> => {
    stopWaiting();
    inactive.delete(environment);
    try {
      await (await events).stop();
      await (await records).close();
    } catch (fault) {
      onBug(fault);
    }
  };

  const storeForInactive: StoreDelivery = async (environment, delivery) => {
    const opened = inactive.get(environment) ?? openInactive(environment);
    opened.stopWaiting();
    opened.underWay += 1;
    try {
      return await (await opened.events).take(delivery);
    } finally {
      opened.underWay -= 1;
      if (opened.underWay === 0 && inactive.get(environment) === opened) {
        opened.stopWaiting = clock.after(idleMs, () => void closeInactive(environment, opened));
      }
    }
  };

  return {
    async take(environment, delivery) {
      const current = active();
      if (current?.environment.name !== environment || current.isLeaving())
        return storeForInactive(environment, delivery);
      try {
        return await current.runtime.events.take(delivery);
      } catch (refused) {
        if (!current.isLeaving()) throw refused;
        // It came just as its records were being closed.
        return storeForInactive(environment, delivery);
      }
    },
    async close() {
      await Promise.all([...inactive].map(([environment, opened]) => closeInactive(environment, opened)));
    },
  };
}
