import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { CodeHit, CodeLookup, NamedCodes } from '../../../shared/shipments/event-match.ts';
import { type IdentifierName, identifierNames } from '../../../shared/shipments/shipment-event.ts';
import { isOrderedElsewhere, isOrderedHere } from './commands-table.ts';

/** Most hits of one look-up; two of different shipments are enough to know that a code does not name one. */
const maxHits = 50;

/** Asks which shipments and parcels carry a code, for events. */
export function codeLookupIn(database: DatabaseSyncInstance): CodeLookup {
  const hit = (parcelId: string): string =>
    `shipments.id AS "shipmentId", ${parcelId} AS "parcelId", tracking_code AS "trackingCode", drop_off_id AS "dropOffId",
    shipment_order_id AS "shipmentOrderId", shipment_order_unique_id AS "shipmentOrderUniqueId"`;
  // Each way by its own index: without case for the index's sake. CROSS JOIN keeps the order.
  const wanted = 'FROM json_each(?) AS wanted CROSS JOIN';
  const parcelsOf = 'CROSS JOIN shipments ON shipments.id = parcels.shipment_id';
  /** `place`: what follows json_each, up to the condition; `column`: where the code is. */
  const byText = (what: string, place: string, column: string) =>
    database.prepare(`
      SELECT ${hit(what)}, wanted.key AS key, ${column} = wanted.value AS "isExact"
      ${wanted} ${place.replace('%', `${column} = wanted.value COLLATE NOCASE`)} ORDER BY "isExact" DESC LIMIT ${maxHits}`);
  const ofParcel = `parcels ON % ${parcelsOf}`;
  const ofShipment = 'shipments ON %';
  const byNumber = (column: string) =>
    database.prepare(`
      SELECT ${hit('NULL')}, wanted.key AS key, 1 AS "isExact" ${wanted} shipments ON ${column} = CAST(wanted.value AS INTEGER)
      LIMIT ${maxHits}`);
  const byTrackingCode = byText('NULL', ofShipment, 'tracking_code');
  const statements: Readonly<Record<IdentifierName, ReturnType<typeof byText>>> = {
    'custom code': byText('parcels.id', ofParcel, 'custom_code'),
    'tracking code': byTrackingCode,
    'pick-up code': byText('parcels.id', ofParcel, 'pick_up_code'),
    'drop-off shipment unique id': byTrackingCode,
    'drop-off shipment id': byNumber('drop_off_id'),
    'shipment order id': byNumber('shipment_order_id'),
    'shipment order unique id': byText('NULL', ofShipment, 'shipment_order_unique_id'),
    'order unique id': database.prepare(`
      SELECT ${hit('NULL')}, wanted.key AS key, 1 AS "isExact" ${wanted} orders ON orders.unique_id = wanted.value
      CROSS JOIN shipments ON shipments.order_id = orders.id LIMIT ${maxHits}`),
    'pick-up shipment unique id': byText('NULL', ofShipment, 'pick_up_unique_id'),
    'pick-up shipment id': byNumber('pick_up_id'),
  };
  const same = (column: string): string => `${column} = wanted.value COLLATE NOCASE AND ${column} = wanted.value`;
  const each = 'FROM json_each(:texts) AS wanted CROSS JOIN';
  const byTexts = database.prepare(`
    SELECT ${hit('parcels.id')} ${each} parcels ON ${same('custom_code')} ${parcelsOf}
    UNION SELECT ${hit('parcels.id')} ${each} parcels ON ${same('pick_up_code')} ${parcelsOf}
    UNION SELECT ${hit('NULL')} ${each} shipments ON ${same('tracking_code')}
    UNION SELECT ${hit('NULL')} ${each} orders ON orders.unique_id = wanted.value
      CROSS JOIN shipments ON shipments.order_id = orders.id
    LIMIT ${maxHits}`);
  const byShipmentIds = database.prepare(`
    SELECT ${hit('NULL')} ${wanted} shipments ON drop_off_id = wanted.value LIMIT ${maxHits}`);

  return {
    /** Each value as given if it is known in that form; otherwise ignoring case. */
    byIdentifier(name, values) {
      const hits: (CodeHit & { key: number; isExact: number })[] = statements[name].all(JSON.stringify(values));
      const isKnownExactly = new Set(hits.filter(({ isExact }) => isExact === 1).map(({ key }) => key));
      return hits.filter(({ key, isExact }) => isExact === 1 || !isKnownExactly.has(key));
    },
    byTexts: (texts) => (texts.length === 0 ? [] : byTexts.all({ texts: JSON.stringify(texts) })),
    byShipmentIds: (ids) => (ids.length === 0 ? [] : byShipmentIds.all(JSON.stringify(ids))),
  };
}

/** What events name while they belong to nothing, so that they are found when one of the codes becomes known. */
export interface EventCodes {
  keep(eventId: number, named: NamedCodes): void;
  of(eventId: number): Omit<NamedCodes, 'isWhole'>;
  forget(eventId: number): void;
  /** Unmatched events that name one of the shipment's codes, its number or its order, oldest first. */
  naming(shipmentId: number): number[];
  /** Uncertain orders that carry one of the codes, which no other bench of the site ordered. */
  createsNamed(codes: readonly string[]): number[];
  /** Orders with one of the codes that count as not created, although a request for them may have been carried out. */
  createsFound(codes: readonly string[]): FoundCreate[];
}

