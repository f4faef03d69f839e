import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Failure } from '../../../shared/contract/failure.ts';
import {
  type Command,
  type CommandSettler,
  type CommandState,
  commandSchema,
  unansweredStates,
} from '../../../shared/orders/command.ts';
import { type OrderRequest, orderRequestSchema } from '../../../shared/orders/order-request.ts';
import type { CommandChange, NewDeletion } from '../../core/ports/command-records.ts';
import type { OrderIntent } from '../../core/ports/order-records.ts';
import type { ActingNow } from '../../core/ports/write-context.ts';
import type { Quarantine } from '../quarantine.ts';
import { type Columns, jsonText, type Row, select, storedFailure, storedJson } from '../sqlite.ts';
import { actingNames } from './journal-tables.ts';

export interface Commands {
  addCreate(request: OrderRequest, intent: OrderIntent, at: string): Command;
  addDelete(deletion: NewDeletion, at: string): Command;
  /** A deletion without a countdown. It is done also where the service does not know the code. */
  addDeleteNow(deletion: Pick<NewDeletion, 'customCode' | 'parcelId'>, at: string): Command;
  /** The command is sent after every earlier command for those codes, although they are not its own. */
  addPrecedingCodes(id: number, codes: readonly string[]): void;
  /** The quoted price and fingerprint stored with a create, for the order that replaces it: that one does not print by itself. */
  intentOf(id: number): OrderIntent;
  /** True where the labels of that order print as soon as they are here. */
  printsLabels(orderId: number): boolean;
  /** Those of them that were sent since that time and have a stored label that was never queued. */
  ordersToPrint(since: string): number[];
  /** An operator wants the labels of a created order printed as soon as they are here; false where it is not created. */
  requestPrinting(id: number): boolean;
  /** True for a rejected or undone create that no other order corrected or replaced. */
  canBeCorrected(id: number): boolean;
  /** Hides it from the lists: the order `by` takes its place. Nothing where it cannot be corrected. */
  markCorrected(id: number, by: number, at: string): void;
  /** The deletion that prevents another one: unsettled, or done for the same parcel. */
  conflictingDeletion(customCode: string, parcelId: number | null): Command | null;
  /** What scans refer to, in one statement. */
  ofScans(wanted: CommandsOfScans): FoundOfScans;
  hasRejectedUsedCode(service: string): boolean;
  noteUsedCodeRejection(service: string, at: string): void;
  byId(id: number): Command | null;
  request(id: number): OrderRequest | null;
  inStates(states: readonly CommandState[], limit: number): Command[];
  countIn(states: readonly CommandState[]): number;
  /** A create that an event named does not wait to be sent again: it becomes uncertain. */
  move(id: number, from: readonly CommandState[], change: CommandChange, at: string): Command | null;
  /** Ends a create in any state: an order that exists is never lost. `settledBy` is null for its own answer. */
  endCreate(id: number, orderId: number, at: string, settledBy: CommandSettler | null): Command;
  /** An event showed that a create exists which was undone, or was to be sent again: it is uncertain until it is settled. */
  reopenCreate(id: number, eventId: number, failure: Failure, at: string): void;
  dismiss(id: number, from: readonly CommandState[], at: string): Command | null;
  /** True where an order that was created, or may have been, has that code. */
  isOrdered(customCode: string): boolean;
  /** Uncertain creates with a completely stored answer. */
  answered(limit: number): { commandId: number; rawBody: string }[];
  /** Links unsettled deletions of an unknown code, begun since then (ISO 8601), to the parcel that now has it. */
  claimDeletions(customCode: string, parcelId: number, since?: string): void;
  /**
   * Links a completed deletion of an unknown code to the parcel; returns when it was answered (ISO 8601), null where there is none.
   * Deletions before the command `after` concern another parcel.
   */
  claimDoneDeletion(customCode: string, parcelId: number, after: number): string | null;
  /** Uncertain creates that an event named, oldest first. */
  named(limit: number): Command[];
  /** Creates the service has not answered, oldest first. */
  unansweredCreates(limit: number): Command[];
  /** Creates that were `sending` become uncertain, deletions wait again; returns the changed commands. */
  recoverSending(failure: Failure, at: string): Command[];
  /** Restarts countdowns. */
  restartCountdowns(endsAt: number, at: string): Command[];
}

