import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readEvent } from '../../../src/main/core/events/event-reader.ts';
import { readEventEnvelope } from '../../../src/main/core/ports/event-envelope.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { AppliedFacts, SiteArrival } from '../../../src/main/core/ports/site-records.ts';
import type { NewEvent } from '../../../src/main/core/ports/webhook.ts';
import type { BenchId } from '../../../src/shared/site/parcel-at-site.ts';
import { readSiteFact, siteEventSchema } from '../../../src/shared/site/site-facts.ts';
import { atSecond } from '../../suites/records/record-fixtures.ts';
import { openInThread } from './open-test-records.ts';
import { digestOf, type SharedDigest } from './shared-digest.ts';
import type { temporaryFolders } from './test-folders.ts';

/** A message of the site, as the engine would carry it. */
interface Sent {
  by: BenchId;
  data: Uint8Array;
}

/** Benches whose facts go through one sequence, as through the engine, without one. */
export interface SharedRecords {
  readonly sent: readonly Sent[];
  open(name: string, file?: string, refusesWishes?: boolean): Promise<SharingBench>;
}

export interface SharingBench {
  readonly records: Records;
  readonly file: string;
  id: BenchId;
  /** Sends its next facts, at most that many. */
  send(count?: number): Promise<void>;
  /** Applies the next messages, at most that many; `keepSince`: see `SiteRecords.applySite`. */
  read(count?: number, keepSince?: string | null): Promise<AppliedFacts>;
  /** What must be the same at each bench in the end. */
  digest(): Promise<SharedDigest>;
  close(): Promise<void>;
}

export function sharedRecords(folders: ReturnType<typeof temporaryFolders>): SharedRecords {
  const sent: Sent[] = [];

  return {
    sent,
    async open(name, given, refusesWishes) {
      const file = given ?? join(await folders.make(), 'records.sqlite3');
      const records = openInThread(file);
      let closing: Promise<void> | null = null;
      const close = (): Promise<void> => {
        closing ??= records.close();
        return closing;
      };
      folders.before(close);
      let position = 0;
      const bench: SharingBench = {
        ...{ records, file, id: await records.joinSite(name, refusesWishes) },
        async send(count = 1_000) {
          for (const id of await records.ownSiteIds()) {
            const known = sent.filter(({ by }) => by === id).length;
            const facts = await records.outgoingFacts(id, known, count);
            sent.push(...facts.map(({ data }) => ({ by: id, data })));
          }
        },
        async read(count = 1_000, keepSince = null) {
          const next = sent.slice(position, position + count);
          position += next.length;
          const mark = createHash('sha256').update(String(position)).digest('hex');
          const arrivals = next.flatMap(arrivalOf);
          const reached = { dataId: 'one', sequence: position, mark };
          let applied = await records.applySite(arrivals, reached, atSecond(60), keepSince);
          while (applied.taken < arrivals.length)
            applied = joined(applied, await records.applySiteRest(reached, atSecond(60), keepSince));
          return applied;
        },
        digest: () => digestOf(records, file),
        close,
      };
      return bench;
    },
  };
}

/** Nothing became known. */
export const nothingApplied: Omit<AppliedFacts, 'taken'> = {
  ...{ parcels: [], benches: [], wishes: [], events: [], lookUps: [], hubAnswers: [], paused: [], deletions: [] },
  ...{ hasOrders: false, hasHeartbeats: false, unapplied: 0 },
};

const joined = (one: AppliedFacts, other: AppliedFacts): AppliedFacts => ({
  parcels: [...new Set([...one.parcels, ...other.parcels])],
  benches: [...new Set([...one.benches, ...other.benches])],
  wishes: [...one.wishes, ...other.wishes],
  events: [...one.events, ...other.events],
  hasOrders: one.hasOrders || other.hasOrders,
  hasHeartbeats: one.hasHeartbeats || other.hasHeartbeats,
  unapplied: one.unapplied + other.unapplied,
  deletions: [...one.deletions, ...other.deletions],
  lookUps: [...one.lookUps, ...other.lookUps],
  hubAnswers: [...one.hubAnswers, ...other.hubAnswers],
  paused: [...one.paused, ...other.paused],
  taken: one.taken + other.taken,
});

function arrivalOf({ by, data }: Sent): SiteArrival[] {
  const fact = readSiteFact(Buffer.from(data).toString());
  return fact ? [{ kind: 'fact', by, fact, event: fact.kind === 'event' ? eventIn(fact.body) : null }] : [];
}

function eventIn(body: unknown): NewEvent | null {
  const delivered = siteEventSchema.safeParse(body).data;
  if (!delivered) return null;
  const raw = new TextEncoder().encode(delivered.raw);
  const envelope = readEventEnvelope(raw);
  return envelope && readEvent({ receivedAt: delivered.receivedAt, raw, ...envelope });
}
