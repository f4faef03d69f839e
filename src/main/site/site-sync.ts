import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { benchKeyOf } from '../../shared/site/bench-keys.ts';
import type { BenchId, HolderAct } from '../../shared/site/parcel-at-site.ts';
import {
  benchIdSchema,
  gidSchema,
  readSiteFacts,
  type SiteFact,
  siteEventSchema,
} from '../../shared/site/site-facts.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { SiteAnswer, SiteEngine, SiteMessage } from '../core/ports/site-engine.ts';
import type { AppliedFacts, SiteArrival, SitePosition, SiteRecords } from '../core/ports/site-records.ts';
import type { NewEvent } from '../core/ports/webhook.ts';
import type { EngineBlock } from './append-watch.ts';
import { createFactSender } from './fact-sender.ts';

export interface SiteSyncState {
  readonly isConnected: boolean;
  /** Everything that was in the engine when the connection began has been applied. */
  readonly isCaughtUp: boolean;
  /**
   * Another station uses this bench's name: it reads under it, or sends facts under the same id, as where a data folder was copied. This one
   * sends nothing meanwhile.
   */
  readonly isCopied: boolean;
  /** The engine is connected and does not store what this bench sends; null where it does. It is tried again until it does. */
  readonly blocked: EngineBlock | null;
}

/** How much of what waited in the engine when the reading began was applied, messages. */
export interface ReadingProgress {
  readonly read: number;
  readonly total: number;
}

/** Sends a bench's facts and applies those of the others, for as long as it is not closed. */
export interface SiteSync {
  state(): SiteSyncState;
  /** Null while nothing waits that was there when the reading began. */
  progress(): ReadingProgress | null;
  /** The last fact that the engine has of each own id, as far as that is known. */
  acknowledged(): ReadonlyMap<BenchId, number>;
  /** There are new facts to send. */
  wake(): void;
  /** Begins to read anew: benches are to be taken up. Without a connection, the next one does. */
  readAgain(): void;
  close(): Promise<void>;
}

export interface SiteSyncParts {
  readonly engine: SiteEngine;
  readonly clock: Clock;
  readonly records: Pick<
    SiteRecords,
    'ownSiteIds' | 'outgoingFacts' | 'hasSent' | 'sitePosition' | 'applySite' | 'applySiteRest'
  >;
  /** The act of a message on a parcel's subject; null where it is not to be believed. */
  readAct(message: SiteMessage): HolderAct | null;
  /** Its facts are passed over, and cost nothing but their way here. */
  isPaused(bench: BenchId): boolean;
  /** See `SiteRecords.beginReading`. */
  beginReading(isPresent: boolean): Promise<SitePosition | null>;
  /** What is older (ISO 8601) is kept no more, and is not applied; null or absent: all of it is. @param storedAt when the engine stored the last message, milliseconds */
  keepSince?(storedAt: number): string | null;
  /** A fact was read, before what follows it. */
  onFact(by: BenchId, fact: SiteFact): void;
  /** The event of a delivery that another bench received; null where its bytes are none. */
  eventOf(delivered: { receivedAt: string; raw: Uint8Array }): NewEvent | null;
  /** The engine has every fact of this bench. */
  onSent?(): void;
  /** `isLive`: what was sent before this connection began has been applied before. */
  onApplied(applied: AppliedFacts, isLive: boolean): void;
  onChange(state: SiteSyncState): void;
  /** `progress()` changed; called often. */
  onProgress?(): void;
  /** The records refused a read or a write, which is tried again. */
  onError(error: unknown): void;
}

/** Facts and acts given to the records at once, with those of one message more at most. */
const mostTogether = 500;
/** Every message with the key of a bench contains it. */
const keyMark = Buffer.from('"kind":"key"');
/** The position behind messages that say nothing is stored after so many of them: otherwise each would be a write to the disk. */
const mostNotStored = 1_000;
/** The pause after a reading that has ended, milliseconds. */
const retryMs = 200;
/** A station whose name another one uses looks so often whether it still does, milliseconds; after a cut the other one comes first. */
const nameRetryMs = 3_000;

