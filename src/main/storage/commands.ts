import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { type Command, type CommandState, commandSchema } from '../../shared/command.ts';
import { type Failure, failureSchema } from '../../shared/failure.ts';
import { type OrderRequest, orderRequestSchema } from '../../shared/order-request.ts';
import type { CommandChange } from '../core/ports/records.ts';
import { type Columns, select } from './columns.ts';
import type { SetAside } from './set-aside.ts';
import { jsonText, storedJson } from './stored-json.ts';

export interface Commands {
  addCreate(request: OrderRequest, at: string): Command;
  addDelete(deletion: { customCode: string; parcelId: number | null; endsAt: number }, at: string): Command;
  /** The deletion that stands in the way of another one: not settled, or done for that very parcel. */
  deletionMet(customCode: string, parcelId: number | null): Command | null;
  byId(id: number): Command | null;
  request(id: number): OrderRequest | null;
  inStates(states: readonly CommandState[], limit: number): Command[];
  countIn(states: readonly CommandState[]): number;
  move(id: number, from: readonly CommandState[], change: CommandChange, at: string): Command | null;
  /** Ends a create from whatever state it is in: an order that exists is never forgotten. */
  endCreate(id: number, orderId: number, at: string): Command;
  putAway(id: number, at: string): Command | null;
  /** Deletions of a code that nothing here carried become those of the parcel that carries it now. */
  claimDeletions(customCode: string, parcelId: number): void;
  /** What was `sending`: creates become uncertain, deletes wait again; gives them as they are now. */
  recoverSending(failure: Failure, at: string): Command[];
  /** Countdowns begin anew. */
  restartCountdowns(endsAt: number, at: string): Command[];
}

/** True in SQL where the parcel is neither deleted nor on the way there. `parcelId` is a column with its table's name. */
export const notOnTheWayOut = (parcelId: string): string => `(
  NOT EXISTS (SELECT 1 FROM parcels AS gone WHERE gone.id = ${parcelId} AND gone.deleted_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM commands AS leaving WHERE leaving.parcel_id = ${parcelId} AND leaving.kind = 'delete'
    AND leaving.state NOT IN ('undone', 'rejected')))`;

const columns = {
  id: 'id',
  kind: 'kind',
  state: 'state',
  customCode: 'custom_code',
  request: 'request',
  parcelId: 'parcel_id',
  orderId: 'order_id',
  attempts: 'attempts',
  requestLeft: 'request_left',
  notBefore: 'not_before',
  failure: 'failure',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} satisfies Columns;

const commandRow = commandSchema
  .omit({ codes: true })
  .extend({
    customCode: z.string().nullable(),
    request: storedJson(orderRequestSchema).nullable(),
    requestLeft: z.int().transform((flag) => flag === 1),
    failure: storedJson(failureSchema).nullable(),
  })
  .transform(({ customCode, request, ...command }): Command => {
    const requested = request?.drop_offs[0].parcels.flatMap((parcel) => parcel.custom_code ?? []) ?? [];
    return { ...command, codes: customCode === null ? requested : [customCode] };
  });
const requestRow = z.object({ id: z.int(), request: storedJson(orderRequestSchema) });