export interface CommandsOfScans {
  readonly ids: readonly number[];
  /** For each, the newest create with it, in any case; one in the same case first. */
  readonly orderCodes: readonly string[];
  /** For each, its deletion without a parcel here: one that is not settled first, an undone one last. */
  readonly deletionCodes: readonly string[];
}

/** The commands by id, and by the code that was asked for. */
export interface FoundOfScans {
  readonly byId: ReadonlyMap<number, Command>;
  readonly orders: ReadonlyMap<string, Command>;
  readonly deletions: ReadonlyMap<string, Command>;
}

/** SQL condition: the parcel is neither deleted nor being deleted. `parcelId` is a column with its table's name. */
export const isNotBeingDeleted = (parcelId: string): string => `(
  NOT ${isDeleted(parcelId)} AND NOT ${hasDeletion(parcelId)})`;

/** SQL: 'deleted', 'deleting' or null. `parcelId` is a column with its table's name. */
export const deletionOf = (parcelId: string): string =>
  `CASE WHEN ${isDeleted(parcelId)} THEN 'deleted' WHEN ${hasDeletion(parcelId)} THEN 'deleting' END`;

const isDeleted = (parcelId: string): string =>
  `EXISTS (SELECT 1 FROM parcels AS gone WHERE gone.id = ${parcelId} AND gone.deleted_at IS NOT NULL)`;

const hasDeletion = (parcelId: string): string => `EXISTS (
  SELECT 1 FROM commands AS leaving WHERE leaving.parcel_id = ${parcelId} AND leaving.kind = 'delete'
    AND leaving.state NOT IN ('undone', 'rejected'))`;

export const commandColumns = {
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
  retryAfterAt: 'retry_after_at',
  confirmedAt: 'confirmed_at',
  knownPickedUp: 'known_picked_up',
  quotedPrice: 'quoted_price',
  settledBy: 'settled_by',
  failure: 'failure',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} satisfies Columns;

const flag = z.int().transform((stored) => stored === 1);

/** The columns of a create only. */
const noOrder = { request: null, quotedPrice: null, fingerprint: null, printsLabels: 0 };

export const commandRow = commandSchema
  .omit({ codes: true })
  .extend({
    customCode: z.string().nullable(),
    request: storedJson(orderRequestSchema).nullable(),
    requestLeft: flag,
    knownPickedUp: flag,
    failure: storedFailure.nullable(),
  })
  .transform(({ customCode, request, ...command }): Command => {
    const requested = request?.drop_offs[0].parcels.flatMap((parcel) => parcel.custom_code ?? []) ?? [];
    return { ...command, codes: customCode === null ? requested : [customCode] };
  });
const requestRow = z.object({ id: z.int(), request: storedJson(orderRequestSchema) });

/** SQL: another bench of the site ordered that code, or may have. */
export const isOrderedElsewhere = (code: string): string => `EXISTS (
  SELECT 1 FROM site_ordered_codes JOIN site_order_requests ON number = request
  WHERE site_ordered_codes.code = ${code} AND state <> 'ended')`;

/** SQL: an order that was created here, or is to be, has that custom code. */
export const isOrderedHere = (code: string): string => `EXISTS (
  SELECT 1 FROM command_codes JOIN commands ON commands.id = command_id
  WHERE code = ${code} AND is_own = 1 AND kind = 'create' AND state NOT IN ('undone', 'rejected'))`;

