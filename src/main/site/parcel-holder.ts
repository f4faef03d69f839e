import { createHash } from 'node:crypto';
import type { Fleet } from '../../shared/settings/fleet.ts';
import {
  type ActToSend,
  type BenchSituation,
  knownOf,
  type LastMessage,
  nextDeletionStep,
  nextPrintStep,
  presentHolding,
  presentOfCode,
  requestOf,
  type SiteQuestion,
  type Step,
  takeOverStep,
  unknownDeletionStep,
} from '../../shared/site/holder-protocol.ts';
import {
  type BenchId,
  benchName,
  copiesElsewhere,
  type HolderAct,
  holdState,
  unknownAtSite,
} from '../../shared/site/parcel-at-site.ts';
import type { DeletionCount, WishCount } from '../../shared/site/site-details.ts';
import { createWishLimit } from '../../shared/site/wish-limit.ts';
import { createRunningWork } from '../concurrency/running-work.ts';
import { createTimedQueue } from '../concurrency/serial-queue.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { HoldingAnswer, ParcelHolding } from '../core/ports/parcel-holding.ts';
import type { SiteAnswer, SiteEngine, SiteMessage } from '../core/ports/site-engine.ts';
import type { AppliedFacts, CountedDeletion, ParcelWish, SiteParcel, SiteRecords } from '../core/ports/site-records.ts';
import { answerWithinMs, createWishQueue } from './wish-queue.ts';

/** A parcel with its number in the records. */
type HeldParcel = SiteParcel & { readonly parcelId: number };

/** Carries out the steps of the holder protocol for one bench: claims, wishes, releases. */
export interface ParcelHolder extends ParcelHolding {
  /** Takes a parcel over from a bench that is gone for good. False where that bench does not hold it, or the engine does not answer. */
  takeOver(parcelId: number, isGone: (bench: BenchId) => boolean): Promise<boolean>;
  /** How often each bench asked for a parcel since the start, by its name. */
  wishes(): ReadonlyMap<string, WishCount>;
  /** The same of deletions that it reported of parcels which it did not order. */
  deletions(): ReadonlyMap<string, DeletionCount>;
  /** Facts of other benches are on disk. `isLive`: they were sent since this connection began. */
  applied(facts: AppliedFacts, isLive: boolean): void;
  /** The connection, or how much of it was read, has changed. */
  linkChanged(): void;
  close(): Promise<void>;
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
  readAct(message: SiteMessage): HolderAct | null;
  /** What that bench did lately is not known here, so that no answer of it is waited for: an operator decides. */
  isPaused(bench: BenchId): boolean;
  /** A bench asks, or reports deletions, so often that it is not listened to; called once. */
  onFlood(bench: BenchId, of: 'wishes' | 'deletions'): void;
  onBug: (error: unknown) => void;
}

/** A wish for a parcel that is being printed is tried again, milliseconds. */
const releaseAgainMs = 500;
/** An act that the engine did not answer is sent again, milliseconds. */
const sendAgainMs = 1_000;
/** Releases that are sent before the first is answered: they share the engine's writes. */
const atOnce = 10;
/** How often an act that another one preceded is tried again at once. */
const mostAttempts = 5;
/** Most wishes that wait for an own label or deletion to end; later ones are not answered, so that the other bench asks an operator. */
const mostWaitingWishes = 100;