export function commandsIn(database: DatabaseSyncInstance, setAside: SetAside): Commands {
  const own = select('commands', columns);
  const insert = database.prepare(`
    INSERT INTO commands (kind, state, custom_code, request, parcel_id, attempts, request_left, not_before, put_away,
      created_at, updated_at)
    VALUES (:kind, :state, :customCode, :request, :parcelId, 0, 0, :notBefore, 0, :at, :at) RETURNING ${own}`);
  const deletionMet = database.prepare(`
    SELECT ${own} FROM commands WHERE custom_code = :customCode
      AND (state IN ('counting', 'waiting', 'sending', 'uncertain', 'blocked') OR (state = 'done' AND parcel_id IS :parcelId))
    ORDER BY state = 'done', id DESC LIMIT 1`);
  const byId = database.prepare(`SELECT ${own} FROM commands WHERE id = ?`);
  const request = database.prepare('SELECT id, request FROM commands WHERE id = ? AND request IS NOT NULL');
  // CROSS JOIN keeps the order: one index look-up for each state, however many commands are done.
  const inStates = database.prepare(`
    SELECT ${own} FROM json_each(?) AS wanted CROSS JOIN commands ON commands.state = wanted.value AND put_away = 0
    ORDER BY commands.id LIMIT ?`);
  const countIn = database.prepare(`
    SELECT count(*) AS count FROM json_each(?) AS wanted
    CROSS JOIN commands ON commands.state = wanted.value AND put_away = 0`);
  const move = database.prepare(`
    UPDATE commands SET state = :state, attempts = attempts + :attempt, request_left = coalesce(:requestLeft, request_left),
      not_before = coalesce(:notBefore, not_before), failure = CASE WHEN :keepFailure THEN failure ELSE :failure END,
      updated_at = :at
    WHERE id = :id AND put_away = 0 AND state IN (SELECT value FROM json_each(:from)) RETURNING ${own}`);
  const endCreate = database.prepare(`
    UPDATE commands SET state = 'done', order_id = ?, failure = NULL, put_away = 0, updated_at = ?
    WHERE id = ? AND kind = 'create' RETURNING ${own}`);
  const putAway = database.prepare(`
    UPDATE commands SET put_away = 1, updated_at = ? WHERE id = ? AND state = 'rejected' AND put_away = 0 RETURNING ${own}`);
  const claimDeletions = database.prepare(`
    UPDATE commands SET parcel_id = ? WHERE custom_code = ? AND parcel_id IS NULL
      AND state IN ('counting', 'waiting', 'sending', 'uncertain', 'blocked')`);
  const recoverSending = database.prepare(`
    UPDATE commands SET state = CASE kind WHEN 'create' THEN 'uncertain' ELSE 'waiting' END, request_left = 1, not_before = 0,
      failure = ?, updated_at = ? WHERE state = 'sending' RETURNING ${own}`);
  const restartCountdowns = database.prepare(`
    UPDATE commands SET not_before = ?, updated_at = ? WHERE state = 'counting' RETURNING ${own}`);

  const readAll = (rows: unknown[]): Command[] =>
    setAside.readAll('commands', commandRow, rows as Record<string, unknown>[]);
  const readOne = (rows: unknown[]): Command | null => readAll(rows)[0] ?? null;
  const written = (row: unknown): Command | null => (row === undefined ? null : commandRow.parse(row));

  return {
    addCreate(order, at) {
      const row = { kind: 'create', state: 'waiting', customCode: null, parcelId: null, notBefore: 0, at };
      return commandRow.parse(insert.get({ ...row, request: jsonText(order) }));
    },
    addDelete({ customCode, parcelId, endsAt }, at) {
      const row = { kind: 'delete', state: 'counting', customCode, parcelId, notBefore: endsAt, at };
      return commandRow.parse(insert.get({ ...row, request: null }));
    },
    deletionMet: (customCode, parcelId) => written(deletionMet.get({ customCode, parcelId })),
    byId: (id) => readOne(byId.all(id)),
    request: (id) => setAside.readAll('commands', requestRow, request.all(id))[0]?.request ?? null,
    inStates: (states, limit) => readAll(inStates.all(JSON.stringify(states), limit)),
    countIn(states) {
      const row: { count: number } = countIn.get(JSON.stringify(states));
      return row.count;
    },
    move(id, from, change, at) {
      const row = move.get({
        id,
        from: JSON.stringify(from),
        at,
        state: change.state,
        attempt: change.attempt ? 1 : 0,
        requestLeft: change.requestLeft === undefined ? null : Number(change.requestLeft),
        notBefore: change.notBefore ?? null,
        keepFailure: change.failure === undefined ? 1 : 0,
        failure: jsonText(change.failure),
      });
      return written(row);
    },
    endCreate: (id, orderId, at) => commandRow.parse(endCreate.get(orderId, at, id)),
    putAway: (id, at) => written(putAway.get(at, id)),
    claimDeletions(customCode, parcelId) {
      claimDeletions.run(parcelId, customCode);
    },
    recoverSending: (failure, at) => readAll(recoverSending.all(jsonText(failure), at)),
    restartCountdowns: (endsAt, at) => readAll(restartCountdowns.all(endsAt, at)),
  };
}
