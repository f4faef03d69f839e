import type { Migration } from './migration.ts';

/** The parcel's state and when it began, as in migration 10. */
const state = `CASE WHEN parcel.deleted_at IS NULL THEN coalesce(shipment.status_state, 'none') ELSE 'deleted' END`;
const stateAt = `CASE WHEN parcel.deleted_at IS NULL THEN coalesce(shipment.status_at, parcel.created_at)
  WHEN shipment.status_state = 'deleted' THEN coalesce(shipment.status_at, parcel.deleted_at) ELSE parcel.deleted_at END`;

const refreshState = (where: string): string => `
  UPDATE board SET (state, state_at) = (SELECT ${state}, ${stateAt}
    FROM parcels AS parcel JOIN shipments AS shipment ON shipment.id = parcel.shipment_id WHERE parcel.id = board.id)
  WHERE ${where};`;

/**
 * A status writes only the state of the board's rows, not the recipient with three indexes. `events_by_arrival` finds the events of a
 * shipment as fast as the index that is removed.
 */
export const boardState: Migration = {
  name: 'board state',
  sql: `
    DROP TRIGGER shipment_has_news;
    CREATE TRIGGER shipment_has_news AFTER UPDATE OF status_state, status_at ON shipments
      WHEN OLD.status_state IS NOT NEW.status_state OR OLD.status_at IS NOT NEW.status_at BEGIN
      ${refreshState('id IN (SELECT id FROM parcels WHERE shipment_id = NEW.id)')}
    END;
    DROP TRIGGER parcel_is_deleted;
    CREATE TRIGGER parcel_is_deleted AFTER UPDATE OF deleted_at ON parcels BEGIN
      ${refreshState('id = NEW.id')}
    END;
    DROP INDEX events_of_shipment;
  `,
};
