import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { ParcelHere, ReleaseState } from '../../../shared/site/holder-protocol.ts';
import type { SiteOrder } from '../../../shared/site/order-fact.ts';
import {
  type BenchId,
  benchName,
  merged,
  type ParcelAtSite,
  type ParcelFact,
  unknownAtSite,
  withFact,
} from '../../../shared/site/parcel-at-site.ts';
import { holderActSchema, parcelAtSiteSchema } from '../../../shared/site/site-facts.ts';
import { parseJson } from '../../../shared/values/json.ts';
import type { SiteParcel } from '../../core/ports/site-records.ts';
import { storedJson } from '../sqlite.ts';
import { sha256Of } from './site-outbox.ts';

/** What the site knows of each parcel, and which parcels here they are. */
export interface SiteParcels {
  /** The id of a parcel here, the first by name where there are several; null where it is not shared yet. */
  gidOf(parcelId: number): string | null;
  /** Gives a parcel of this file an id, the same as another bench would where both know the codes of the service. */
  share(parcel: IdentifiedParcel, bench: BenchId): string;
  /** That id stands for that parcel here. Returns false where it did before. */
  link(gid: string, parcelId: number): boolean;
  parcelOf(gid: string): number | null;
  /** Returns the parcel here, as `parcelOf`. */
  change(gid: string, fact: ParcelFact): number | null;
  /** This bench created the order, and so holds its parcels. */
  hold(order: SiteOrder, bench: BenchId): void;
  /** The same of another bench, as it says: false where another one ordered some of them, which then stay as they are. */
  holdAsReported(order: SiteOrder, bench: BenchId): boolean;
  /** Keeps what was learned of the messages on a parcel's subject. */
  keepMessages(gid: string, here: Pick<ParcelHere, 'lastAct' | 'lastMessage' | 'release'>): void;
  /** The acts that were read are no longer in the engine's data, or must be read again. */
  forgetActs(): void;
  setRelease(gid: string, release: ReleaseState): void;
  /** Some parcels whose release has no outcome yet. */
  openReleases(): string[];
  /** All that is known under that id, or under the ids of a parcel. */
  byGid(gid: string): SiteParcel | null;
  ofParcel(parcelId: number): SiteParcel | null;
}

export interface IdentifiedParcel {
  readonly id: number;
  readonly orderUniqueId: string | null;
  readonly customCode: string | null;
  readonly pickUpCode: string | null;
  /** When its order was stored, ISO 8601. */
  readonly storedAt: string;
}

/** As the column has them. */
const releaseStates: readonly ReleaseState[] = ['none', 'open', 'lost'];

/**
 * The id in the site of a row of this file, other than that of an older row which had the same number: the table gives the number again once
 * its last row was removed as too old, and other benches may keep theirs for longer. `since`: when the row began, ISO 8601.
 */
export const idOfRow = (bench: BenchId, row: string, since: string): string =>
  `${bench}.${row}.${Date.parse(since).toString(36)}`;

const seenActSchema = holderActSchema.extend({ sequence: z.int() });
// What cannot be read must not stop the parcel for ever: it is unknown, and an operator is asked.
const siteParcelRow = z.object({
  gid: z.string(),
  shared: z.string().transform((text) => parcelAtSiteSchema.parse(parseJson(text))),
  lastAct: storedJson(seenActSchema).nullable().catch(null),
  lastMessage: z.int(),
  release: z.int().transform((place) => releaseStates[place] ?? 'lost'),
  existsSince: z.string().nullable(),
});

