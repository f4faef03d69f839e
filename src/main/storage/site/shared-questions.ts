import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { MessageCode } from '../../../shared/messages/message.ts';
import { printQuestionSchema } from '../../../shared/printing/print-job.ts';
import { maxShared, type SharedQuestion, sharedQuestions } from '../../../shared/site/shared-question.ts';
import { storedFailure, storedJson } from '../sqlite.ts';

/** Reads the questions about other benches that several labels or deletions have. */
export type ReadSharedQuestions = () => SharedQuestion[];

/** What a deletion is asked because of other benches. */
const deletionQuestions: readonly MessageCode[] = [
  ...(['outbox.site-deletion-sent', 'outbox.site-holder-away'] as const),
  ...(['outbox.site-unknown-holder', 'outbox.site-alone'] as const),
];

export function sharedQuestionsIn(database: DatabaseSyncInstance): ReadSharedQuestions {
  // The first condition repeats the index's, so that SQLite uses the index.
  const labels = database.prepare(`
    SELECT id, code, question AS asked FROM print_jobs
    WHERE (state IN ('queued', 'held', 'sending', 'uncertain')) AND state = 'held' AND question IS NOT NULL
    ORDER BY id LIMIT ${maxShared}`);
  const deletions = database.prepare(`
    SELECT id, custom_code AS code, failure AS asked FROM commands
    WHERE state = 'needs confirmation' AND is_dismissed = 0 AND kind = 'delete' ORDER BY id LIMIT ${maxShared}`);
  const question = storedJson(printQuestionSchema);

  type AskedRow = { id: number; code: string; asked: string };
  return () => [
    ...sharedQuestions(
      (labels.all() as AskedRow[]).flatMap(({ id, code, asked }) => {
        const { kind, message, answers = [] } = question.safeParse(asked).data ?? {};
        return message && kind === 'site' && answers.length > 0 ? { about: 'print', message, id, code } : [];
      }),
    ),
    ...sharedQuestions(
      (deletions.all() as AskedRow[]).flatMap(({ id, code, asked }) => {
        const message = storedFailure.safeParse(asked).data?.message;
        return message && deletionQuestions.includes(message.code) ? { about: 'delete', message, id, code } : [];
      }),
    ),
  ];
}
