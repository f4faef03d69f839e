import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type FoundAtHub, type HubAnswer, maxCopiesFound, maxFoundBytes } from '../../../shared/site/hub-look-up.ts';
import { type BenchId, benchName } from '../../../shared/site/parcel-at-site.ts';
import type { Tables } from '../tables.ts';
import type { OrderFacts } from './shared-orders.ts';
import type { SiteParcels } from './site-parcels.ts';

/** What the hub answers to a bench that asks for a code, and which answers a bench asked for. */
export interface HubAnswers {
  answerTo(asked: { to: BenchId; code: string }, hub: BenchId): FoundAtHub;
  /** This file asked for that code lately. */
  isAsked(code: string, bench: BenchId): boolean;
}

/** Most of its last facts among which a bench looks for its question. */
const maxSearched = 2_000;

export function hubAnswersIn(
  database: DatabaseSyncInstance,
  { tables, parcels, orderFacts }: { tables: Tables; parcels: SiteParcels; orderFacts: OrderFacts },
): HubAnswers {
  const asked = database.prepare(`
    SELECT 1 FROM (SELECT data FROM site_out WHERE bench = :bench ORDER BY n DESC LIMIT ${maxSearched})
    WHERE data ->> '$.kind' = 'look-up' AND data ->> '$.body.code' = :code LIMIT 1`);

  return {
    answerTo({ to, code }, hub) {
      const none: FoundAtHub = { to, code, found: null };
      const rows = tables.parcels.byIds(tables.findByCodes([code]).get(code)?.parcelIds ?? []);
      const [first] = rows;
      if (!first) return none;
      const wanted = rows.filter(({ orderId }) => orderId === first.orderId);
      const known = wanted.flatMap(({ id, deletedAt }) => {
        const here = parcels.ofParcel(id);
        const copies = (here?.shared.copies ?? []).filter(({ state }) => state !== 'void').slice(-maxCopiesFound);
        return here ? [{ gid: here.gid, deletedAt, copies: [...copies] }] : [];
      });
      // A large order is several parts: the one with the parcel.
      const part = orderFacts(first.orderId, hub).find(({ body }) =>
        body.shipments.some((shipment) => shipment.parcels.some(({ gid }) => gid === known[0]?.gid)),
      );
      if (!part || part.gid === null) return none;
      const found = { gid: part.gid, order: { ...part.body, isCreatedHere: false }, parcels: known };
      const answer = { to, code, found };
      return Buffer.byteLength(JSON.stringify(answer)) <= maxFoundBytes ? answer : none;
    },
    isAsked: (code, bench) => asked.get({ code, bench }) !== undefined,
  };
}

/** What the screens say of an answer. The id of an order begins with the bench that reported it first. */
export function shownAnswer({ found }: FoundAtHub): HubAnswer {
  if (!found) return { kind: 'unknown' };
  const isPrinted = found.parcels.some(({ copies }) => copies.some(({ state }) => state !== 'began'));
  const bench = benchName(found.gid.split('.')[0] ?? '');
  return { kind: 'found', bench, orderedAt: found.order.createdAt ?? found.order.storedAt, isPrinted };
}
