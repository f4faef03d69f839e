import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { orderRequestFactSchema } from '../../../shared/site/order-fact.ts';
import type { BenchId } from '../../../shared/site/parcel-at-site.ts';
import type { SiteFact } from '../../../shared/site/site-facts.ts';
import { surplusRemover } from './bench-shares.ts';

/** Most orders of other benches that are kept for their codes and prices; of more, the oldest of the bench that has most are removed. */
export const maxRequests = 100_000;
/** They are counted after so many more. */
export const countedAfter = 1_000;
/** How long their fingerprints are kept, milliseconds: several times as long as duplicates are searched. */
const fingerprintsKeptMs = 60 * 60 * 1000;

/** Keeps what other benches order, or are about to; false where the fact is none of its bench. `now`: ISO 8601. */
export function orderRequestsIn(
  database: DatabaseSyncInstance,
): (fact: Pick<SiteFact, 'body' | 'at'>, by: BenchId, now: string) => boolean {
  const putRequest = database.prepare(`
    INSERT INTO site_order_requests (id, state, sent_at, quoted_price, price_with_tax, fingerprint, created_at)
    VALUES (:id, :state, :sentAt, :quotedPrice, :price, :fingerprint, :createdAt)
    ON CONFLICT (id) DO UPDATE SET state = :state, sent_at = :sentAt, quoted_price = :quotedPrice, price_with_tax = :price
    RETURNING number`);
  const forgetFingerprints = database.prepare(
    'UPDATE site_order_requests SET fingerprint = NULL WHERE fingerprint IS NOT NULL AND created_at < ?',
  );
  const addCode = database.prepare('INSERT OR IGNORE INTO site_ordered_codes (code, request) VALUES (?, ?)');
  const removeSurplus = surplusRemover(database, {
    ...{ table: 'site_order_requests', bench: 'id', order: 'number', most: maxRequests },
  });
  let uncounted = 0;

  return ({ body, at }, by, now) => {
    const request = orderRequestFactSchema.safeParse(body).data;
    if (!request?.id.startsWith(`${by}.`)) return false;
    const { codes, createdAt, ...rest } = request;
    const row: { number: number } = putRequest.get({ ...rest, createdAt: createdAt ?? at });
    for (const code of codes) addCode.run(code, row.number);
    // A bench whose clock is ahead would have those of all others forgotten; what was sent long ago forgets no later ones.
    const latest = Math.min(Date.parse(at), Date.parse(now));
    forgetFingerprints.run(new Date(latest - fingerprintsKeptMs).toISOString());
    uncounted += 1;
    if (uncounted >= countedAfter) {
      removeSurplus();
      uncounted = 0;
    }
    return true;
  };
}
