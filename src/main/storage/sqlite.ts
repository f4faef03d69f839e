import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { type Failure, failureSchema } from '../../shared/contract/failure.ts';
import { type Message, storedMessageSchema } from '../../shared/messages/message.ts';

/** A row as SQLite returns it: untrusted until parsed. */
export type Row = Record<string, unknown>;

/** The database, which prepares each statement when it is first run: of 300, a start and its first scan run a few dozen. */
export function preparingOnUse(database: DatabaseSyncInstance): DatabaseSyncInstance {
  const prepare = (sql: string): Pick<StatementSyncInstance, 'run' | 'get' | 'all'> => {
    let prepared: StatementSyncInstance | undefined;
    const statement = (): StatementSyncInstance => {
      prepared ??= database.prepare(sql);
      return prepared;
    };
    return {
      run: (...parameters) => statement().run(...parameters),
      get: (...parameters) => statement().get(...parameters),
      all: (...parameters) => statement().all(...parameters),
    };
  };
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return prepare;
      const own = Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

/**
 * Inserts a row and returns its id. Without RETURNING: for that, as for a trigger, SQLite keeps a copy of every page that the statement
 * changes, so that it can be undone alone.
 */
export const insertedBy = (
  statement: Pick<StatementSyncInstance, 'run'>,
  values: Parameters<StatementSyncInstance['run']>,
): number => Number(statement.run(...values).lastInsertRowid);

/** Property names and the columns they stand for. */
export type Columns = Readonly<Record<string, string>>;

/** The select list of a table under the property names: `job.parcel_id AS "parcelId"`. */
export const select = (table: string, columns: Columns): string =>
  Object.entries(columns)
    .map(([name, column]) => `${table}.${column} AS "${name}"`)
    .join(', ');

/** SQL: the columns as members of `json_object`. A row of many columns is read as one text in a third of the time. */
export const jsonMembers = (table: string, columns: Columns): string =>
  Object.entries(columns)
    .map(([name, column]) => `'${name}', ${table}.${column}`)
    .join(', ');

/** SQL: a part of a joined row as an object; null where the joined table has no row, or no value in that column. */
export const jsonPart = (table: string, columns: Columns, present: string): string =>
  `json(CASE WHEN ${table}.${present} IS NOT NULL THEN json_object(${jsonMembers(table, columns)}) END)`;

/** A TEXT column that holds JSON. Parsed when it is read, because a file on disk may have been changed. */
export function storedJson<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: 'custom', input: text, message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** Failure codes of earlier versions, and their names now. */
const renamedFailureCodes: Readonly<Record<string, Failure['code']>> = {
  'token-refused': 'token-rejected',
  'not-known': 'not-found',
  'not-found-here': 'not-found-locally',
  'service-trouble': 'service-error',
  'over-cap': 'over-spending-limit',
};

const storedFailureCode = z
  .string()
  .transform((code) => renamedFailureCodes[code] ?? code)
  .pipe(failureSchema.shape.code);

/**
 * A failure as any version may have stored it. The two sentences of earlier versions (`message` and `next`) become one
 * `stored-sentence`.
 */
export const storedFailureSchema: z.ZodType<Failure> = z
  .object({
    code: storedFailureCode,
    message: z.unknown(),
    next: z.string().optional(),
    serviceText: z.string().optional(),
    fieldFaults: failureSchema.shape.fieldFaults.catch(undefined),
  })
  .transform(({ code, message, next, serviceText, fieldFaults }, context): Failure => {
    const given = typeof message === 'string' && next !== undefined ? `${message} ${next}` : message;
    const parsed = storedMessageSchema.safeParse(given);
    if (!parsed.success) {
      context.issues.push({ code: 'custom', input: message, message: 'no message' });
      return z.NEVER;
    }
    return {
      ...{ code, message: parsed.data },
      ...(serviceText !== undefined && { serviceText }),
      ...(fieldFaults && { fieldFaults }),
    };
  });

/** A TEXT column that holds a failure. */
export const storedFailure = storedJson(storedFailureSchema);

/** A TEXT column that holds a message: JSON, or the sentence that an earlier version stored. */
export const storedMessage = z.string().transform((text): Message => {
  const sentence = storedMessageSchema.parse(text);
  if (!text.startsWith('{"code":')) return sentence;
  try {
    return storedMessageSchema.catch(sentence).parse(JSON.parse(text));
  } catch {
    return sentence;
  }
});

/** The value of a JSON column; null stays null. */
export function jsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/**
 * Runs `work` as one transaction: all of it is on disk when this returns, or none of it if it throws. Within `inOneTransaction` it is
 * on disk with the rest.
 */
export function inTransaction<T>(database: DatabaseSyncInstance, work: () => T): T {
  const [begin, commit, undo] = database.isTransaction
    ? ['SAVEPOINT one', 'RELEASE one', 'ROLLBACK TO one; RELEASE one']
    : ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
  database.exec(begin);
  try {
    const result = work();
    database.exec(commit);
    return result;
  } catch (error) {
    // Some faults (a full disk) roll back on their own.
    if (database.isTransaction) database.exec(undo);
    throw error;
  }
}

/**
 * Runs several pieces of work with one commit, so with one fsync; returns what each gives. Null where any of them or the commit fails:
 * then nothing of them is stored, and each is to be run by itself.
 */
export function inOneTransaction<T>(database: DatabaseSyncInstance, works: readonly (() => T)[]): T[] | null {
  try {
    return inTransaction(database, () => works.map((work) => work()));
  } catch {
    return null;
  }
}

/** Pages that become free are overwritten: one that nothing uses again would keep a name for good. */
export function overwriting<T>(database: DatabaseSyncInstance, work: () => T): T {
  database.exec('PRAGMA secure_delete = ON');
  try {
    return work();
  } finally {
    database.exec('PRAGMA secure_delete = FAST');
  }
}
