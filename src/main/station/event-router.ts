import { fleetOf } from '../../shared/settings/fleet.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { OpenRecords, Records } from '../core/ports/records.ts';
import type { StoreDelivery, WebhookDelivery } from '../core/ports/webhook.ts';

/** The events of one environment. */
export interface EventSink {
  take(delivery: WebhookDelivery): Promise<'stored' | 'known'>;
  /** Stores what was accepted so far, and accepts no more. */
  stop(): Promise<void>;
}

interface ActiveEvents {
  environment: { name: string };
  runtime: { events: Pick<EventSink, 'take'> };
  isLeaving(): boolean;
}

export interface EventRouterParts {
  /** The environment in use; null during a switch. */
  active(): ActiveEvents | null;
  openRecords: OpenRecords;
  /** Stores events in the records of an environment that is not shown. */
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
 * Stores each delivery in the records of its environment: those of the active one, or records that are opened for it and closed after
 * a minute without deliveries. A delivery during a switch of environments is stored this way too, so none is lost.
 */
export function createEventRouter({ active, openRecords, eventsOver, clock, onBug }: EventRouterParts): EventRouter {
  const inactive = new Map<string, InactiveEnvironment>();

  const openInactive = (environment: string): InactiveEnvironment => {
    const records = openRecords(environment);
    const events = records.then((opened) => eventsOver(environment, opened));
    // Waiting deliveries get the error; the next one opens the records again.
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
        // The delivery came just as its records were closed.
        return storeForInactive(environment, delivery);
      }
    },
    async close() {
      await Promise.all([...inactive].map(([environment, opened]) => closeInactive(environment, opened)));
    },
  };
}

/** Opens records so that what is stored in them is reported to the site that shares them, once their environment is in use again. */
export const reportedToSite =
  (open: OpenRecords, settings: () => Pick<Settings, 'fleet' | 'environments'>): OpenRecords =>
  async (name) => {
    const { fleet, environments } = settings();
    const environment = environments.find((one) => one.name === name);
    const site = environment ? fleetOf(fleet, environment) : null;
    const records = await open(name);
    try {
      if (site?.role === 'bench') await records.joinSite(site.bench, site.wishes === 'refuse');
      return records;
    } catch (error) {
      await records.close();
      throw error;
    }
  };
