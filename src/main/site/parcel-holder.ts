import type { Fleet } from '../../shared/settings/fleet.ts';
import { benchName } from '../../shared/site/heartbeat.ts';
import {
  type BenchSituation,
  nextDeletionStep,
  nextPrintStep,
  type Step,
  takeOverStep,
} from '../../shared/site/holder-protocol.ts';
import {
  type BenchId,
  copiesElsewhere,
  type HolderAct,
  holdState,
  unknownAtSite,
} from '../../shared/site/parcel-at-site.ts';
import type { WishCount } from '../../shared/site/site-details.ts';
import { createWishLimit } from '../../shared/site/wish-limit.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { HoldingAnswer, ParcelHolding } from '../core/ports/parcel-holding.ts';
import type { SiteEngine, SiteMessage } from '../core/ports/site-engine.ts';
import type { AppliedFacts, ParcelWish, SiteParcel, SiteRecords } from '../core/ports/site-records.ts';

/** A parcel with its number in the records. */
type HeldParcel = SiteParcel & { readonly parcelId: number };

/** Carries out the steps of the holder protocol for one bench: claims, wishes, releases. */
export interface ParcelHolder extends ParcelHolding {
  /** Takes a parcel over from a bench that is gone for good. False where that bench does not hold it, or the engine does not answer. */
  takeOver(parcelId: number, isGone: (bench: BenchId) => boolean): Promise<boolean>;
  /** How often each bench asked for a parcel since the start, by its name. */
  wishes(): ReadonlyMap<string, WishCount>;
  /** Facts of other benches are on disk. `isLive`: they were sent since this connection began. */
  applied(facts: AppliedFacts, isLive: boolean): void;
  /** The connection, or how much of it was read, has changed. */
  linkChanged(): void;
  close(): void;
}

export interface ParcelHolderParts {
  engine: SiteEngine;
  records: SiteRecords;
  clock: Clock;
  bench: BenchId;
  alone: Fleet['alone'];
  /** False: wishes of others are not answered, as if this bench were away. */
  answersWishes: boolean;
  /** Everything that other benches sent has been read. */
  isConnected: () => boolean;
  /** An act as a message on its parcel's subject, behind the one with that number; and one that was read, null where it is not to be believed. */
  writeAct(gid: string, act: HolderAct, after: number): Uint8Array;
  readAct(message: SiteMessage): { act: HolderAct } | null;
  /** What that bench did lately is not known here, so that no answer of it is waited for: an operator decides. */
  isPaused(bench: BenchId): boolean;
  /** A bench asks so often that it is not listened to; called once. */
  onFlood(bench: BenchId): void;
  onBug: (error: unknown) => void;
}

/** A holder that has not answered by then is away, milliseconds. An operator waits for it. */
const answerWithinMs = 4_000;
/** A wish for a parcel that is being printed is tried again, milliseconds. */
const releaseAgainMs = 500;
/** How often an act that another one preceded is tried again at once. */
const mostAttempts = 5;
/** Most wishes that wait for an own label or deletion to end; later ones are not answered, so that the other bench asks an operator. */
const mostWaitingWishes = 100;