export function siteParcelsIn(database: DatabaseSyncInstance): SiteParcels {
  const own = `gid, shared, last_act AS "lastAct", last_message AS "lastMessage", is_releasing AS "release",
    (SELECT decided_at FROM deletion_conflicts
      WHERE deletion_conflicts.parcel_id = site_parcels.parcel_id AND decision = 'exists') AS "existsSince"`;
  const ofParcel = database.prepare(`SELECT ${own} FROM site_parcels WHERE parcel_id = ? ORDER BY gid`);
  const ofGid = database.prepare(`SELECT ${own} FROM site_parcels WHERE gid = ?`);
  const gidOf = database.prepare('SELECT gid FROM site_parcels WHERE parcel_id = ? ORDER BY gid LIMIT 1');
  const forgetActs = database.prepare(
    `UPDATE site_parcels SET last_act = NULL, last_message = 0, is_releasing = CASE is_releasing WHEN 0 THEN 0 ELSE 2 END
     WHERE last_act IS NOT NULL OR last_message > 0 OR is_releasing = 1`,
  );
  const openReleases = database.prepare('SELECT gid FROM site_parcels WHERE is_releasing = 1 LIMIT 100');
  const setRelease = database.prepare('UPDATE site_parcels SET is_releasing = ? WHERE gid = ?');
  const byGid = database.prepare('SELECT parcel_id AS "parcelId", shared FROM site_parcels WHERE gid = ?');
  const put = database.prepare(`
    INSERT INTO site_parcels (gid, shared) VALUES (:gid, :shared) ON CONFLICT (gid) DO UPDATE SET shared = :shared`);
  // A parcel keeps its id: a hostile bench could otherwise give it to a parcel that it invents.
  const link = database.prepare(`
    INSERT INTO site_parcels (gid, parcel_id, shared) VALUES (:gid, :parcelId, :shared)
    ON CONFLICT (gid) DO UPDATE SET parcel_id = :parcelId WHERE parcel_id IS NULL`);
  const keepMessages = database.prepare(`
    INSERT INTO site_parcels (gid, shared, last_act, last_message, is_releasing)
    VALUES (:gid, :shared, :act, :lastMessage, :release)
    ON CONFLICT (gid) DO UPDATE SET last_act = :act, last_message = :lastMessage, is_releasing = :release`);
  const unknown = JSON.stringify(unknownAtSite);

  const rowOf = (gid: string): { parcelId: number | null; shared: string } | undefined => byGid.get(gid);
  const linkTo = (gid: string, parcelId: number): boolean => link.run({ gid, parcelId, shared: unknown }).changes > 0;

  const change: SiteParcels['change'] = (gid, fact) => {
    const { shared, parcelId = null } = rowOf(gid) ?? {};
    const after = JSON.stringify(withFact(shared === undefined ? unknownAtSite : asWritten(shared), fact));
    if (after !== shared) put.run({ gid, shared: after });
    return parcelId;
  };

  const holdOne = (gid: string, bench: BenchId, at: string): void => {
    const holding = { term: 1, bench, isReleased: false };
    change(gid, { kind: 'holding', holding, copies: [], requests: [], ordered: { bench, at } });
  };
  /** Ids begin with the bench that gave them, or with "s" where they follow from codes of the service. */
  const mayHaveOrdered = (gid: string, bench: BenchId): boolean => {
    const shared = rowOf(gid)?.shared;
    const ordered = shared === undefined ? undefined : asWritten(shared).ordered;
    const names = [gid.split('.')[0] ?? '', ordered?.bench ?? bench].map(benchName);
    return names.every((name) => name === benchName(bench) || name === 's');
  };

  return {
    gidOf(parcelId) {
      const row: { gid: string } | undefined = gidOf.get(parcelId);
      return row?.gid ?? null;
    },
    share({ id, orderUniqueId, customCode, pickUpCode, storedAt }, bench) {
      const isNamed = orderUniqueId !== null && (customCode ?? pickUpCode) !== null;
      const gid = isNamed
        ? `s.${sha256Of(JSON.stringify([orderUniqueId, customCode, pickUpCode])).slice(0, 32)}`
        : idOfRow(bench, String(id), storedAt);
      linkTo(gid, id);
      return gid;
    },
    link: linkTo,
    parcelOf: (gid) => rowOf(gid)?.parcelId ?? null,
    change,
    hold({ shipments, storedAt }, bench) {
      for (const { parcels } of shipments) for (const { gid } of parcels) holdOne(gid, bench, storedAt);
    },
    holdAsReported({ shipments, storedAt }, bench) {
      const gids = shipments.flatMap(({ parcels }) => parcels.map(({ gid }) => gid));
      const own = gids.filter((gid) => mayHaveOrdered(gid, bench));
      for (const gid of own) holdOne(gid, bench, storedAt);
      return own.length === gids.length;
    },
    keepMessages(gid, { lastAct, lastMessage, release }) {
      const act = lastAct && JSON.stringify(lastAct);
      keepMessages.run({ gid, shared: unknown, act, lastMessage, release: releaseStates.indexOf(release) });
    },
    forgetActs: () => void forgetActs.run(),
    setRelease: (gid, release) => void setRelease.run(releaseStates.indexOf(release), gid),
    openReleases: () => (openReleases.all() as { gid: string }[]).map(({ gid }) => gid),
    byGid: (gid) => withAliases(ofGid.all(gid)),
    ofParcel: (parcelId) => withAliases(ofParcel.all(parcelId)),
  };
}

/** Not by the schema, which takes as long as the rest of applying a fact: this file alone writes it. What cannot be read is unknown. */
function asWritten(text: string): ParcelAtSite {
  const parcel = parseJson(text) as Partial<ParcelAtSite> | undefined;
  const isWhole =
    Array.isArray(parcel?.copies) &&
    Array.isArray(parcel.requests) &&
    (parcel.holding === null || Number.isSafeInteger(parcel.holding?.term));
  return isWhole ? (parcel as ParcelAtSite) : unknownAtSite;
}

/** Where an operator here decided that the parcel exists, the requests of before, of any bench, stand in the way of nothing. */
function withDecision({ existsSince, shared, lastAct, ...row }: z.infer<typeof siteParcelRow>): SiteParcel {
  if (existsSince === null) return { ...row, shared, lastAct };
  const laterOf = <T extends Pick<ParcelAtSite, 'requests'>>(known: T): T => ({
    ...known,
    requests: known.requests.filter(({ at }) => at !== undefined && at > existsSince),
  });
  return { ...row, shared: laterOf(shared), lastAct: lastAct && laterOf(lastAct) };
}

/** The first of the rows with what is known under the others. */
function withAliases(rows: readonly unknown[]): SiteParcel | null {
  const [first, ...others] = rows.map((row) => withDecision(siteParcelRow.parse(row)));
  if (!first) return null;
  // While it is released under one of them, it is not held.
  const release = [first, ...others].find((row) => row.release !== 'none')?.release ?? 'none';
  const shared = others.reduce((all: ParcelAtSite, row) => merged(all, row.shared), first.shared);
  return { ...first, shared, release };
}
