import { z } from 'zod';
import { isNestedDeeper, parseJson } from '../values/json.ts';
import { type BenchId, copyStates, type ParcelFact, requestStates } from './parcel-at-site.ts';

/**
 * What a bench sends to the others: facts, numbered by the bench from 1 without a gap. A fact is kept as it came, also one of a kind that
 * this version does not know, so that a later version can apply it.
 */

export const benchIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}(~[a-z0-9]{1,20})?$/);
/** The id of a parcel or an order in the site. */
export const gidSchema = z.string().regex(/^[a-z0-9][a-z0-9.~-]{0,79}$/);

const holdingSchema = z.object({
  // No greatest one: a bench that was given it could not make the next step. How far it may be ahead is for `isPlausible`.
  term: z.int().min(1),
  bench: benchIdSchema,
  isReleased: z.boolean(),
  isTakenOver: z.literal(true).optional(),
});
const at = z.iso.datetime().optional();
const copySchema = z.object({ id: gidSchema, bench: benchIdSchema, state: z.enum(copyStates), at });
const requestSchema = z.object({ id: gidSchema, bench: benchIdSchema, state: z.enum(requestStates), at });

/** A release or a claim, as the body of a fact and as an act. */
export const holderActSchema = z.object({
  holding: holdingSchema,
  copies: z.array(copySchema).max(200),
  requests: z.array(requestSchema).max(200),
});

/** What the benches share of one parcel, as a file stores it. One that cannot be read is unknown, and so asks. */
export const parcelAtSiteSchema = z
  .object({
    holding: holdingSchema.nullable(),
    copies: z.array(copySchema),
    requests: z.array(requestSchema),
    ordered: z.object({ bench: benchIdSchema, at: z.string() }).optional(),
  })
  .catch(() => ({ holding: null, copies: [], requests: [] }));

const envelopeSchema = z.object({
  v: z.literal(1),
  n: z.int().min(1),
  /** When it happened, by the clock of its bench: ISO 8601, UTC. */
  at: z.iso.datetime(),
  kind: z.string().min(1).max(40),
  gid: gidSchema.nullable(),
  body: z.unknown(),
});

/** A fact as it is sent. */
export type SiteFact = z.infer<typeof envelopeSchema>;

const bodySchemas = {
  holding: holderActSchema,
  copy: z.object({ copy: copySchema }),
  deletion: z.object({ request: requestSchema }),
} as const;

type ParcelFactKind = keyof typeof bodySchemas;

/** What a webhook delivered to a bench or the hub, as the body of an `event`. */
export const siteEventSchema = z.object({
  /** When it arrived there, ISO 8601, UTC. */
  receivedAt: z.iso.datetime(),
  /** Its body. */
  raw: z.string().max(50_000),
});

/** The largest event that is reported to the others, bytes, which JSON may double; larger ones stay at their receiver. */
export const maxSharedEventBytes = 30_000;

/** The body of `parcel-deleted`: the parcel is gone at the service. */
export const parcelDeletedSchema = z.object({ at: z.iso.datetime() });

/** Most parcels in one wish. */
export const mostInWish = 100;

/** The body of `wish`: a bench asks the holder of parcels for them. */
export const wishSchema = z.object({
  to: benchIdSchema,
  gids: z.array(gidSchema).min(1).max(mostInWish),
  purpose: z.enum(['print', 'delete']),
});

/** The fact of one line of a message, as it is also kept; null where it is none, or nested so deeply that no thread could take it over. */
export function readSiteFact(text: string): SiteFact | null {
  const fact = envelopeSchema.safeParse(parseJson(text)).data;
  return fact && !isNestedDeeper(fact.body) ? fact : null;
}

/** The facts of a message, a line each, in the order of their numbers; a line that is none is left out. */
export const readSiteFacts = (text: string): readonly SiteFact[] =>
  text.split('\n').flatMap((line) => readSiteFact(line) ?? []);

/** A fact about a parcel, as its bench sends it. */
export function parcelFactToSend(n: number, at: string, gid: string, { kind, ...body }: ParcelFact): SiteFact {
  return { v: 1, n, at, kind, gid, body };
}

/** What a fact says about its parcel; null for a kind, or a state, that this version does not know. */
export function parcelFactOf(fact: SiteFact): ParcelFact | null {
  if (!Object.hasOwn(bodySchemas, fact.kind)) return null;
  const kind = fact.kind as ParcelFactKind;
  const body = bodySchemas[kind].safeParse(fact.body).data;
  return body ? ({ kind, ...body } as ParcelFact) : null;
}

/**
 * False for a fact about a hold, copy or request of another bench than the one that sent it. The copies and requests that come with a hold may
 * be those of others: see `withReport`.
 */
export function speaksForItself(fact: ParcelFact, sender: BenchId): boolean {
  switch (fact.kind) {
    case 'holding':
      return fact.holding.bench === sender;
    case 'copy':
      return fact.copy.bench === sender;
    case 'deletion':
      return fact.request.bench === sender;
  }
}
