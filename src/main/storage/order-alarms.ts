import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type OrderAlarm, orderAlarmSchema } from '../../shared/order-alarm.ts';
import type { SetAside } from './set-aside.ts';
import { storedJson } from './stored-json.ts';

/** Signs of life of orders that gave way to new ones. */
export interface OrderAlarms {
  /** One of a replaced code stands at a time: while it is not put away, further signs say nothing new. True where it is new. */
  raise(replacedId: number, event: string, at: string): boolean;
  open(limit: number): OrderAlarm[];
  untold(limit: number): OrderAlarm[];
  setTold(ids: readonly number[], at: string): void;
  putAway(id: number): boolean;
}

const alarmRow = orderAlarmSchema.extend({ newCodes: storedJson(orderAlarmSchema.shape.newCodes) });

export function orderAlarmsIn(database: DatabaseSyncInstance, setAside: SetAside): OrderAlarms {
  const raise = database.prepare(`
    INSERT INTO order_alarms (replaced_id, event, at)
    SELECT :replacedId, :event, :at
    WHERE NOT EXISTS (SELECT 1 FROM order_alarms WHERE replaced_id = :replacedId AND put_away = 0)`);
  // An order that took a place may have given way as well: the codes are those of the last one.
  const alarms = (where: string): string => `
    SELECT order_alarms.id AS id, replaced_codes.code AS code, event, at, (
      WITH RECURSIVE place (command_id) AS (
        SELECT new_command_id
        UNION SELECT later.new_command_id FROM place JOIN replaced_codes AS later ON later.old_command_id = place.command_id)
      SELECT json_group_array(parcel.value ->> '$.custom_code')
      FROM commands CROSS JOIN json_each(request, '$.drop_offs[0].parcels') AS parcel
      WHERE commands.id = (SELECT max(command_id) FROM place)) AS "newCodes"
    FROM order_alarms JOIN replaced_codes ON replaced_codes.id = replaced_id WHERE ${where}`;
  const open = database.prepare(`${alarms('put_away = 0')} ORDER BY order_alarms.id DESC LIMIT ?`);
  const untold = database.prepare(`${alarms('told_at IS NULL')} ORDER BY order_alarms.id LIMIT ?`);
  const setTold = database.prepare('UPDATE order_alarms SET told_at = ? WHERE id IN (SELECT value FROM json_each(?))');
  const putAway = database.prepare('UPDATE order_alarms SET put_away = 1 WHERE id = ? AND put_away = 0');

  const readAll = (rows: unknown[]): OrderAlarm[] =>
    setAside.readAll('order_alarms', alarmRow, rows as Record<string, unknown>[]);
  return {
    raise: (replacedId, event, at) => raise.run({ replacedId, event, at }).changes > 0,
    open: (limit) => readAll(open.all(limit)),
    untold: (limit) => readAll(untold.all(limit)),
    setTold(ids, at) {
      setTold.run(at, JSON.stringify(ids));
    },
    putAway: (id) => putAway.run(id).changes > 0,
  };
}
