import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Longest answer kept, bytes; the service client takes no more. One that is longer all the same is cut, and marked so. */
export const longestAnswerBytes = 4 * 1024 * 1024;

/** What the service answered to creates, as it came. Nothing is ever replaced: a second answer is a second row. */
export interface OrderAnswers {
  /** The row's number; the same answer to the same command is kept once. */
  keep(commandId: number, body: string): number;
  /** An answer that came to another system. */
  keepOthers(body: string): number;
}

export function orderAnswersIn(database: DatabaseSyncInstance): OrderAnswers {
  const same = database.prepare(
    'SELECT id FROM order_answers WHERE command_id IS ? AND body = ? ORDER BY id DESC LIMIT 1',
  );
  const insert = database.prepare(
    'INSERT INTO order_answers (command_id, is_whole, body) VALUES (?, ?, ?) RETURNING id',
  );
  const encoder = new TextEncoder();
  const cut = (body: string): { bytes: Uint8Array; isWhole: 0 | 1 } => {
    const whole = encoder.encode(body);
    const bytes = whole.subarray(0, longestAnswerBytes);
    return { bytes, isWhole: bytes.length === whole.length ? 1 : 0 };
  };
  return {
    keep(commandId, body) {
      const { bytes, isWhole } = cut(body);
      const row: { id: number } = same.get(commandId, bytes) ?? insert.get(commandId, isWhole, bytes);
      return row.id;
    },
    // Not looked for: no index leads to it, and what is known already is not imported again.
    keepOthers(body) {
      const { bytes, isWhole } = cut(body);
      const row: { id: number } = insert.get(null, isWhole, bytes);
      return row.id;
    },
  };
}
