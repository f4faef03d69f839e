import { DatabaseSync } from '@photostructure/sqlite';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { unfilteredBoard } from '../../../src/shared/shipments/board-query.ts';

/** What must be the same at each bench of a site in the end. */
export interface SharedDigest {
  /** With the order, shipment and label of each. */
  readonly parcels: readonly object[];
  /** What benches sent to the service, or may have sent. */
  readonly requests: readonly object[];
  readonly unmatchedEvents: readonly object[];
}

export async function digestOf(records: Records, file: string): Promise<SharedDigest> {
  const parcels = await parcelsOf(records);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const details = database.prepare(detailsOfParcel);
    return {
      parcels: sorted(parcels.map(({ id, ...parcel }) => ({ ...parcel, details: details.get(id) }))),
      requests: requestsIn(database.prepare(ownAndOthersRequests).all()),
      unmatchedEvents: sorted(database.prepare(unmatchedEvents).all()),
    };
  } finally {
    database.close();
  }
}

async function parcelsOf(records: Records) {
  const { rows } = await records.parcelsPage({ ...unfilteredBoard, offset: 0, limit: 1_000 });
  return Promise.all(
    rows.map(async (row) => {
      const { id, customCode, pickUpCode, trackingCode, orderUniqueId, status, label, recipient, deletedAt } = row;
      const known = await records.parcelAtSite(id);
      const timeline = await records.parcelTimeline(id, 100);
      return {
        ...{ id, customCode, pickUpCode, trackingCode, orderUniqueId, recipient: recipient.name, deletedAt },
        ...{ status: status?.state ?? null, statusAt: status?.at ?? null, labelUrl: label?.url ?? null },
        events: timeline.flatMap((entry) => (entry.kind === 'event' ? [`${entry.event.event} ${entry.at}`] : [])),
        shared: known?.shared ?? null,
      };
    }),
  );
}

/** Of its order, its shipment, itself and its label: all that an order fact names. */
const detailsOfParcel = `
  SELECT orders.created_at, price_with_tax, orders.missing AS order_missing,
    drop_off_id, pick_up_unique_id, pick_up_id, shipment_order_id, shipment_order_unique_id, pick_up_date, drop_off_date,
    utc_offset, recipient_phone, recipient_address, recipient_postal_code,
    parcels.position, weight_grams, parcels.size_code, parcels.missing, labels.source, format, pdf_url
  FROM parcels JOIN shipments ON shipments.id = parcels.shipment_id JOIN orders ON orders.id = order_id
    LEFT JOIN labels ON labels.parcel_id = parcels.id
  WHERE parcels.id = ?`;

/** What this bench sends to the service, or may have sent, and what the others reported of theirs. */
const ownAndOthersRequests = `
  SELECT commands.created_at AS "createdAt", sent_at AS "sentAt", quoted_price AS quoted, price_with_tax AS price, fingerprint,
    CASE WHEN state IN ('rejected', 'undone') THEN 'ended' WHEN state = 'done' THEN 'done' ELSE 'open' END AS state,
    (SELECT group_concat(code) FROM (SELECT code FROM command_codes WHERE command_id = commands.id AND is_own = 1 ORDER BY code)) AS codes
  FROM commands LEFT JOIN orders ON orders.id = order_id WHERE kind = 'create'
  UNION ALL
  SELECT created_at, sent_at, quoted_price, price_with_tax, fingerprint, state,
    (SELECT group_concat(code) FROM (SELECT code FROM site_ordered_codes WHERE request = number ORDER BY code))
  FROM site_order_requests`;

interface OrderRequestRow {
  readonly createdAt: string;
  readonly fingerprint: string | null;
}

/** Others keep fingerprints for an hour, so that those of older orders may be gone there already. */
const fingerprintsComparedMs = 30 * 60 * 1000;

function requestsIn(rows: readonly OrderRequestRow[]): object[] {
  const latest = Math.max(...rows.map(({ createdAt }) => Date.parse(createdAt)));
  return sorted(
    rows.map(({ fingerprint, ...row }) => ({
      ...row,
      fingerprint: Date.parse(row.createdAt) > latest - fingerprintsComparedMs ? fingerprint : 'may be gone',
    })),
  );
}

const unmatchedEvents = `
  SELECT event, state, received_at, moment, trigger_datetime, unmatched_because, CAST(raw AS TEXT) AS raw FROM events
  WHERE shipment_id IS NULL AND parcel_id IS NULL AND same_as IS NULL`;

const sorted = <T extends object>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, text: JSON.stringify(value) }))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ value }) => value);