export function createParcelHolder(parts: ParcelHolderParts): ParcelHolder {
  const { engine, records, clock, bench, alone } = parts;
  const limit = createWishLimit();
  const listeners = new Set<Parameters<ParcelHolding['onChanged']>[0]>();
  /** Benches that did not answer, until something of theirs is read. */
  const away = new Set<BenchId>();
  /** The bench that was asked for each parcel, and when. */
  const asked = new Map<string, { to: BenchId; at: number }>();
  /** Wishes of others that wait for a label or a deletion here, and since when. */
  const waiting = new Map<string, { wish: ParcelWish; since: number }>();
  const timers = new Set<() => void>();
  const wishCounts = new Map<string, WishCount>();

  const changed = (parcels: readonly number[] | null): void => {
    for (const listener of [...listeners]) listener(parcels);
  };
  const later = (milliseconds: number, work: () => void): void => {
    const cancel = clock.after(milliseconds, () => {
      timers.delete(cancel);
      work();
    });
    timers.add(cancel);
  };
  const inBackground = (work: Promise<unknown>): void => void work.catch(parts.onBug);

  const situation = (): BenchSituation => ({
    ...{ bench, alone, isConnected: parts.isConnected() },
    isAway: (other) => away.has(other) || parts.isPaused(other),
  });

  /** Sends an act; true where the parcel is to be looked at again: it was stored, or another one was there before. */
  const sendAct = async (gid: string, act: HolderAct, after: number): Promise<'stored' | 'refused' | 'unknown'> => {
    const answer = await engine.append({ parcel: gid }, parts.writeAct(gid, act, after), after);
    if (answer.kind === 'stored') {
      await records.storeAct(gid, act, answer.sequence, instant(clock.now()));
      return 'stored';
    }
    if (answer.kind !== 'refused') return 'unknown';
    const last = await engine.lastOf({ parcel: gid });
    const found = last === 'away' || last === null ? null : parts.readAct(last);
    if (found && last !== 'away' && last) await records.keepAct(gid, found.act, last.sequence);
    return found ? 'refused' : 'unknown';
  };

  const wishFor = async (
    { parcelId, ...here }: HeldParcel,
    to: BenchId,
    purpose: ParcelWish['purpose'],
  ): Promise<HoldingAnswer | null> => {
    const known = asked.get(here.gid);
    const now = clock.now();
    if (known?.to === to && now - known.at >= answerWithinMs) {
      asked.delete(here.gid);
      away.add(to);
      return null;
    }
    if (known?.to !== to) {
      asked.set(here.gid, { to, at: now });
      await records.sendWish({ gid: here.gid, to, purpose }, instant(now));
      later(answerWithinMs, () => changed([parcelId]));
    }
    return { kind: 'wait', bench: to };
  };

  const carryOut = async (
    here: HeldParcel,
    step: Step,
    purpose: ParcelWish['purpose'],
  ): Promise<HoldingAnswer | null> => {
    switch (step.kind) {
      case 'act':
      case 'refuse':
        return step;
      case 'ask':
        return { kind: 'ask', questions: step.questions, benches: benchesIn(here, bench) };
      case 'wait':
        return { kind: 'wait', bench: null };
      case 'take-over-alone':
        await records.storeAct(here.gid, step.act, null, instant(clock.now()));
        return null;
      case 'claim':
        return (await sendAct(here.gid, step.act, step.after)) === 'unknown' ? { kind: 'wait', bench: null } : null;
      case 'wish':
        return wishFor(here, step.to, purpose);
    }
  };

  /** Releases a parcel that another bench asked for, or waits until it may. */
  const answerWish = async (wish: ParcelWish): Promise<void> => {
    const key = `${wish.gid} ${wish.by}`;
    const answer = await records.beginRelease(wish.gid, instant(clock.now()));
    if (answer.kind === 'not-holder') return void waiting.delete(key);
    if (answer.kind === 'wait') {
      const known = waiting.get(key) ?? { wish, since: clock.now() };
      // By then the other bench has asked an operator.
      if (clock.now() - known.since >= answerWithinMs || waiting.size >= mostWaitingWishes)
        return void waiting.delete(key);
      waiting.set(key, known);
      return later(releaseAgainMs, () => inBackground(answerWish(wish)));
    }
    waiting.delete(key);
    // Without an answer it stays released here until the act, or another one, is read.
    if ((await sendAct(wish.gid, answer.act, answer.after)) === 'refused') await records.endRelease(wish.gid);
    changed(null);
  };

  /** Counts a wish; true where it is answered. */
  const isHeard = ({ by }: ParcelWish): boolean => {
    const name = benchName(by);
    const heard = limit.note(by, clock.now());
    const isAnswered = heard.kind === 'heard' && parts.answersWishes;
    const { asked, refused } = wishCounts.get(name) ?? { asked: 0, refused: 0 };
    // A hostile bench cannot invent names without end: the engine lets it write under its own alone.
    wishCounts.set(name, { asked: asked + 1, refused: refused + (isAnswered ? 0 : 1), lastAt: instant(clock.now()) });
    if (heard.kind === 'ignored' && heard.isFirst) parts.onFlood(by);
    return isAnswered;
  };

  return {
    async may(parcelId, purpose, confirmed) {
      const next = purpose === 'print' ? nextPrintStep : nextDeletionStep;
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const here = (await records.parcelAtSite(parcelId)) ?? (await records.shareParcel(parcelId));
        // Its texts are too long for the site: no other bench knows it.
        if (!here) return { kind: 'act' };
        const step = next(here, situation(), confirmed);
        if (step.kind !== 'wish') asked.delete(here.gid);
        const answer = await carryOut({ ...here, parcelId }, step, purpose);
        if (answer) return answer;
      }
      return { kind: 'wait', bench: null };
    },
    async takeOver(parcelId, isGone) {
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const here = await records.parcelAtSite(parcelId);
        const step = here && takeOverStep(here, situation(), isGone);
        if (!here || !step) return attempt > 0 && holdState(here?.shared ?? unknownAtSite, bench) === 'held';
        if ((await carryOut({ ...here, parcelId }, step, 'print')) !== null) return false;
      }
      return false;
    },
    wishes: () => wishCounts,
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    applied({ benches, wishes, parcels }, isLive) {
      if (isLive) for (const other of benches) away.delete(other);
      // Those that waited in the engine were meant for an earlier time.
      for (const wish of isLive ? wishes : []) {
        if (isHeard(wish)) inBackground(answerWish(wish));
      }
      if (parcels.length > 0) changed(parcels);
    },
    linkChanged() {
      if (!parts.isConnected()) asked.clear();
      changed(null);
    },
    close() {
      for (const cancel of timers) cancel();
      timers.clear();
      listeners.clear();
    },
  };
}

/** The other benches that hold the parcel, printed it or asked to delete it. */
const benchesIn = ({ shared, lastAct }: SiteParcel, bench: BenchId): BenchId[] => {
  const holder = lastAct?.holding ?? shared.holding;
  const named = [
    ...copiesElsewhere([...shared.copies, ...(lastAct?.copies ?? [])], bench).map((copy) => copy.bench),
    ...shared.requests.map((request) => request.bench),
    ...(holder && !holder.isReleased ? [holder.bench] : []),
  ];
  return [...new Set(named)].filter((other) => other !== bench).sort();
};
