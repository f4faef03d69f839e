import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { FindPersonal, Touched } from '../../../shared/settings/erasure.ts';
import { isJsonObject, parseJson } from '../../../shared/values/json.ts';
import { inTransaction, type Row } from '../sqlite.ts';

/** Stands where a text was erased: the fields around it must stay readable. */
export const erasedText = '—';

/** Rows read in one step. */
const rowsPerStep = 200;

export const nothingTouched: Touched = {
  ...{ orders: 0, parcels: 0, labels: 0, events: 0, rows: 0, scans: 0, entries: 0, saved: 0 },
};

/** Lets the thread answer, and be stopped, between two steps. */
export const nextStep = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes);

interface Sweep {
  table: string;
  columns: readonly string[];
  /** A BLOB column, which is emptied. */
  blob?: string;
  /** The column that is emptied: it is not shown, but used. */
  nulled?: string;
  /** Only the part of that name of a JSON text. */
  part?: string;
  where?: string;
  /** SQL condition: a row that is left as it is, because something of it waits. */
  waits?: string;
  /** What of these is another one in a copy, whose work stops when it is opened. */
  inCopy?: { where?: string; waits?: string };
  /** The whole row is removed. */
  removes?: boolean;
  counted: keyof Touched | null;
}

const unsettledCommand = `NOT (state IN ('done', 'undone') OR (state = 'rejected' AND is_dismissed = 1))`;
const activeBatch =
  "EXISTS (SELECT 1 FROM batches WHERE batches.id = batch_id AND state IN ('draft', 'running', 'paused'))";

/** Everything else that may name a person, and that belongs to no order to them. */
const sweeps: readonly Sweep[] = [
  {
    ...{ table: 'commands', columns: ['request', 'failure'], counted: 'orders' },
    where: "kind = 'create' AND order_id IS NULL",
    waits: unsettledCommand,
    // It may be sent again with its receiver, and a rejected one may not.
    inCopy: { waits: `${unsettledCommand} AND state <> 'rejected'` },
  },
  {
    ...{ table: 'commands', columns: ['failure'], counted: 'entries' },
    where: "kind = 'delete'",
    waits: unsettledCommand,
  },
  {
    table: 'commands',
    columns: ['request'],
    part: 'pick_up_address',
    where: `kind = 'create' AND NOT (${unsettledCommand})`,
    counted: null,
  },
  { table: 'orders', columns: ['request'], part: 'pick_up_address', where: 'request IS NOT NULL', counted: null },
  {
    ...{ table: 'order_answers', columns: [], blob: 'body', counted: null },
    where: `NOT EXISTS (SELECT 1 FROM orders WHERE answer_id = order_answers.id)
      AND NOT EXISTS (SELECT 1 FROM commands WHERE commands.id = command_id AND ${unsettledCommand})`,
  },
  {
    table: 'events',
    columns: ['facts'],
    blob: 'raw',
    where: 'shipment_id IS NULL AND parcel_id IS NULL',
    counted: 'events',
  },
  {
    ...{ table: 'batch_rows', columns: ['cells', 'fault', 'problems'], counted: 'rows' },
    waits: activeBatch,
    inCopy: { waits: 'false' },
  },
  {
    ...{ table: 'batch_orders', columns: ['request', 'failure'], counted: null },
    where: `NOT ${activeBatch}`,
    inCopy: { where: 'true' },
  },
  {
    ...{ table: 'batches', columns: ['name', 'folder', 'facts'], nulled: 'folder', counted: null },
    waits: "state IN ('draft', 'running', 'paused')",
    inCopy: { waits: 'false' },
  },
  { table: 'pick_up_addresses', columns: ['name', 'address'], removes: true, counted: 'saved' },
  { table: 'order_templates', columns: ['name', 'draft'], removes: true, counted: 'saved' },
  { table: 'scans', columns: ['code', 'as_typed', 'as_us_keyboard'], counted: 'scans' },
  {
    ...{ table: 'print_jobs', columns: ['reprint_reason', 'failure', 'evidence'], counted: 'entries' },
    where: "state NOT IN ('queued', 'held', 'sending', 'uncertain')",
  },
  { table: 'quarantined_rows', columns: ['reason'], counted: null },
  { table: 'activity', columns: ['code', 'outcome'], counted: 'entries' },
  { table: 'site_out', columns: ['data'], counted: null },
  { table: 'site_unapplied', columns: ['data'], counted: null },
];

export interface Swept {
  touched: Touched;
  /** Of all tables. */
  rows: number;
  unfinished: string[];
}

