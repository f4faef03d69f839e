import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { CommandState } from '../../../shared/orders/command.ts';
import type { PrintJobState } from '../../../shared/printing/print-job.ts';
import { orderRequestFactSchema } from '../../../shared/site/order-fact.ts';
import type { BenchId, CopyState, ParcelFact, RequestState } from '../../../shared/site/parcel-at-site.ts';
import { maxSharedEventBytes } from '../../../shared/site/site-facts.ts';
import type { Row } from '../sqlite.ts';
import type { OrderFacts } from './shared-orders.ts';
import type { NewFact, SiteOutbox } from './site-outbox.ts';
import { idOfRow, type SiteParcels } from './site-parcels.ts';

/** Writes the facts that follow from the changes of a transaction. */
export interface CapturedChanges {
  /** Called at the end of each transaction, within it. True where facts were written. */
  flush(): boolean;
  /** A row was added. Not by a trigger: see `insertedBy`. */
  note(kind: 'event' | 'order', id: number): void;
  /** Changes that facts of other benches made are not reported to them again. What follows for jobs and deletions of this bench is. */
  forget(): void;
  /** Reports a parcel with its order where it was not reported before. */
  share(parcelId: number): void;
  /** See `SiteRecords.shareEarlierOrders`. */
  shareEarlier(since: string, below: number | null): number | null;
}

export interface SiteCapture extends CapturedChanges {
  /** The id under which this file sends. */
  readonly bench: BenchId;
  /** This bench holds that parcel, and does not release it. */
  isHeld(parcelId: number): boolean;
}

type MarkKind = 'order-request' | 'order' | 'copy' | 'deletion' | 'parcel-deleted' | 'event';

/** Which change of which row is reported to the other benches. */
const watched: readonly { on: string; kind: MarkKind; id: string; where?: string }[] = [
  { on: 'INSERT ON command_codes', kind: 'order-request', id: 'NEW.command_id', where: 'NEW.is_own = 1' },
  {
    on: 'UPDATE OF state ON commands',
    ...{ kind: 'order-request', id: 'NEW.id', where: `NEW.kind = 'create' AND NEW.state IS NOT OLD.state` },
  },
  { on: 'UPDATE OF unique_id, created_at, price_with_tax ON orders', kind: 'order', id: 'NEW.id' },
  {
    on: 'UPDATE OF price_with_tax ON orders',
    ...{ kind: 'order-request', id: `(SELECT id FROM commands WHERE order_id = NEW.id AND kind = 'create' LIMIT 1)` },
    where: 'NEW.price_with_tax IS NOT OLD.price_with_tax',
  },
  {
    on: `UPDATE OF tracking_code, drop_off_id, pick_up_unique_id, pick_up_id, shipment_order_id, shipment_order_unique_id,
      pick_up_date, drop_off_date, recipient_name, utc_offset ON shipments`,
    ...{ kind: 'order', id: 'NEW.order_id' },
  },
  {
    on: 'UPDATE OF custom_code, pick_up_code, weight_grams, size_code ON parcels',
    ...{ kind: 'order', id: '(SELECT order_id FROM shipments WHERE id = NEW.shipment_id)' },
  },
  ...['INSERT ON labels', 'UPDATE OF parcel_id, url ON labels'].map((on) => ({
    ...{ on, kind: 'order' as const },
    id: `(SELECT order_id FROM shipments
      WHERE id = coalesce(NEW.shipment_id, (SELECT shipment_id FROM parcels WHERE id = NEW.parcel_id)))`,
  })),
  {
    on: 'UPDATE OF state ON print_jobs',
    kind: 'copy',
    id: 'NEW.id',
    where: 'NEW.attempts > 0 AND NEW.state IS NOT OLD.state',
  },
  {
    on: 'UPDATE OF state, parcel_id ON commands',
    ...{
      kind: 'deletion',
      id: 'NEW.id',
      where: `NEW.kind = 'delete' AND NEW.attempts > 0 AND NEW.parcel_id IS NOT NULL`,
    },
  },
  {
    on: 'UPDATE OF deleted_at ON parcels',
    ...{ kind: 'parcel-deleted', id: 'NEW.id', where: 'NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL' },
  },
];

/** Orders of before the site was joined that are reported in one transaction. */
const earlierAtOnce = 20;

/** What each state of a job says about the copy of its last attempt. */
const copyStateOf: Readonly<Record<PrintJobState, CopyState>> = {
  ...{ queued: 'void', held: 'void', cancelled: 'void', failed: 'void' },
  ...{ sending: 'began', sent: 'sent', printed: 'printed', uncertain: 'uncertain' },
};

/** What each state of a create says about the order. */
const orderStateOf: Readonly<Record<CommandState, 'open' | 'done' | 'ended'>> = {
  ...{
    counting: 'open',
    waiting: 'open',
    'needs confirmation': 'open',
    sending: 'open',
    uncertain: 'open',
    blocked: 'open',
  },
  ...{ done: 'done', rejected: 'ended', undone: 'ended' },
};

