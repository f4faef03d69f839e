import type { SiteView } from '../../shared/contract/station-view.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import type { Fleet } from '../../shared/settings/fleet.ts';
import { type BenchKeys, withKeyOf } from '../../shared/site/bench-keys.ts';
import type { ClockFinding } from '../../shared/site/heartbeat.ts';
import type { BenchId, HolderAct } from '../../shared/site/parcel-at-site.ts';
import type { SiteDetails } from '../../shared/site/site-details.ts';
import { holderActSchema } from '../../shared/site/site-facts.ts';
import { parseJson } from '../../shared/values/json.ts';
import { createThrottledNotifier } from '../concurrency/throttled-notifier.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { ParcelHolding } from '../core/ports/parcel-holding.ts';
import type { SharedPrinters } from '../core/ports/printing.ts';
import type { HubQuestions } from '../core/ports/scan-records.ts';
import { engineKeepsDays, type SiteEngine, type SiteMessage } from '../core/ports/site-engine.ts';
import type { AppliedFacts, PausedBench, SiteRecords } from '../core/ports/site-records.ts';
import type { NewEvent } from '../core/ports/webhook.ts';
import { createHeartbeats } from './heartbeats.ts';
import { createHubLookUps } from './hub-look-ups.ts';
import { type NatsSite, openNatsEngine } from './nats-engine.ts';
import { createParcelHolder } from './parcel-holder.ts';
import { openPausedBenches } from './paused-benches.ts';
import { createActSigner, readSignedAct } from './signed-act.ts';
import type { SharedEnvironment } from './site-stream.ts';
import { type SiteSyncState, startSiteSync } from './site-sync.ts';
import { createTakeOvers, type TakeOvers } from './take-over.ts';

/** A shared environment of one bench: its connection to the site, and who holds its parcels. */
export interface Site {
  readonly holding: ParcelHolding;
  readonly printers: SharedPrinters;
  readonly hub: HubQuestions;
  /** The state of the connection, for the screens. */
  view(): Promise<SiteView>;
  /** What Settings shows besides. */
  details(): Promise<SiteDetails>;
  readonly takeOvers: Pick<TakeOvers, 'count' | 'run'>;
  /** The benches that sent more than their budget. */
  paused(): readonly PausedBench[];
  /** Reads on what a paused bench sent, with a new budget. False where it is not paused. @param bench its name, without an epoch */
  readOn(bench: string): Promise<boolean>;
  state(): SiteSyncState;
  /** What the environment takes of the engine's storage, bytes; null where it gives no answer. */
  storedBytes(): Promise<number | null>;
  /** There are new facts to send. */
  wake(): void;
  close(): Promise<void>;
}