/** Erases the names, numbers and addresses of these people in every other text, a few rows at a time. */
export async function sweep(
  database: DatabaseSyncInstance,
  find: FindPersonal,
  { isPreview, isCopy = false }: { isPreview: boolean; isCopy?: boolean },
): Promise<Swept> {
  const swept: Swept = { touched: { ...nothingTouched }, rows: 0, unfinished: [] };
  for (const one of sweeps) {
    const {
      table,
      columns,
      blob,
      where = 'true',
      waits = 'false',
      removes = false,
    } = isCopy ? { ...one, ...one.inCopy } : one;
    const page = database.prepare(`
      SELECT rowid AS "rowId", ${waits} AS "waits", ${[...columns, ...(blob ? [blob] : [])].join(', ')} FROM ${table}
      WHERE rowid > ? AND (${where}) ORDER BY rowid LIMIT ${rowsPerStep}`);
    const remove = database.prepare(`DELETE FROM ${table} WHERE rowid = ?`);
    const codesOfEvent = database.prepare('SELECT code FROM event_codes WHERE event_id = ?');
    const removeCode = database.prepare('DELETE FROM event_codes WHERE event_id = ? AND code = ?');
    for (let rows: Row[] = page.all(0); rows.length > 0; rows = page.all(Number(rows.at(-1)?.rowId))) {
      const changes: (() => void)[] = [];
      for (const row of rows) {
        const change = changeOf(row, one, find);
        if (Object.keys(change).length === 0) continue;
        if (row.waits === 1) {
          swept.unfinished.push('');
          continue;
        }
        swept.rows += 1;
        if (one.counted) swept.touched[one.counted] += 1;
        const sets = Object.keys(change).map((column) => `${column} = :${column}`);
        const write = (): unknown =>
          removes
            ? remove.run(row.rowId)
            : database
                .prepare(`UPDATE ${table} SET ${sets.join(', ')} WHERE rowid = :rowId`)
                .run({ ...change, rowId: row.rowId });
        changes.push(write);
        // A telephone number may look like a code.
        if (table !== 'events') continue;
        for (const { code } of codesOfEvent.all(row.rowId) as { code: string }[])
          if (find([code])[0]) changes.push(() => removeCode.run(row.rowId, code));
      }
      if (!isPreview && changes.length > 0) writeAll(database, changes);
      await nextStep();
    }
  }
  return swept;
}

/** The journal's entries may be changed within this transaction only. */
function writeAll(database: DatabaseSyncInstance, changes: readonly (() => void)[]): void {
  inTransaction(database, () => {
    database.exec('UPDATE journal_retention SET erases = 1');
    for (const change of changes) change();
    database.exec('UPDATE journal_retention SET erases = 0');
  });
}

/** The columns of a row without what names a person; none where nothing does. */
function changeOf(
  row: Row,
  { columns, blob, part, nulled }: Sweep,
  find: FindPersonal,
): Record<string, string | Uint8Array | null> {
  const change: Record<string, string | Uint8Array | null> = {};
  for (const column of columns) {
    const text = row[column];
    if (typeof text !== 'string') continue;
    const cleaned = cleanedText(text, find, { part, isOwn: true });
    if (cleaned !== text) change[column] = column === nulled ? null : cleaned;
  }
  const bytes = blob === undefined ? null : row[blob];
  if (blob === undefined || !(bytes instanceof Uint8Array) || bytes.length === 0) return change;
  const text = textOf(bytes);
  if (cleanedText(text, find, { isOwn: false }) === text) return change;
  return { ...change, [blob]: new Uint8Array(), ...(columns.includes('facts') && { facts: '[]' }) };
}

/** Fields of stored JSON that are compared, or read as one of a few values: a name may be spelt like one of them. */
const isComparedField = (name: string): boolean =>
  /^(field|matchedBy|confirmedBy|confirmedAtSite|kind|severity|state|status|statusReport|queueReference|source|format|unit|currency)$/.test(
    name,
  ) ||
  /^(purpose|to|bench|gids?|fingerprint|missing|codes)$/.test(name) ||
  /(^|_)(at|id|code|date)$|(At|Id|(?<!postal)Code|Date)$/.test(name);

interface Cleaning {
  /** Only the part of that name of a JSON text. */
  part?: string | undefined;
  /** JSON that this program wrote, and reads again: what it compares stays, and so do its numbers. */
  isOwn: boolean;
}

/** A text without what names a person; the same one where nothing does. */
function cleanedText(text: string, find: FindPersonal, { part, isOwn }: Cleaning): string {
  const value = storedValue(text);
  if (value === null) return part === undefined && find([text])[0] ? erasedText : text;
  let isChanged = false;
  const cleanText = (one: string, isPersonal: boolean): string => {
    // A fact of a site has the text of an event in it.
    const isNested = storedValue(one) !== null;
    const cleaned = isNested ? cleanedText(one, find, { isOwn: false }) : isPersonal ? erasedText : one;
    if (cleaned !== one) isChanged = true;
    return cleaned;
  };
  const isText = (one: unknown): one is string | number =>
    typeof one === 'string' || (typeof one === 'number' && !isOwn);
  /** `name`: of the field that the value is in. The parameters of a message have any name. */
  const clean = (one: unknown, name: string): unknown => {
    if (!Array.isArray(one) && !isJsonObject(one)) return one;
    const fields: [string, unknown][] = Array.isArray(one) ? one.map((inner) => [name, inner]) : Object.entries(one);
    const isFree = ([field, inner]: [string, unknown]): boolean =>
      isText(inner) && !(isOwn && name !== 'params' && isComparedField(field));
    const isPersonal = find(fields.map((each) => (isFree(each) ? String(each[1]) : '')));
    const isNamed = isPersonal.includes(true);
    const cleaned = fields.map((each, index): [string, unknown] => {
      const [field, inner] = each;
      if (!isFree(each)) return [field, clean(inner, field)];
      const own = String(inner);
      const changed = cleanText(own, isPersonal[index] === true || (isNamed && /postal/i.test(field)));
      return [field, changed === own ? inner : changed];
    });
    return Array.isArray(one) ? cleaned.map(([, inner]) => inner) : Object.fromEntries(cleaned);
  };
  const cleaned =
    part === undefined
      ? clean(value, '')
      : isJsonObject(value) && part in value
        ? { ...value, [part]: clean(value[part], part) }
        : value;
  return isChanged ? JSON.stringify(cleaned) : text;
}

/** The list or object in a text of JSON; null where it is another text. */
function storedValue(text: string): object | null {
  const value = /^\s*[[{]/.test(text) ? parseJson(text) : null;
  return typeof value === 'object' ? value : null;
}
