import { z } from 'zod';
import { publicKeyBytes } from './nkey.ts';
import { type BenchId, benchName } from './parcel-at-site.ts';
import type { SiteFact } from './site-facts.ts';

/** The public keys of the benches, each published by its bench as a fact: on its own subject, which no other bench can write to. */

const bodySchema = z.object({ publicKey: z.string().refine((key) => publicKeyBytes(key) !== null) });
const keyFact = 'key';

/** The newest key, and the one before it: acts that it signed may be read after its successor is known. */
const keptKeys = 2;

/** Most ids of one bench whose keys are kept: it has a new one for each copied or restored file, and may invent others. */
export const mostIdsOfBench = 200;

/** Keys by bench, the newest first. */
export type BenchKeys = ReadonlyMap<BenchId, readonly string[]>;

/** The fact with which a bench makes its key known: before its first act, and after each change of the key. */
export const benchKeyFact = (n: number, at: string, publicKey: string): SiteFact => ({
  ...{ v: 1, n, at, kind: keyFact, gid: null },
  body: { publicKey },
});

/** The key that a fact makes known; null for any other fact. */
export const benchKeyOf = (fact: SiteFact): string | null =>
  fact.kind === keyFact ? (bodySchema.safeParse(fact.body).data?.publicKey ?? null) : null;

/** The ids of that bench whose keys are known. */
export const idsOf = (keys: BenchKeys, bench: BenchId): BenchId[] =>
  [...keys.keys()].filter((id) => benchName(id) === benchName(bench));

/** The keys with that of the fact, if it has one. Facts of one bench come in their order. */
export function withKeyOf(keys: BenchKeys, sender: BenchId, fact: SiteFact): BenchKeys {
  const key = benchKeyOf(fact);
  const known = keys.get(sender) ?? [];
  if (key === null || known[0] === key) return keys;
  if (!keys.has(sender) && idsOf(keys, sender).length >= mostIdsOfBench) return keys;
  return new Map(keys).set(sender, [key, ...known.filter((each) => each !== key)].slice(0, keptKeys));
}