export interface SiteParts {
  fleet: Fleet;
  /** The id under which the records send (`SiteRecords.joinSite`). */
  bench: BenchId;
  environment: SharedEnvironment;
  /** The seed of the bench's key; null on this computer alone, where acts are not signed. */
  seed: string | null;
  records: SiteRecords;
  /** How long records are kept; null: for good, as at a hub. */
  keepDays: () => number | null;
  clock: Clock;
  /** Packbench's own version. */
  version: string;
  /** The printers of this station. */
  printers: readonly Printer[];
  eventOf(delivered: { receivedAt: string; raw: Uint8Array }): NewEvent | null;
  onApplied(applied: AppliedFacts): void;
  onChange(): void;
  /** A bench asks for parcels, or reports deletions of others' parcels, so often that it is not listened to. */
  onFlood(bench: BenchId, of: 'wishes' | 'deletions'): void;
  /** A bench sent more than its budget, and is paused from now on. @param bench its name */
  onPaused(bench: string): void;
  /** A clock of the site is wrong; called once for each, until it is right again. */
  onClock(finding: ClockFinding): void;
  /** Other printers may be shared with other benches than before. */
  onPrinters(): void;
  /** The hub answered, or does not. */
  onHubAnswer(): void;
  onBug: (error: unknown) => void;
  /** Longest pause between two attempts to connect, milliseconds. */
  longestPauseMs?: number;
  /** What a hub reports of its connection. */
  link?: Pick<NatsSite, 'onServer' | 'onProblem'>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Counts that the screens show are read again so often at most, milliseconds. */
const countsMs = 1_000;

/** Connects in the background. Without the engine, each parcel's holder goes on as `fleet.alone` says. */
export async function openSite(parts: SiteParts): Promise<Site> {
  const { fleet, bench, environment, seed, records, clock, onBug } = parts;
  const signer = seed === null ? null : createActSigner(seed);
  if (signer) await records.publishKey(signer.publicKey, instant(clock.now()));
  let keys: BenchKeys = new Map(await records.benchKeys());

  const readAct = ({ subject, data, after }: SiteMessage): HolderAct | null => {
    const gid = 'parcel' in subject ? subject.parcel : '';
    if (signer) {
      const read = readSignedAct(data, { environment: environment.name, gid }, (other) => keys.get(other) ?? []);
      // Elsewhere, another bench sent it again.
      return read.kind === 'act' && read.after === after ? read.act : null;
    }
    return holderActSchema.safeParse(parseJson(Buffer.from(data).toString())).data ?? null;
  };

  const paused = await openPausedBenches(records, () => {
    parts.onChange();
    holder.linkChanged();
  });
  // Behind what reads the records, and may fail: its connection would stay.
  const engine: SiteEngine = openNatsEngine({
    // Another one with each start: what an ended station left is free once the server knows that it has ended.
    ...{ servers: fleet.servers, bench: fleet.bench, environment, station: crypto.randomUUID() },
    ...(fleet.caFile !== undefined && { caFile: fleet.caFile }),
    ...(seed !== null && { seed }),
    ...(parts.longestPauseMs !== undefined && { longestPauseMs: parts.longestPauseMs }),
    ...parts.link,
  });
  let last: { state: SiteView['state']; since: number } = { state: 'offline', since: clock.now() };
  /** What the last view said is to be sent, null: unknown. It is read again when all of it is. */
  let viewed: number | null = 0;
  let sync: ReturnType<typeof startSiteSync> | null = null;
  const holder = createParcelHolder({
    ...{
      engine,
      records,
      clock,
      bench,
      alone: fleet.alone,
      answersWishes: fleet.wishes !== 'refuse',
      readAct,
      isPaused: paused.isPaused,
      onFlood: parts.onFlood,
      onBug,
    },
    isConnected: () => takesPart(sync?.state()),
    writeAct: (gid, act, after) =>
      signer ? signer.write(act, { environment: environment.name, gid, after }) : Buffer.from(JSON.stringify(act)),
  });
  const isHub = fleet.role === 'hub';
  const heartbeats = createHeartbeats({ ...parts, isHub });
  const lookUps = createHubLookUps({
    ...{ records, clock, isHub, onAnswer: parts.onHubAnswer, onBug },
    isConnected: () => sync?.state().isConnected === true && sync.state().blocked === null,
  });
  const counts = createThrottledNotifier(clock, countsMs, parts.onChange);
  sync = startSiteSync({
    ...{ engine, clock, records, readAct, eventOf: parts.eventOf, onError: onBug },
    ...{ isPaused: paused.isPaused, beginReading: paused.beginReading },
    keepSince(storedAt) {
      const days = parts.keepDays();
      // What is passed over does not come again: a clock that is far ahead for an hour would lose all of that hour.
      return days === null ? null : instant(Math.min(clock.now(), storedAt) - days * dayMs);
    },
    onFact(by, fact) {
      keys = withKeyOf(keys, by, fact);
    },
    onSent() {
      heartbeats.sent();
      if (viewed !== 0) parts.onChange();
      viewed = 0;
    },
    onApplied(applied, isLive) {
      if (applied.hasHeartbeats) heartbeats.heard();
      for (const name of applied.paused) parts.onPaused(name);
      if (applied.paused.length > 0) void paused.refresh().catch(onBug);
      parts.onApplied(applied);
      // A bench whose answers are not stored gives none: the other one asks an operator, as where it is away.
      holder.applied(applied, isLive && takesPart(sync?.state()));
      lookUps.applied(applied, isLive);
    },
    onChange(state) {
      if (!state.isConnected || state.blocked) heartbeats.unlinked();
      const shown = shownState(state);
      if (shown !== last.state) last = { state: shown, since: clock.now() };
      parts.onChange();
      holder.linkChanged();
    },
    onProgress: counts.notify,
  });
  const started = sync;
  const takeOvers = createTakeOvers({
    ...{ records, holder, onChange: parts.onChange },
    isConnected: () => takesPart(started.state()),
  });
  const closing = new AbortController();
  /** What the bench did before it joined the site, as far as the engine keeps facts. */
  const shareEarlier = async (): Promise<void> => {
    const since = instant(clock.now() - engineKeepsDays * dayMs);
    let below = await records.shareEarlierOrders(since, null);
    while (below !== null && !closing.signal.aborted) below = await records.shareEarlierOrders(since, below);
  };
  const sharing = shareEarlier().catch(onBug);

  return {
    holding: holder,
    printers: heartbeats,
    hub: lookUps,
    paused: paused.list,
    async readOn(name) {
      const isPaused = await records.readOn(name);
      if (isPaused) started.readAgain();
      return isPaused;
    },
    state: started.state,
    async view() {
      viewed = null;
      const known = started.acknowledged().get(bench);
      const unsent = known === undefined ? null : await records.countOutgoing(bench, known);
      viewed = unsent;
      const { state, since } = last;
      const { blocked } = started.state();
      const progress = started.progress();
      if (state === 'blocked' && blocked)
        return { state, blockedBy: blocked.by, since: instant(blocked.since), unsent };
      return { state, since: instant(since), unsent, ...(state === 'reading' && progress && { progress }) };
    },
    async details() {
      const [wishes, deletions] = [holder.wishes(), holder.deletions()];
      const sinceOf = new Map(paused.list().map((one) => [one.bench, one.since]));
      const [benches, unapplied] = await Promise.all([records.siteBenches(), records.countUnapplied()]);
      return {
        ...{ bench: fleet.bench, alone: fleet.alone, wishes: fleet.wishes ?? 'answer', unapplied },
        takingOver: takeOvers.running(),
        benches: benches.map(({ name, lastHeardAt, version }) => ({
          ...{ name, version, pausedSince: sinceOf.get(name) ?? null },
          ...{ wishes: wishes.get(name) ?? null, deletions: deletions.get(name) ?? null },
          lastHeardAt: Date.parse(lastHeardAt) < dayMs ? null : lastHeardAt,
        })),
      };
    },
    takeOvers,
    async storedBytes() {
      const data = await engine.data();
      return data === 'away' ? null : data.bytes;
    },
    wake() {
      started.wake();
      // There is one more to send. Where the server stores it, `onSent` says so.
      if (last.state === 'offline' || last.state === 'blocked') counts.notify();
    },
    async close() {
      closing.abort();
      counts.stop();
      await takeOvers.close();
      await sharing;
      lookUps.close();
      await heartbeats.close();
      await holder.close();
      await started.close();
      await engine.close();
    },
  };
}

/** True while this bench knows what the others did, and they what it does. */
const takesPart = (state: SiteSyncState | undefined): boolean => state?.isCaughtUp === true && state.blocked === null;

function shownState({ isConnected, isCaughtUp, isCopied, blocked }: SiteSyncState): SiteView['state'] {
  if (isCopied) return 'copied';
  if (!isConnected) return 'offline';
  if (blocked) return 'blocked';
  return isCaughtUp ? 'connected' : 'reading';
}