/** Starts with the present connection of the engine, and again with each later one. */
export function startSiteSync({
  engine,
  clock,
  records,
  eventOf,
  readAct,
  isPaused,
  beginReading,
  keepSince = () => null,
  onFact,
  onApplied,
  onSent,
  onChange,
  onProgress,
  onError,
}: SiteSyncParts): SiteSync {
  let state: SiteSyncState = { isConnected: false, isCaughtUp: false, isCopied: false, blocked: null };
  let progress: ReadingProgress | null = null;
  let connection = new AbortController();
  let reading: Promise<void> = Promise.resolve();
  let stopReading = (): void => {};
  /** Whether this station reads under its bench's name; null until that is known of the present connection. */
  let hasName: boolean | null = null;
  let isNameTaken = false;

  const set = (change: Partial<SiteSyncState>): void => {
    state = { ...state, ...change };
    onChange(state);
  };

  const pause = (signal: AbortSignal, milliseconds = retryMs): Promise<void> =>
    wait(milliseconds, undefined, { signal }).catch(() => {});

  /** What the others did since then is not known: the bench asks as one does that is not connected. */
  const loseTrack = (): void => {
    if (state.isCaughtUp) set({ isCaughtUp: false });
  };

  const begin = (): void => {
    const { signal } = connection;
    set({ isConnected: true, isCopied: isNameTaken });
    reading = reading.then(async () => {
      while (!signal.aborted) {
        if (isNameTaken) await pause(signal, nameRetryMs);
        await read(signal).catch((error) => {
          loseTrack();
          onError(error);
        });
        await pause(signal);
      }
    });
  };

  const noteName = (isTaken: boolean): void => {
    const isChanged = isNameTaken !== isTaken;
    [isNameTaken, hasName] = [isTaken, !isTaken];
    if (isChanged) set({ isCopied: isTaken, ...(isTaken && { isCaughtUp: false }) });
    if (hasName) sender.wake();
  };

  const sender = createFactSender({
    ...{ engine, clock, records, onSent, onError, maySend: () => hasName === true },
    onBlocked: (blocked) => set({ blocked }),
    onCopied: () => set({ isCopied: true }),
  });

  const end = (): void => {
    connection.abort();
    connection = new AbortController();
    hasName = null;
    progress = null;
    sender.cut();
    set({ isConnected: false, isCaughtUp: false });
  };

  /** Applies what comes until the connection ends, the engine gives no more, or the records refuse a write. */
  const read = async (signal: AbortSignal): Promise<void> => {
    const data = await engine.data();
    if (data === 'away' || signal.aborted) return;
    const known = await records.sitePosition();
    const isKnown = known === null ? false : await isPresent(engine, known, data.id);
    if (isKnown === 'away') return;
    const reached = isKnown ? known : null;
    // Until what is behind it is read again, it is not known.
    const earlier = await beginReading(isKnown);
    let position = earlier ?? reached;
    if (earlier || !isKnown || (position?.sequence ?? 0) < data.last) loseTrack();
    let stored = Number.NEGATIVE_INFINITY;
    let read = 0;
    /** @param behind how many messages wait behind the last one that was applied */
    const noteProgress = (behind: number): void => {
      const isCaughtUp = !signal.aborted && (position?.sequence ?? 0) >= data.last;
      if (isCaughtUp || signal.aborted) progress = null;
      else if (read > 0) progress = { read, total: read + behind };
      if (isCaughtUp && !state.isCaughtUp) set({ isCaughtUp });
      else if (progress) onProgress?.();
    };
    let together: SiteArrival[] = [];
    /** The last message that was read; `behind`: how many waited after it; `count`: how many were read since the one that was applied. */
    let last: { message: SiteMessage; behind: number; count: number } | null = null;
    let applying: Promise<void> | null = null;
    let refusal: unknown = null;
    const apply = async (
      arrivals: readonly SiteArrival[],
      { message, behind, count }: NonNullable<typeof last>,
    ): Promise<void> => {
      const next: SitePosition = { dataId: data.id, sequence: message.sequence, mark: sha256Of(message.data) };
      const isLive = state.isCaughtUp;
      const isStored = arrivals.length > 0 || message.sequence - stored >= mostNotStored;
      for (let left = arrivals.length, isFirst = true; isStored && (isFirst || left > 0); isFirst = false) {
        const conditions = [next, instant(clock.now()), keepSince(message.storedAt)] as const;
        const applied = await (isFirst
          ? records.applySite(arrivals, ...conditions)
          : records.applySiteRest(...conditions));
        onApplied(applied, isLive);
        left -= applied.taken;
      }
      position = next;
      if (isStored) stored = message.sequence;
      read += count;
      noteProgress(behind);
    };
    /** Applies what was read, and then what was read meanwhile: one commit for all of it. */
    const applyAll = async (): Promise<void> => {
      try {
        while (last !== null && (last.behind === 0 || together.length >= mostTogether)) {
          const [arrivals, reached] = [together, last];
          [together, last] = [[], null];
          await apply(arrivals, reached);
        }
      } catch (error) {
        refusal = error;
        current.stop();
      }
      applying = null;
    };
    const current = engine.read(position?.sequence ?? 0, async (message, behind) => {
      together.push(...arrivalsOf(message, { eventOf, readAct, isPaused, onFact }));
      last = { message, behind, count: (last?.count ?? 0) + 1 };
      if (refusal !== null) return;
      if (applying === null && (behind === 0 || together.length >= mostTogether)) applying = applyAll();
      if (together.length >= mostTogether) await applying;
    });
    stopReading = current.stop;
    signal.addEventListener('abort', current.stop);
    if (signal.aborted) current.stop();
    const started = await current.started;
    if (started !== 'ended' && !signal.aborted) noteName(started === 'name-taken');
    if (started === 'reading') noteProgress(0);
    else loseTrack();
    await current.ended;
    signal.removeEventListener('abort', current.stop);
    await applying;
    if (refusal !== null) throw refusal;
  };

  const stopListening = engine.onLink((isConnected) => {
    end();
    if (isConnected) begin();
  });
  if (engine.isConnected()) begin();

  return {
    state: () => state,
    progress: () => progress,
    acknowledged: sender.acknowledged,
    wake: sender.wake,
    readAgain: () => stopReading(),
    async close() {
      stopListening();
      connection.abort();
      await Promise.all([sender.close(), reading]);
    },
  };
}

