import type { SiteView } from '../../shared/contract/station-view.ts';
import { utcOffsetOf } from '../../shared/settings/environment.ts';
import type { Fleet } from '../../shared/settings/fleet.ts';
import type { ClockFinding } from '../../shared/site/heartbeat.ts';
import { benchName } from '../../shared/site/parcel-at-site.ts';
import { createEvents } from '../core/events/event-intake.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { OpenRecords } from '../core/ports/records.ts';
import type { AppliedFacts, PausedBench, SiteArrival, SiteRecords } from '../core/ports/site-records.ts';
import type { WebhookDelivery } from '../core/ports/webhook.ts';
import type { Activity } from '../core/ports/write-context.ts';
import { joinSite, type SharedEnvironmentSettings } from '../site/join-site.ts';
import type { ConnectionProblem } from '../site/nats-connection.ts';
import type { Site } from '../site/open-site.ts';

/** What is measured of one environment. Counts are since the start. */
export interface EnvironmentFigures {
  readonly environment: string;
  readonly state: SiteView['state'];
  /** Why there is no connection; null where there is one. */
  readonly problem: ConnectionProblem['kind'] | null;
  /** Why the server stores nothing that the hub sends; null where it does. */
  readonly blockedBy: SiteView['blockedBy'] | null;
  /** What the environment takes of the server's storage; null where the server gives no answer. */
  readonly streamBytes: number | null;
  /** Facts of benches that were read from the engine. */
  readonly factsApplied: number;
  /** Facts of the hub that the engine does not have; null before the first connection. */
  readonly factsWaiting: number | null;
  /** Deliveries that were stored. */
  readonly eventsReceived: number;
  /** Milliseconds since 1970; null where none came. */
  readonly lastWebhookAt: number | null;
  /** What these sent lately is missing here too: each sent more than its budget. */
  readonly pausedBenches: readonly PausedBench[];
  /** Since when facts may be missing here, seconds; 0 while everything in the engine is here. */
  readonly secondsBehind: number;
}

/** One shared environment at the hub: its records, its events and its connection. It prints, orders and holds nothing. */
export interface HubEnvironment {
  readonly name: string;
  take(delivery: WebhookDelivery): Promise<'stored' | 'known'>;
  /** There are facts to send. */
  sendFacts(): void;
  /** Writes to the journal of its records. */
  note(activity: Activity): Promise<void>;
  /** Rejects where the records do not answer. */
  checkRecords(): Promise<void>;
  figures(): Promise<EnvironmentFigures>;
  close(): Promise<void>;
}

export interface HubEnvironmentParts {
  readonly environment: SharedEnvironmentSettings;
  readonly fleet: Fleet;
  readonly seed: string | null;
  readonly openRecords: OpenRecords;
  readonly clock: Clock;
  /** Packbench's own version. */
  readonly version: string;
  onServer(version: string): void;
  onProblem(environment: string, problem: ConnectionProblem | null): void;
  /** The server begins to store nothing that the hub sends. */
  onBlocked(view: SiteView): void;
  onClock(finding: ClockFinding): void;
  onPaused(bench: string): void;
  onBug(error: unknown): void;
}

/** Opens its records and connects in the background. Rejects with a StorageError. */
export async function openHubEnvironment(parts: HubEnvironmentParts): Promise<HubEnvironment> {
  const { environment, fleet, clock, onBug } = parts;
  const { name } = environment;
  const records = await parts.openRecords(name);
  const utcOffset = utcOffsetOf(environment);
  const events = createEvents({
    ...{ records, clock, onBug, notices: null, utcOffset: () => utcOffset },
    // No window shows this environment, and no order of it is under way here.
    ...{ publish: () => {}, announce: () => {} },
  });
  let [factsApplied, eventsReceived] = [0, 0];
  let lastWebhookAt: number | null = null;
  let problem: ConnectionProblem | null = null;
  let behindSince: number | null = clock.now();
  let site: Site | null = null;
  let isBlocked = false;
  const noteState = (): void => {
    behindSince = site?.state().isCaughtUp ? null : (behindSince ?? clock.now());
    const wasBlocked = isBlocked;
    isBlocked = (site?.state().blocked ?? null) !== null;
    if (isBlocked && !wasBlocked) void site?.view().then(parts.onBlocked).catch(onBug);
  };

  let untaken: readonly SiteArrival[] = [];
  const count = (applied: AppliedFacts): AppliedFacts => {
    const taken = untaken.slice(0, applied.taken);
    untaken = untaken.slice(applied.taken);
    factsApplied += taken.filter((arrival) => arrival.kind === 'fact' && benchName(arrival.by) !== fleet.bench).length;
    return applied;
  };
  const counted: SiteRecords = {
    ...records,
    async applySite(arrivals, ...conditions) {
      untaken = arrivals;
      return count(await records.applySite(arrivals, ...conditions));
    },
    applySiteRest: async (...conditions) => count(await records.applySiteRest(...conditions)),
  };
  const opened = await joinSite({
    ...{ fleet, seed: parts.seed, environment, records: counted, clock, onBug },
    ...{ version: parts.version, printers: [], onPrinters: () => {}, onHubAnswer: () => {} },
    ...{ onClock: parts.onClock, onPaused: parts.onPaused },
    // It answers for what the benches no longer keep.
    keepDays: () => null,
    // The hub has no token.
    withoutToken: (raw) => raw,
    onApplied: () => {},
    onChange: () => noteState(),
    // It holds no parcel that could be asked for.
    onFlood: () => {},
    link: {
      onServer: parts.onServer,
      onProblem(next) {
        problem = next;
        parts.onProblem(name, next);
      },
    },
  });
  site = opened;
  noteState();

  return {
    name,
    async take(delivery) {
      const taken = await events.take(delivery);
      eventsReceived += taken === 'stored' ? 1 : 0;
      lastWebhookAt = clock.now();
      return taken;
    },
    sendFacts: opened.wake,
    note: records.note,
    checkRecords: async () => void (await records.ownSiteIds()),
    async figures() {
      const [{ state, unsent, blockedBy = null }, streamBytes] = await Promise.all([
        opened.view(),
        opened.storedBytes(),
      ]);
      const secondsBehind = behindSince === null ? 0 : (clock.now() - behindSince) / 1_000;
      return {
        ...{ environment: name, state, problem: problem?.kind ?? null, factsApplied, factsWaiting: unsent },
        ...{ eventsReceived, lastWebhookAt, secondsBehind, blockedBy, streamBytes },
        pausedBenches: opened.paused(),
      };
    },
    async close() {
      await Promise.all([events.stop(), opened.close()]);
      await records.close();
    },
  };
}