/** An order that was undone, or is to be sent again, and that an event shows to exist. */
export interface FoundCreate {
  id: number;
  /** The code that was named. */
  code: string;
  /** The order that was made in its place, or in that of its correction, and may exist too; null for none. */
  correctedBy: number | null;
}

const roles = { customCode: 'custom code', trackingCode: 'tracking code', pickUpCode: 'pick-up code' } as const;
const textRole = 'text';
const idRole = 'shipment id';
/** A documented name at another place than the top of `data`. */
const identifierRole = (name: IdentifierName): string => `named ${name}`;

/** Most events matched at once when an order becomes known. */
const maxNaming = 5_000;

export function eventCodesIn(database: DatabaseSyncInstance): EventCodes {
  const keep = database.prepare(`
    INSERT OR IGNORE INTO event_codes (event_id, role, code)
    SELECT :eventId, value ->> 0, value ->> 1 FROM json_each(:rows)`);
  const of = database.prepare('SELECT role, code FROM event_codes WHERE event_id = ?');
  const forget = database.prepare('DELETE FROM event_codes WHERE event_id = ?');
  const naming = database.prepare(`
    WITH known (code) AS (
      SELECT custom_code FROM parcels WHERE shipment_id = :shipmentId
      UNION SELECT pick_up_code FROM parcels WHERE shipment_id = :shipmentId
      UNION SELECT tracking_code FROM shipments WHERE id = :shipmentId
      UNION SELECT CAST(drop_off_id AS TEXT) FROM shipments WHERE id = :shipmentId
      UNION SELECT CAST(shipment_order_id AS TEXT) FROM shipments WHERE id = :shipmentId
      UNION SELECT shipment_order_unique_id FROM shipments WHERE id = :shipmentId
      UNION SELECT CAST(pick_up_id AS TEXT) FROM shipments WHERE id = :shipmentId
      UNION SELECT pick_up_unique_id FROM shipments WHERE id = :shipmentId
      UNION SELECT unique_id FROM orders WHERE id = (SELECT order_id FROM shipments WHERE id = :shipmentId))
    SELECT DISTINCT event_id AS id FROM known CROSS JOIN event_codes ON event_codes.code = known.code COLLATE NOCASE
    ORDER BY event_id LIMIT ${maxNaming}`);
  const createsNamed = database.prepare(`
    SELECT DISTINCT commands.id AS id FROM json_each(?) AS wanted
    CROSS JOIN command_codes ON command_codes.code = wanted.value CROSS JOIN commands ON commands.id = command_id
    WHERE is_own = 1 AND kind = 'create' AND state IN ('sending', 'uncertain') AND named_by IS NULL
      AND NOT ${isOrderedElsewhere('wanted.value')}`);

  // An undone order's codes are free again: an order that has them now is meant.
  const createsFound = database.prepare(`
    SELECT commands.id AS id, min(wanted.value) AS code, (
      WITH RECURSIVE corrections (id) AS (
        SELECT commands.corrected_by
        UNION SELECT earlier.corrected_by FROM corrections JOIN commands AS earlier ON earlier.id = corrections.id
      )
      SELECT later.id FROM corrections JOIN commands AS later ON later.id = corrections.id
      WHERE later.state NOT IN ('undone', 'rejected') LIMIT 1
    ) AS "correctedBy"
    FROM json_each(?) AS wanted
    CROSS JOIN command_codes ON command_codes.code = wanted.value CROSS JOIN commands ON commands.id = command_id
    WHERE is_own = 1 AND kind = 'create' AND (request_left = 1 OR attempts > 0)
      AND (state IN ('waiting', 'needs confirmation', 'blocked') OR state = 'undone' AND NOT ${isOrderedHere('wanted.value')}
        AND NOT EXISTS (SELECT 1 FROM replaced_codes WHERE old_command_id = commands.id))
      AND NOT ${isOrderedElsewhere('wanted.value')}
    GROUP BY commands.id`);

  const numbersOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
  return {
    keep(eventId, named) {
      const documented = Object.entries(roles).map(([key, role]) => [role, named[key as keyof typeof roles]]);
      const rows = [
        ...documented.filter(([, code]) => code !== null),
        ...named.identifiers.map(({ name, value }) => [identifierRole(name), value]),
        ...named.texts.map((text) => [textRole, text]),
        ...named.shipmentIds.map((id) => [idRole, String(id)]),
      ];
      if (rows.length > 0) keep.run({ eventId, rows: JSON.stringify(rows) });
    },
    of(eventId) {
      const rows: { role: string; code: string }[] = of.all(eventId);
      const under = (role: string): string[] => rows.filter((row) => row.role === role).map(({ code }) => code);
      return {
        customCode: under(roles.customCode)[0] ?? null,
        trackingCode: under(roles.trackingCode)[0] ?? null,
        pickUpCode: under(roles.pickUpCode)[0] ?? null,
        identifiers: identifierNames.flatMap((name) => under(identifierRole(name)).map((value) => ({ name, value }))),
        texts: under(textRole),
        shipmentIds: under(idRole).map(Number),
      };
    },
    forget(eventId) {
      forget.run(eventId);
    },
    naming: (shipmentId) => numbersOf(naming.all({ shipmentId })),
    createsNamed: (codes) => (codes.length === 0 ? [] : numbersOf(createsNamed.all(JSON.stringify(codes)))),
    createsFound: (codes) => (codes.length === 0 ? [] : createsFound.all(JSON.stringify(codes))),
  };
}