/** What a message of another bench says; nothing where it is none of ours. */
function arrivalsOf(
  message: SiteMessage,
  { eventOf, readAct, isPaused, onFact }: Pick<SiteSyncParts, 'eventOf' | 'readAct' | 'isPaused' | 'onFact'>,
): readonly SiteArrival[] {
  const { subject, sequence, data, storedAt } = message;
  if ('parcel' in subject) {
    const gid = gidSchema.safeParse(subject.parcel).data;
    // Anyone may write to such a subject: no parcel has it.
    if (gid === undefined) return [];
    const act = readAct(message);
    return [
      act ? { kind: 'act', gid, sequence, storedAt, bytes: data.length, act } : { kind: 'no-act', gid, sequence },
    ];
  }
  // Its permission lets a bench add anything to its name.
  if (!benchIdSchema.safeParse(subject.by).success) return [];
  const isPassedOver = isPaused(subject.by);
  if (isPassedOver && !Buffer.from(data).includes(keyMark)) return [];
  // Its key is read: acts that it signs with a new one still say who may print a parcel here.
  const facts = readSiteFacts(Buffer.from(data).toString()).filter(
    (fact) => !isPassedOver || benchKeyOf(fact) !== null,
  );
  const bytes = data.length / facts.length;
  return facts.map((fact) => {
    onFact(subject.by, fact);
    const delivered = fact.kind === 'event' ? siteEventSchema.safeParse(fact.body).data : undefined;
    const event = delivered ? eventOf({ ...delivered, raw: Buffer.from(delivered.raw) }) : null;
    return { kind: 'fact', by: subject.by, fact, event, storedAt, bytes };
  });
}

const sha256Of = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** False where the engine has lost its data since, or was put back to an older state. */
async function isPresent(
  engine: SiteEngine,
  { dataId, sequence, mark }: SitePosition,
  id: string,
): Promise<SiteAnswer<boolean>> {
  if (dataId !== id) return false;
  // Nothing of this data was read yet.
  if (sequence === 0) return true;
  const found = await engine.at(sequence);
  return found === 'away' ? found : found !== null && sha256Of(found.data) === mark;
}
