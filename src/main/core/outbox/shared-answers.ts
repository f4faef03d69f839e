import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { isSameQuestion, type SharedQuestion } from '../../../shared/site/shared-question.ts';
import type { Records } from '../ports/records.ts';
import type { PrintQueue } from '../printing/print-queue.ts';
import type { OutboxActions } from './outbox-actions.ts';

export interface SharedAnswersParts {
  records: Pick<Records, 'printJob' | 'command'>;
  printQueue: Pick<PrintQueue, 'answer' | 'cancel'>;
  outboxActions: Pick<OutboxActions, 'confirm' | 'undo'>;
}

/** Answers written at the same time: they share a commit. */
const atOnce = 20;

/**
 * An operator's one answer to a question that several labels, or deletions, have: they go on, or are cancelled. Those that were asked
 * something else since, or nothing any more, stay as they are.
 * @param question as it was shown: what came to it later is asked about again
 */
export async function answerShared(
  { records, printQueue, outboxActions }: SharedAnswersParts,
  { about, message: asked, ids }: Pick<SharedQuestion, 'about' | 'message' | 'ids'>,
  goesOn: boolean,
): Promise<Result<null>> {
  const answerLabel = async (id: number): Promise<Result<unknown> | null> => {
    const job = await records.printJob(id);
    if (job?.state !== 'held' || !isSameQuestion(job.question?.message, asked)) return null;
    return goesOn ? printQueue.answer(id, 'print anyway', asked) : printQueue.cancel(id);
  };
  const answerDeletion = async (id: number): Promise<Result<unknown> | null> => {
    const command = await records.command(id);
    if (command?.state !== 'needs confirmation' || !isSameQuestion(command.failure?.message, asked)) return null;
    return goesOn ? outboxActions.confirm(id, asked) : outboxActions.undo(id);
  };
  const answer = about === 'print' ? answerLabel : answerDeletion;

  let isAnswered = false;
  for (let from = 0; from < ids.length; from += atOnce) {
    const answers = await Promise.all(ids.slice(from, from + atOnce).map(answer));
    // With a lead's badge the same answer is given again: to those that are left.
    const needsLead = answers.find((one) => one?.ok === false && one.failure.code === 'needs-lead');
    if (needsLead?.ok === false) return needsLead;
    isAnswered ||= answers.some((one) => one?.ok);
  }
  return isAnswered ? success(null) : failed(questionChanged);
}

const questionChanged: Failure = { code: 'not-allowed-now', message: message('print-job.changed') };
