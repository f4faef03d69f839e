import { setTimeout as wait } from 'node:timers/promises';
import { type BenchId, benchName } from '../../shared/site/parcel-at-site.ts';
import { readSiteFacts } from '../../shared/site/site-facts.ts';
import { createTimedQueue, type SerialWork } from '../concurrency/serial-queue.ts';
import type { Clock } from '../core/ports/clock.ts';
import { type AppendAnswer, maxSiteMessageBytes, type SiteAnswer, type SiteEngine } from '../core/ports/site-engine.ts';
import type { OutgoingFact, SiteRecords } from '../core/ports/site-records.ts';
import { createAppendWatch, type EngineBlock } from './append-watch.ts';

/** Sends the facts of a bench under each of its ids, behind those that the engine has. */
export interface FactSender {
  /** There are new facts, or they may be sent from now on. */
  wake(): void;
  /** See `SiteSync.acknowledged`. */
  acknowledged(): ReadonlyMap<BenchId, number>;
  /** The connection has ended: what the engine has is not known of the next one. */
  cut(): void;
  close(): Promise<void>;
}

export interface FactSenderParts {
  readonly engine: SiteEngine;
  readonly clock: Clock;
  readonly records: Pick<SiteRecords, 'ownSiteIds' | 'outgoingFacts' | 'hasSent'>;
  /** This station has the bench's name at the engine. */
  maySend(): boolean;
  /** See `SiteSyncState.blocked`. */
  onBlocked(block: EngineBlock | null): void;
  /** The engine has facts under the bench's id that are another station's. */
  onCopied(): void;
  /** The engine has every fact of this bench. */
  onSent?: (() => void) | undefined;
  /** The records refused a read, which is tried again. */
  onError(error: unknown): void;
}

/** Facts read from the records at once. */
const mostSent = 200;
/** Bytes of several facts in one message, at most: below the limit of the engine, which counts its own headers too. */
const maxFactsBytes = maxSiteMessageBytes - 4 * 1024;
const newLine = Buffer.from('\n');
/** The pause after a request without an answer, and after one that the engine does not store, milliseconds. */
const retryMs = 200;
const blockedRetryMs = 2_000;
/** The pause after the records refused a read, milliseconds. */
const refusedRetryMs = 1_000;

export function createFactSender({
  engine,
  clock,
  records,
  maySend,
  onBlocked,
  onCopied,
  onSent,
  onError,
}: FactSenderParts): FactSender {
  /** The last fact of each own id in the engine, since the connection began. */
  const sent = new Map<BenchId, LastFact>();
  const acknowledged = new Map<BenchId, number>();
  /** Ids of other names under which the engine stores nothing of this bench: they are tried again with the next connection. */
  let notPermitted = new Set<BenchId>();
  let connection = new AbortController();
  let isBlocked = false;
  const appends = createAppendWatch(clock, engine.isConnected, (block) => {
    isBlocked = block !== null;
    onBlocked(block);
  });

  const sendAll: SerialWork = async (stopping) => {
    if (!maySend()) return;
    const ids = await records.ownSiteIds();
    const own = ids.at(-1);
    for (const bench of ids) if (!notPermitted.has(bench)) await sendFacts(bench, own, stopping);
  };
  const sending = createTimedQueue(clock, sendAll, onError, refusedRetryMs);

  /** @param own the present id */
  const sendFacts = async (bench: BenchId, own: BenchId | undefined, stopping: () => boolean): Promise<void> => {
    const isOwnId = bench === own;
    const isOfOtherName = own !== undefined && benchName(bench) !== benchName(own);
    const refusing = notPermitted;
    while (!stopping() && engine.isConnected()) {
      const last = sent.get(bench) ?? (await lastInEngine(bench));
      // Facts of an earlier id that a restored file does not have are its history; those of the present id are another station's.
      if (last === 'not-own') return isOwnId ? onCopied() : undefined;
      if (last !== 'away') {
        acknowledged.set(bench, last.n);
        const facts = await records.outgoingFacts(bench, last.n, mostSent);
        if (facts.length === 0) {
          if (isOwnId) appends.nothingWaits();
          return isOwnId ? onSent?.() : undefined;
        }
        const answer = await sendInOrder(bench, facts, last, stopping);
        // The server lets a bench that was renamed write under its present name alone.
        if (isOfOtherName && answer?.kind === 'blocked' && answer.reason === 'forbidden')
          return void refusing.add(bench);
        if (answer) appends.note(answer);
        if (answer?.kind === 'stored') continue;
      } else appends.note({ kind: 'away' });
      // Refused or without an answer: the engine knows what is last.
      sent.delete(bench);
      await wait(isBlocked ? blockedRetryMs : retryMs, undefined, { signal: connection.signal }).catch(() => {});
    }
  };

  const lastInEngine = async (bench: BenchId): Promise<SiteAnswer<LastFact | 'not-own'>> => {
    const found = await engine.lastOf({ by: bench });
    if (found === 'away') return 'away';
    if (found === null) return { n: 0, sequence: 0 };
    const text = Buffer.from(found.data).toString();
    const n = readSiteFacts(text).at(-1)?.n ?? 0;
    // Another bench can have an answer of the server put there: it is none of ours, and all are sent again behind it.
    if (n === 0) return { n, sequence: found.sequence };
    const lastLine = text.slice(text.lastIndexOf('\n') + 1);
    return (await records.hasSent(bench, n, lastLine)) ? { n, sequence: found.sequence } : 'not-own';
  };

  /** The last answer; null where it is to stop. */
  const sendInOrder = async (
    bench: BenchId,
    facts: readonly OutgoingFact[],
    from: LastFact,
    stopping: () => boolean,
  ): Promise<AppendAnswer | null> => {
    let last = from;
    let answer: AppendAnswer | null = null;
    for (const { n, data } of messagesOf(facts)) {
      if (stopping()) return null;
      answer = await engine.append({ by: bench }, data, last.sequence);
      if (answer.kind !== 'stored') break;
      last = { n, sequence: answer.sequence };
      sent.set(bench, last);
      acknowledged.set(bench, n);
    }
    return answer;
  };

  return {
    wake: sending.wake,
    acknowledged: () => acknowledged,
    cut() {
      connection.abort();
      connection = new AbortController();
      sent.clear();
      notPermitted = new Set();
      appends.cut();
    },
    close() {
      const stopped = sending.stop();
      connection.abort();
      return stopped;
    },
  };
}

/**
 * The facts as messages, as many in each as have room: a bench that was away, or one of many beside a server that writes each message to
 * disk, waits for one answer then where it would wait for a hundred. `n`: the number of the last fact in it.
 */
function* messagesOf(facts: readonly OutgoingFact[]): Generator<{ n: number; data: Uint8Array }> {
  let [lines, bytes]: [OutgoingFact[], number] = [[], 0];
  const message = () => ({
    n: lines.at(-1)?.n ?? 0,
    data: Buffer.concat(lines.flatMap(({ data }) => [newLine, data])).subarray(newLine.length),
  });
  for (const fact of facts) {
    const size = newLine.length + fact.data.length;
    if (lines.length > 0 && bytes + size > maxFactsBytes) {
      yield message();
      [lines, bytes] = [[], 0];
    }
    bytes += size;
    lines.push(fact);
  }
  if (lines.length > 0) yield message();
}

interface LastFact {
  readonly n: number;
  readonly sequence: number;
}