/** What each state of a deletion that was sent says about its request; null: nothing new. */
const requestStateOf: Readonly<Record<CommandState, RequestState | null>> = {
  ...{ counting: null, waiting: null, 'needs confirmation': null, blocked: null },
  // Only what did not leave is undone: an attempt without a connection, or one that was refused.
  ...{ sending: 'sent', uncertain: 'sent', rejected: 'rejected', undone: 'rejected', done: 'answered' },
};

export interface CaptureParts {
  outbox: SiteOutbox;
  parcels: SiteParcels;
  orderFacts: OrderFacts;
}

/** Watches the changes of this connection to the file: nothing of it is in the file, so that a station without a site has none of it. */
export function siteCaptureIn(
  database: DatabaseSyncInstance,
  { outbox, parcels, orderFacts }: CaptureParts,
): CapturedChanges {
  database.exec(`
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE site_marks (kind TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
    ${watched.map(triggerOf).join('')}`);
  const earlier = database.prepare(`
    SELECT id, EXISTS (SELECT 1 FROM site_orders WHERE order_id = orders.id) AS "isShared" FROM orders
    WHERE id < :below AND stored_at >= :since ORDER BY id DESC LIMIT ${earlierAtOnce}`);
  const ofOrder =
    'SELECT parcels.id FROM shipments JOIN parcels ON shipment_id = shipments.id WHERE order_id = :orderId';
  const markEarlier = [
    `SELECT 'order-request', id FROM commands WHERE order_id = :orderId AND kind = 'create'`,
    `SELECT 'order', :orderId`,
    `SELECT 'copy', id FROM print_jobs WHERE attempts > 0 AND parcel_id IN (${ofOrder})`,
    `SELECT 'deletion', id FROM commands WHERE kind = 'delete' AND attempts > 0 AND parcel_id IN (${ofOrder})`,
    `SELECT 'parcel-deleted', id FROM parcels WHERE deleted_at IS NOT NULL AND id IN (${ofOrder})`,
    `SELECT 'event', events.id FROM events JOIN shipments ON shipments.id = shipment_id WHERE order_id = :orderId`,
  ].map((rows) => database.prepare(`INSERT OR IGNORE INTO temp.site_marks (kind, id) ${rows}`));
  const markUnanswered = database.prepare(`
    INSERT OR IGNORE INTO temp.site_marks (kind, id)
    SELECT 'order-request', id FROM commands
    WHERE kind = 'create' AND order_id IS NULL AND created_at >= ?
      AND (state NOT IN ('rejected', 'undone') OR EXISTS (SELECT 1 FROM replaced_codes WHERE old_command_id = commands.id))`);
  /** Those of a transaction that was undone stand for no row, or for one that is added later. */
  const added = { order: new Set<number>(), event: new Set<number>() };
  const mark = database.prepare('INSERT OR IGNORE INTO temp.site_marks (kind, id) VALUES (?, ?)');
  const marks = database.prepare('SELECT kind, id FROM temp.site_marks ORDER BY kind, id');
  const clear = database.prepare('DELETE FROM temp.site_marks');
  const forget = database.prepare(
    `DELETE FROM temp.site_marks WHERE kind NOT IN ('order-request', 'copy', 'deletion')`,
  );
  const job = database.prepare(`
    SELECT parcel_id AS "parcelId", state, attempts, updated_at AS at FROM print_jobs WHERE id = ?`);
  const command = database.prepare(`
    SELECT parcel_id AS "parcelId", state, updated_at AS at FROM commands WHERE id = ?`);
  const create = database.prepare(`
    SELECT state, updated_at AS at, sent_at AS "sentAt", quoted_price AS "quotedPrice", price_with_tax AS price, fingerprint,
      commands.created_at AS "createdAt",
      (SELECT json_group_array(code) FROM command_codes WHERE command_id = commands.id AND is_own = 1) AS codes,
      EXISTS (SELECT 1 FROM replaced_codes WHERE old_command_id = commands.id) AS "isReplaced"
    FROM commands LEFT JOIN orders ON orders.id = order_id WHERE commands.id = ? AND kind = 'create'`);
  const parcel = database.prepare('SELECT deleted_at AS at FROM parcels WHERE id = ?');
  const event = database.prepare(`
    SELECT received_at AS "receivedAt", raw FROM events WHERE id = ? AND same_as IS NULL AND length(raw) <= ${maxSharedEventBytes}`);
  const orderOf = database.prepare(`
    SELECT order_id AS "orderId" FROM parcels JOIN shipments ON shipments.id = shipment_id WHERE parcels.id = ?`);

  const add = (fact: NewFact): true => {
    outbox.add(fact);
    return true;
  };

  const addOrder = (orderId: number, bench: BenchId): boolean =>
    orderFacts(orderId, bench)
      .map((fact) => {
        if (fact.body.isCreatedHere) parcels.hold(fact.body, bench);
        return add(fact);
      })
      .includes(true);

  /** The id of a parcel here; the order of one that the others do not know yet is reported first. */
  const gidOf = (parcelId: number, bench: BenchId): string | null => {
    const known = parcels.gidOf(parcelId);
    if (known !== null) return known;
    const row: { orderId: number } | undefined = orderOf.get(parcelId);
    if (row) addOrder(row.orderId, bench);
    return parcels.gidOf(parcelId);
  };

  const addParcelFact = (parcelId: number, at: string, bench: BenchId, fact: ParcelFact): boolean => {
    const gid = gidOf(parcelId, bench);
    if (gid === null) return false;
    parcels.change(gid, fact);
    const { kind, ...body } = fact;
    return add({ at, kind, gid, body });
  };

  const writers: Record<MarkKind, (id: number, bench: BenchId) => boolean> = {
    'order-request'(id, bench) {
      const row:
        | (Row & { state: CommandState; at: string; codes: string; createdAt: string; isReplaced: number })
        | undefined = create.get(id);
      if (!row) return false;
      const { at, codes, state, isReplaced, ...sent } = row;
      const requestId = idOfRow(bench, `c${id}`, sent.createdAt);
      const isOpen = state === 'undone' && isReplaced === 1;
      const body = {
        ...{ id: requestId, codes: JSON.parse(codes), state: isOpen ? 'replaced' : orderStateOf[state] },
        ...sent,
      };
      const fact = orderRequestFactSchema.safeParse(body).data;
      return fact ? add({ at, kind: 'order-request', gid: null, body: fact }) : false;
    },
    order: addOrder,
    copy(id, bench) {
      const row: { parcelId: number; state: PrintJobState; attempts: number; at: string } | undefined = job.get(id);
      if (!row) return false;
      const copy = { id: `${bench}.j${id}.${row.attempts}`, bench, state: copyStateOf[row.state], at: row.at };
      return addParcelFact(row.parcelId, row.at, bench, { kind: 'copy', copy });
    },
    deletion(id, bench) {
      const row: { parcelId: number; state: CommandState; at: string } | undefined = command.get(id);
      const state = row ? requestStateOf[row.state] : null;
      if (!row || state === null) return false;
      const request = { id: `${bench}.c${id}`, bench, state, at: row.at };
      return addParcelFact(row.parcelId, row.at, bench, { kind: 'deletion', request });
    },
    event(id) {
      const row: { receivedAt: string; raw: Uint8Array } | undefined = event.get(id);
      if (!row) return false;
      const { receivedAt } = row;
      const body = { receivedAt, raw: new TextDecoder().decode(row.raw) };
      return add({ at: receivedAt, kind: 'event', gid: null, body });
    },
    'parcel-deleted'(id, bench) {
      const row: { at: string | null } | undefined = parcel.get(id);
      const gid = row?.at ? gidOf(id, bench) : null;
      if (!row?.at || gid === null) return false;
      return add({ at: row.at, kind: 'parcel-deleted', gid, body: { at: row.at } });
    },
  };

  return {
    flush() {
      for (const kind of ['order', 'event'] as const) {
        for (const id of added[kind]) mark.run(kind, id);
        added[kind].clear();
      }
      const changed: { kind: MarkKind; id: number }[] = marks.all();
      if (changed.length === 0) return false;
      clear.run();
      const bench = outbox.ids().at(-1);
      if (bench === undefined) return false;
      // The order of a parcel is reported before what happened to it, and an event before the deletion that it caused.
      const kinds = Object.keys(writers) as MarkKind[];
      const inOrder = kinds.flatMap((kind) => changed.filter((mark) => mark.kind === kind));
      return inOrder.map(({ kind, id }) => writers[kind](id, bench)).includes(true);
    },
    note: (kind, id) => void added[kind].add(id),
    forget() {
      for (const ids of Object.values(added)) ids.clear();
      forget.run();
    },
    shareEarlier(since, below) {
      // They are few, and reported again changes nothing.
      if (below === null) markUnanswered.run(since);
      const rows: { id: number; isShared: number }[] = earlier.all({
        since,
        below: below ?? Number.MAX_SAFE_INTEGER,
      });
      for (const { id, isShared } of rows) if (!isShared) for (const each of markEarlier) each.run({ orderId: id });
      return rows.length < earlierAtOnce ? null : (rows.at(-1)?.id ?? null);
    },
    share(parcelId) {
      const bench = outbox.ids().at(-1);
      if (bench !== undefined) gidOf(parcelId, bench);
    },
  };
}

const triggerOf = ({ on, kind, id, where }: (typeof watched)[number], index: number): string => `
  CREATE TEMP TRIGGER site_watches_${index} AFTER ${on} ${where ? `WHEN ${where}` : ''}
    BEGIN INSERT OR IGNORE INTO site_marks (kind, id) SELECT '${kind}', ${id} WHERE ${id} IS NOT NULL; END;`;