export function createParcelHolder(parts: ParcelHolderParts): ParcelHolder {
  const { engine, records, clock, bench, alone } = parts;
  const limit = createWishLimit();
  const listeners = new Set<Parameters<ParcelHolding['onChanged']>[0]>();
  /** Wishes of others that wait for a label or a deletion here, and since when. */
  const waiting = new Map<string, number>();
  /** Parcels whose release is under way. */
  const releasing = new Set<string>();
  const timers = new Set<() => void>();
  const wishCounts = new Map<string, WishCount>();
  const deletionCounts = new Map<string, DeletionCount>();

  const changed = (parcels: readonly number[] | null): void => {
    for (const listener of [...listeners]) listener(parcels);
  };
  let isClosed = false;
  const later = (milliseconds: number, work: () => void): void => {
    if (isClosed) return;
    const cancel = clock.after(milliseconds, () => {
      timers.delete(cancel);
      work();
    });
    timers.add(cancel);
  };
  /** What nothing waits for but the end of the station: it uses the records. */
  const background = createRunningWork();
  const inBackground = (work: () => Promise<unknown>): void => {
    if (!isClosed) void background.add(work().catch(parts.onBug));
  };

  const asked = createWishQueue({
    clock,
    send: (wish) => inBackground(() => records.sendWish(wish, instant(clock.now()))),
    onSilent: changed,
  });

  /** @param takesActs false: the engine just refused one, for a reason that lasts */
  const situation = (gid: string, takesActs = true): BenchSituation => ({
    ...{ bench, alone, isConnected: parts.isConnected() && takesActs },
    isAway: (other) => asked.isSilent(other, gid) || parts.isPaused(other),
  });

  const lastOn = async (gid: string): Promise<SiteAnswer<LastMessage | null>> => {
    const found = await engine.lastOf({ parcel: gid });
    return found === null || found === 'away' ? found : { sequence: found.sequence, act: parts.readAct(found) };
  };

  /** Sends an act. Where it is refused, what is last on the parcel's subject is known then. `isOnly`: a release that was not sent before. */
  const sendAct = async (
    gid: string,
    { act, after }: ActToSend,
    isOnly = false,
  ): Promise<'stored' | 'refused' | 'blocked' | 'not-sent' | 'unknown'> => {
    const answer = await engine.append({ parcel: gid }, parts.writeAct(gid, act, after), after);
    const at = instant(clock.now());
    switch (answer.kind) {
      case 'stored':
        await records.storeAct(gid, act, answer.sequence, at);
        return 'stored';
      case 'unknown':
      case 'blocked':
        return answer.kind;
      case 'away':
      case 'too-large':
        return 'not-sent';
      case 'refused': {
        const last = await lastOn(gid);
        if (last === 'away') return isOnly ? 'not-sent' : 'unknown';
        await records.noteRefusal(gid, { after, last, isOnly }, at);
        return 'refused';
      }
    }
  };

  const carryOut = async (
    here: HeldParcel,
    step: Step,
    purpose: ParcelWish['purpose'],
  ): Promise<HoldingAnswer | 'blocked' | null> => {
    switch (step.kind) {
      case 'act':
      case 'refuse':
        return step;
      case 'ask':
        return {
          kind: 'ask',
          questions: step.questions.map((asked) => ({ ...asked, benches: benchesOf(asked, here, bench) })),
        };
      case 'wait':
        return { kind: 'wait', bench: null };
      case 'take-over-alone':
        await records.storeAct(here.gid, step.act, null, instant(clock.now()));
        return null;
      case 'claim': {
        const sent = await sendAct(here.gid, step);
        if (sent === 'blocked') return sent;
        if (sent === 'stored' || sent === 'refused') return null;
        later(sendAgainMs, () => changed([here.parcelId]));
        return { kind: 'wait', bench: null };
      }
      case 'wish':
        asked.ask({ ...here, purpose }, step.to);
        return { kind: 'wait', bench: step.to };
    }
  };

  /** Releases a parcel that another bench asked for, or waits until it may. */
  const release = async (by: BenchId, gid: string): Promise<void> => {
    const key = `${gid} ${by}`;
    for (let attempt = 0; attempt < mostAttempts && !isClosed && parts.isConnected(); attempt += 1) {
      const answer = await records.beginRelease(gid, instant(clock.now())).catch((error) => {
        waiting.delete(key);
        throw error;
      });
      if (answer.kind === 'not-holder') break;
      if (answer.kind === 'wait') {
        const since = waiting.get(key) ?? clock.now();
        // By then the other bench has asked an operator.
        if (clock.now() - since >= answerWithinMs || waiting.size >= mostWaitingWishes) break;
        waiting.set(key, since);
        return later(releaseAgainMs, () => inBackground(() => release(by, gid)));
      }
      releasing.add(gid);
      const sent = await sendAct(gid, answer, true)
        .catch((error) => {
          openReleases.wakeAfter(sendAgainMs);
          throw error;
        })
        .finally(() => releasing.delete(gid));
      if (sent === 'not-sent' || sent === 'blocked') await records.endRelease(gid);
      // Without an answer it stays released here, and the release is sent again until the engine has it.
      if (sent === 'unknown') openReleases.wakeAfter(sendAgainMs);
      changed(null);
      if (sent !== 'refused') break;
    }
    waiting.delete(key);
  };

  const answerWish = async ({ by, gids }: ParcelWish): Promise<void> => {
    for (let from = 0; from < gids.length; from += atOnce)
      await Promise.all(gids.slice(from, from + atOnce).map((gid) => release(by, gid)));
  };

  const openReleases = createTimedQueue(
    clock,
    async (stopping) => {
      if (!parts.isConnected()) return;
      for (const gid of await records.openReleases()) {
        if (stopping() || !parts.isConnected()) return;
        const again = releasing.has(gid) ? null : await records.releaseAgain(gid);
        if (again && !['stored', 'refused'].includes(await sendAct(gid, again))) openReleases.wakeAfter(sendAgainMs);
      }
    },
    parts.onBug,
    sendAgainMs,
  );

  /** Counts a wish; true where it is answered. */
  const isHeard = ({ by, gids, purpose }: ParcelWish): boolean => {
    const name = benchName(by);
    const heard = limit.note(by, clock.now(), gids.length);
    const isAnswered = heard.kind === 'heard' && parts.answersWishes;
    const { asked: before, toDelete, refused } = wishCounts.get(name) ?? { asked: 0, toDelete: 0, refused: 0 };
    // A hostile bench cannot invent names without end: the engine lets it write under its own alone.
    wishCounts.set(name, {
      asked: before + gids.length,
      toDelete: toDelete + (purpose === 'delete' ? gids.length : 0),
      refused: refused + (isAnswered ? 0 : gids.length),
      lastAt: instant(clock.now()),
    });
    if (heard.kind === 'ignored' && heard.isFirst) parts.onFlood(by, 'wishes');
    return isAnswered;
  };

  const countDeletion = ({ by, isUsed, isFirstIgnored }: CountedDeletion): void => {
    const { reported, refused } = deletionCounts.get(benchName(by)) ?? { reported: 0, refused: 0 };
    const lastAt = instant(clock.now());
    deletionCounts.set(benchName(by), { reported: reported + 1, refused: refused + (isUsed ? 0 : 1), lastAt });
    if (isFirstIgnored) parts.onFlood(by, 'deletions');
  };

  return {
    async may(parcelId, purpose, confirmed) {
      const next = purpose === 'print' ? nextPrintStep : nextDeletionStep;
      let takesActs = true;
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const here = (await records.parcelAtSite(parcelId)) ?? (await records.shareParcel(parcelId));
        // Its texts are too long for the site: no other bench knows it.
        if (!here) return { kind: 'act' };
        const step = next(here, situation(here.gid, takesActs), confirmed);
        if (step.kind !== 'wish') asked.end(here.gid);
        const answer = await carryOut({ ...here, parcelId }, step, purpose);
        // As without the engine: `alone` decides.
        if (answer === 'blocked') takesActs = false;
        else if (answer) return answer;
      }
      return { kind: 'wait', bench: null };
    },
    async mayDeleteUnknown(code, confirmed) {
      const gid = subjectOfCode(code);
      let takesActs = true;
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const isConnected = parts.isConnected() && takesActs;
        const last = isConnected ? await lastOn(gid) : null;
        if (last === 'away') break;
        const here = { last, known: await records.holdingOf(gid) };
        const step = unknownDeletionStep(here, { bench, alone, isConnected }, confirmed);
        if (step.kind === 'ask') {
          const present = presentOfCode(here);
          const benches = present ? [present.bench] : [];
          const questions = step.questions.map((asked) => ({
            ...asked,
            benches: asked.kind === 'deletion-sent' ? benches : [],
          }));
          return { kind: 'ask', questions };
        }
        if (step.kind !== 'claim') return step;
        const sent = await sendAct(gid, step);
        if (sent === 'stored') return requestOf(step.act.holding);
        if (sent === 'blocked') takesActs = false;
        else if (sent !== 'refused') break;
      }
      return { kind: 'wait', bench: null };
    },
    async takeOver(parcelId, isGone) {
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const here = await records.parcelAtSite(parcelId);
        const step = here && takeOverStep(here, situation(here.gid), isGone);
        if (!here || !step) return attempt > 0 && holdState(here?.shared ?? unknownAtSite, bench) === 'held';
        if ((await carryOut({ ...here, parcelId }, step, 'print')) !== null) return false;
      }
      return false;
    },
    wishes: () => wishCounts,
    deletions: () => deletionCounts,
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    applied({ benches, wishes, deletions, parcels }, isLive) {
      for (const each of deletions) countDeletion(each);
      if (isLive) for (const other of benches) asked.heard(other);
      // Those that waited in the engine were meant for an earlier time.
      for (const wish of isLive ? wishes : []) {
        if (isHeard(wish)) inBackground(() => answerWish(wish));
      }
      if (parcels.length > 0) changed(parcels);
    },
    linkChanged() {
      if (parts.isConnected()) openReleases.wake();
      else asked.clear();
      changed(null);
    },
    async close() {
      isClosed = true;
      asked.close();
      for (const cancel of timers) cancel();
      timers.clear();
      listeners.clear();
      await Promise.all([openReleases.stop(), background.ended()]);
    },
  };
}

/** Under what the deletions of a code meet whose parcel no bench may know; no id of a parcel begins so. */
const subjectOfCode = (code: string): string => `c.${createHash('sha256').update(code.toLowerCase()).digest('hex')}`;

/** The other benches that a question about the parcel is about. */
function benchesOf({ kind }: SiteQuestion, here: SiteParcel, bench: BenchId): BenchId[] {
  const { copies, requests } = knownOf(here);
  switch (kind) {
    case 'copies-elsewhere':
      return copiesElsewhere(copies, bench).map((copy) => copy.bench);
    case 'take-over': {
      const holder = presentHolding(here);
      return holder ? [holder.bench] : [];
    }
    case 'deletion-sent':
      return requests.flatMap((request) =>
        request.state === 'sent' && request.bench !== bench ? [request.bench] : [],
      );
    case 'unknown-holder':
    case 'alone':
      return [];
  }
}