/** The commands table: orders and deletions sent to the service. */
export function commandsIn(database: DatabaseSyncInstance, quarantine: Quarantine, acting: ActingNow): Commands {
  const own = select('commands', commandColumns);
  const insert = database.prepare(`
    INSERT INTO commands (kind, state, custom_code, request, parcel_id, attempts, request_left, not_before, known_picked_up,
      quoted_price, fingerprint, prints_labels, is_dismissed, created_at, updated_at, person_name, lead_name)
    VALUES (:kind, :state, :customCode, :request, :parcelId, 0, :requestLeft, :notBefore, :knownPickedUp,
      :quotedPrice, :fingerprint, :printsLabels, 0, :at, :at, :personName, :leadName) RETURNING ${own}`);
  const addCode = database.prepare('INSERT OR IGNORE INTO command_codes (command_id, code, is_own) VALUES (?, ?, ?)');
  const intentOf = database.prepare('SELECT quoted_price AS "quotedPrice", fingerprint FROM commands WHERE id = ?');
  const printsLabels = database.prepare(
    "SELECT 1 FROM commands WHERE order_id = ? AND kind = 'create' AND prints_labels = 1 LIMIT 1",
  );
  const ordersToPrint = database.prepare(`
    SELECT DISTINCT order_id AS "orderId" FROM commands
    WHERE kind = 'create' AND sent_at IS NOT NULL AND sent_at >= ? AND prints_labels = 1 AND EXISTS (
      SELECT 1 FROM shipments CROSS JOIN parcels ON parcels.shipment_id = shipments.id
        CROSS JOIN labels ON labels.parcel_id = parcels.id
      WHERE shipments.order_id = commands.order_id AND labels.state = 'stored'
        AND NOT EXISTS (SELECT 1 FROM print_jobs WHERE print_jobs.parcel_id = parcels.id))
    ORDER BY order_id`);
  const requestPrinting = database.prepare(
    "UPDATE commands SET prints_labels = 1 WHERE id = ? AND kind = 'create' AND state = 'done'",
  );
  const correctable = `kind = 'create' AND state IN ('rejected', 'undone') AND corrected_by IS NULL
    AND NOT EXISTS (SELECT 1 FROM replaced_codes WHERE old_command_id = commands.id)`;
  const canBeCorrected = database.prepare(`SELECT 1 FROM commands WHERE id = ? AND ${correctable}`);
  const markCorrected = database.prepare(`
    UPDATE commands SET corrected_by = :by, is_dismissed = 1, updated_at = :at WHERE id = :id AND ${correctable}`);
  const isOrdered = database.prepare(`SELECT 1 WHERE ${isOrderedHere(':code')} OR ${isOrderedElsewhere(':code')}`);
  const answered = database.prepare(`
    SELECT commands.id AS "commandId", body
    FROM commands JOIN order_answers ON order_answers.command_id = commands.id AND is_whole = 1
    WHERE state = 'uncertain' AND is_dismissed = 0 ORDER BY order_answers.id LIMIT ?`);
  // If an event named a replaced order since, the deleted order may exist again.
  const conflictingDeletion = database.prepare(`
    SELECT ${own} FROM commands WHERE custom_code = :customCode
      AND (state IN ('counting', 'waiting', 'needs confirmation', 'sending', 'uncertain', 'blocked')
        OR (state = 'done' AND parcel_id IS :parcelId AND NOT EXISTS (
          SELECT 1 FROM replaced_codes JOIN order_alarms ON replaced_id = replaced_codes.id
          WHERE code = :customCode AND order_alarms.at > commands.updated_at)))
    ORDER BY state = 'done', id DESC LIMIT 1`);
  const newestOrder = `SELECT commands.id FROM command_codes JOIN commands ON commands.id = command_id
    WHERE code = wanted.value AND is_own = 1 AND kind = 'create'
    ORDER BY code = wanted.value COLLATE BINARY DESC, commands.id DESC LIMIT 1`;
  const presentDeletion = `SELECT own.id FROM commands AS own WHERE own.custom_code = wanted.value AND own.parcel_id IS NULL
    ORDER BY own.state = 'undone', own.state IN ('done', 'rejected'), own.id DESC LIMIT 1`;
  const ofScans = database.prepare(`
    SELECT 'id' AS "as", NULL AS "for", ${own} FROM json_each(:ids) AS wanted CROSS JOIN commands ON commands.id = wanted.value
    UNION ALL SELECT 'order', wanted.value, ${own}
    FROM json_each(:orderCodes) AS wanted CROSS JOIN commands ON commands.id = (${newestOrder})
    UNION ALL SELECT 'deletion', wanted.value, ${own}
    FROM json_each(:deletionCodes) AS wanted CROSS JOIN commands ON commands.id = (${presentDeletion})`);
  const hasRejectedUsedCode = database.prepare('SELECT 1 FROM used_code_rejections WHERE service = ?');
  const noteUsedCodeRejection = database.prepare(
    'INSERT OR IGNORE INTO used_code_rejections (service, at) VALUES (?, ?)',
  );
  const byId = database.prepare(`SELECT ${own} FROM commands WHERE id = ?`);
  const request = database.prepare('SELECT id, request FROM commands WHERE id = ? AND request IS NOT NULL');
  // CROSS JOIN keeps the order: one index look-up for each state, however many commands are done.
  const inStates = database.prepare(`
    SELECT ${own} FROM json_each(?) AS wanted CROSS JOIN commands ON commands.state = wanted.value AND is_dismissed = 0
    ORDER BY commands.id LIMIT ?`);
  const countIn = database.prepare(`
    SELECT count(*) AS count FROM json_each(?) AS wanted
    CROSS JOIN commands ON commands.state = wanted.value AND is_dismissed = 0`);
  const existsAlready = `kind = 'create' AND named_by IS NOT NULL AND :state IN ('waiting', 'blocked')`;
  const move = database.prepare(`
    UPDATE commands SET state = CASE WHEN ${existsAlready} THEN 'uncertain' ELSE :state END, attempts = attempts + :attempt,
      request_left = CASE WHEN ${existsAlready} THEN 1 ELSE coalesce(:requestLeft, request_left) END,
      sent_at = CASE WHEN :state = 'sending' THEN :at ELSE sent_at END,
      not_before = coalesce(:notBefore, not_before), retry_after_at = coalesce(:retryAfterAt, retry_after_at),
      confirmed_at = coalesce(:confirmedAt, confirmed_at), known_picked_up = coalesce(:knownPickedUp, known_picked_up),
      settled_by = coalesce(:settledBy, settled_by),
      prints_labels = CASE WHEN :state = 'uncertain' THEN 0 ELSE prints_labels END, failure = CASE WHEN :keepFailure THEN failure ELSE :failure END,
      updated_at = :at
    WHERE id = :id AND is_dismissed = 0 AND state IN (SELECT value FROM json_each(:from)) RETURNING ${own}`);
  const endCreate = database.prepare(`
    UPDATE commands SET state = 'done', order_id = ?, settled_by = ?, failure = NULL, is_dismissed = 0, updated_at = ?
    WHERE id = ? AND kind = 'create' RETURNING ${own}`);
  const reopenCreate = database.prepare(`
    UPDATE commands SET state = 'uncertain', request_left = 1, named_by = :eventId, prints_labels = 0, failure = :failure,
      is_dismissed = 0, updated_at = :at WHERE id = :id AND kind = 'create'`);
  const dismiss = database.prepare(`
    UPDATE commands SET is_dismissed = 1, updated_at = ?
    WHERE id = ? AND is_dismissed = 0 AND state IN (SELECT value FROM json_each(?)) RETURNING ${own}`);
  const claimDeletions = database.prepare(`
    UPDATE commands SET parcel_id = ? WHERE custom_code = ? AND parcel_id IS NULL
      AND state IN ('counting', 'waiting', 'needs confirmation', 'sending', 'uncertain', 'blocked') AND created_at >= ?`);
  const claimDoneDeletion = database.prepare(`
    UPDATE commands SET parcel_id = ? WHERE custom_code = ? AND parcel_id IS NULL AND state = 'done' AND id > ?
    RETURNING updated_at AS "at"`);
  const named = database.prepare(`
    SELECT ${own} FROM commands WHERE state = 'uncertain' AND kind = 'create' AND named_by IS NOT NULL ORDER BY id LIMIT ?`);
  const unansweredCreates = database.prepare(`
    SELECT ${own} FROM json_each('${JSON.stringify(unansweredStates)}') AS wanted
    CROSS JOIN commands ON commands.state = wanted.value AND is_dismissed = 0
    WHERE kind = 'create' ORDER BY commands.id LIMIT ?`);
  const recoverSending = database.prepare(`
    UPDATE commands SET state = CASE kind WHEN 'create' THEN 'uncertain' ELSE 'waiting' END, request_left = 1, not_before = 0,
      prints_labels = 0, failure = ?, updated_at = ? WHERE state = 'sending' RETURNING ${own}`);
  const restartCountdowns = database.prepare(`
    UPDATE commands SET not_before = ?, updated_at = ? WHERE state = 'counting' RETURNING ${own}`);

  const decoder = new TextDecoder();
  const readAll = (rows: unknown[]): Command[] =>
    quarantine.readAll('commands', commandRow, rows as Record<string, unknown>[]);
  const readOne = (rows: unknown[]): Command | null => readAll(rows)[0] ?? null;
  const added = (row: unknown): Command => {
    const command = commandRow.parse(row);
    for (const code of command.codes) addCode.run(command.id, code, 1);
    return command;
  };
  const written = (row: unknown): Command | null => (row === undefined ? null : commandRow.parse(row));

  return {
    addCreate(order, { quotedPrice, fingerprint, printsLabels = false }, at) {
      const row = {
        kind: 'create',
        state: 'waiting',
        customCode: null,
        parcelId: null,
        notBefore: 0,
        requestLeft: 0,
        knownPickedUp: 0,
        at,
      };
      const intent = { quotedPrice, fingerprint, printsLabels: Number(printsLabels) };
      return added(insert.get({ ...row, request: jsonText(order), ...intent, ...actingNames(acting) }));
    },
    addDelete({ customCode, parcelId, endsAt, knownPickedUp = false }, at) {
      const row = { kind: 'delete', state: 'counting', customCode, parcelId, notBefore: endsAt, requestLeft: 0, at };
      const names = actingNames(acting);
      return added(insert.get({ ...row, ...noOrder, knownPickedUp: Number(knownPickedUp), ...names }));
    },
    addDeleteNow({ customCode, parcelId }, at) {
      const row = { kind: 'delete', state: 'waiting', customCode, parcelId, notBefore: 0, requestLeft: 1, at };
      return added(insert.get({ ...row, ...noOrder, knownPickedUp: 0, ...actingNames(acting) }));
    },
    addPrecedingCodes(id, codes) {
      for (const code of codes) addCode.run(id, code, 0);
    },
    intentOf: (id) => intentOf.get(id) ?? { quotedPrice: null, fingerprint: null },
    printsLabels: (orderId) => printsLabels.get(orderId) !== undefined,
    ordersToPrint: (since) => (ordersToPrint.all(since) as { orderId: number }[]).map(({ orderId }) => orderId),
    requestPrinting: (id) => requestPrinting.run(id).changes > 0,
    canBeCorrected: (id) => canBeCorrected.get(id) !== undefined,
    markCorrected(id, by, at) {
      markCorrected.run({ id, by, at });
    },
    conflictingDeletion: (customCode, parcelId) => written(conflictingDeletion.get({ customCode, parcelId })),
    ofScans({ ids, orderCodes, deletionCodes }) {
      const found = { byId: new Map(), orders: new Map(), deletions: new Map() };
      if (ids.length + orderCodes.length + deletionCodes.length === 0) return found;
      const rows: Row[] = ofScans.all({
        ids: JSON.stringify(ids),
        orderCodes: JSON.stringify(orderCodes),
        deletionCodes: JSON.stringify(deletionCodes),
      });
      for (const row of rows) {
        const command = quarantine.read('commands', commandRow, row);
        if (command === null) continue;
        if (row.as === 'id') found.byId.set(command.id, command);
        else (row.as === 'order' ? found.orders : found.deletions).set(row.for, command);
      }
      return found;
    },
    hasRejectedUsedCode: (service) => hasRejectedUsedCode.get(service) !== undefined,
    noteUsedCodeRejection(service, at) {
      noteUsedCodeRejection.run(service, at);
    },
    byId: (id) => readOne(byId.all(id)),
    request: (id) => quarantine.readAll('commands', requestRow, request.all(id))[0]?.request ?? null,
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
        retryAfterAt: change.retryAfterAt ?? null,
        confirmedAt: change.confirmedAt ?? null,
        knownPickedUp: change.knownPickedUp === undefined ? null : Number(change.knownPickedUp),
        settledBy: change.settledBy ?? null,
        keepFailure: change.failure === undefined ? 1 : 0,
        failure: jsonText(change.failure),
      });
      return written(row);
    },
    endCreate: (id, orderId, at, settledBy) => commandRow.parse(endCreate.get(orderId, settledBy, at, id)),
    reopenCreate(id, eventId, failure, at) {
      reopenCreate.run({ id, eventId, failure: jsonText(failure), at });
    },
    dismiss: (id, from, at) => written(dismiss.get(at, id, JSON.stringify(from))),
    isOrdered: (customCode) => isOrdered.get({ code: customCode }) !== undefined,
    answered(limit) {
      const rows: { commandId: number; body: Uint8Array }[] = answered.all(limit);
      return rows.map(({ commandId, body }) => ({ commandId, rawBody: decoder.decode(body) }));
    },
    claimDeletions(customCode, parcelId, since = '') {
      claimDeletions.run(parcelId, customCode, since);
    },
    claimDoneDeletion(customCode, parcelId, after) {
      const row: { at: string } | undefined = claimDoneDeletion.get(parcelId, customCode, after);
      return row?.at ?? null;
    },
    named: (limit) => readAll(named.all(limit)),
    unansweredCreates: (limit) => readAll(unansweredCreates.all(limit)),
    recoverSending: (failure, at) => readAll(recoverSending.all(jsonText(failure), at)),
    restartCountdowns: (endsAt, at) => readAll(restartCountdowns.all(endsAt, at)),
  };
}
