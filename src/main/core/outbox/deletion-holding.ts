import type { Failure } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { benchName } from '../../../shared/site/parcel-at-site.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import { benchesAsked, type HoldingAnswer, type ParcelHolding } from '../ports/parcel-holding.ts';
import { activityAt } from '../ports/write-context.ts';

/** `mayBeDone`: another bench may have sent it too. `question`: what an operator is asked before it is sent. */
export type DeletionStep =
  | { readonly kind: 'send'; readonly mayBeDone?: boolean }
  | { readonly kind: 'wait' }
  | { readonly kind: 'confirm'; readonly question: Failure };

/** Whether deletions may be sent by this bench, where the environment is shared with others. */
export interface DeletionHolding {
  next(deletion: Command): Promise<DeletionStep>;
  /** The deletions that wait for another bench or for the site, by id: they take no place of those that may be sent. */
  waiting(): readonly number[];
  stop(): Promise<void>;
}

export interface DeletionHoldingParts {
  holding: ParcelHolding;
  records: Pick<CommandRecords, 'command' | 'commands' | 'moveCommand'>;
  clock: Clock;
  announceChange(): void;
  /** Some no longer wait. */
  onFree(): void;
  onBug: (error: unknown) => void;
}

/** Most questions that are remembered; a forgotten one is asked again. */
const maxAsked = 1_000;
/** Waiting deletions are looked at again after this time, milliseconds, and when their parcels change; this many at once. */
const againMs = 1_000;
const mostAtOnce = 100;

type Asked = Pick<Command, 'id' | 'confirmedAt' | 'codes' | 'parcelId'>;

/**
 * An operator's confirmation counts for the questions that were asked before it, and for as long as the deletion is open: it is sent again
 * without another question. They are kept in memory: after a restart they are asked once more, and never taken as answered.
 */
export function createDeletionHolding({ holding, records, clock, ...parts }: DeletionHoldingParts): DeletionHolding {
  const asked = new Map<number, { keys: readonly string[]; at: number }>();
  /** The parcel of each deletion that waits, null: none here; the one looked at longest ago first; no more than the outbox holds. */
  const waiting = new Map<number, number | null>();
  /** Those of them whose answer may be another one now. */
  const changed = new Set<number>();
  /** The questions that wait for an operator may be needed no more. */
  let areQuestionsOld = false;

  const confirmedKeys = ({ id, confirmedAt }: Asked): readonly string[] => {
    const question = asked.get(id);
    return question && confirmedAt !== null && Date.parse(confirmedAt) >= question.at ? question.keys : [];
  };

  const answerTo = ({ parcelId, codes }: Asked, confirmed: readonly string[]): Promise<HoldingAnswer> =>
    parcelId === null
      ? holding.mayDeleteUnknown(codes.join(), new Set(confirmed))
      : holding.may(parcelId, 'delete', new Set(confirmed));

  const nextOf = async (deletion: Command): Promise<DeletionStep> => {
    const confirmed = confirmedKeys(deletion);
    const answer = await answerTo(deletion, confirmed);
    waiting.delete(deletion.id);
    switch (answer.kind) {
      case 'act':
        return { kind: 'send', mayBeDone: answer.isRequestedElsewhere === true };
      case 'ask': {
        asked.delete(deletion.id);
        asked.set(deletion.id, { keys: [...confirmed, ...answer.questions.map(({ key }) => key)], at: clock.now() });
        const [oldest] = asked.keys();
        if (asked.size > maxAsked && oldest !== undefined) asked.delete(oldest);
        return { kind: 'confirm', question: questionOf(answer) };
      }
      case 'wait':
      case 'refuse':
        waiting.set(deletion.id, deletion.parcelId);
        await noteReason(deletion, waitingReason(answer));
        return { kind: 'wait' };
    }
  };

  /** Says for what the deletion waits. */
  const noteReason = async ({ id, failure, codes }: Command, reason: Message): Promise<void> => {
    if (isSameMessage(failure?.message, reason)) return;
    const change = { state: 'waiting', failure: { code: 'not-allowed-now', message: reason } } as const;
    const activity = activityAt(clock.now(), 'station', 'send-deletion', codes[0] ?? null, reason);
    if (await records.moveCommand(id, ['waiting'], change, { activity })) parts.announceChange();
  };

  /** True where the deletion no longer waits: it may be sent, is asked about, or was undone. */
  const lookAgain = async (id: number): Promise<boolean> => {
    changed.delete(id);
    const command = await records.command(id);
    if (command?.state === 'waiting') return (await nextOf(command)).kind !== 'wait';
    waiting.delete(id);
    return true;
  };

  /** Takes back the questions that are others now, or needed no more. True where there was one. */
  const withdrawQuestions = async (stopping: () => boolean): Promise<boolean> => {
    let isWithdrawn = false;
    for (const command of await records.commands(['needs confirmation'], maxAsked)) {
      if (stopping()) break;
      const { id, kind, failure, codes } = command;
      if (kind !== 'delete' || !failure?.message.code.startsWith('outbox.site-')) continue;
      const answer = await answerTo(command, []);
      // Of one that waits for another bench, the operator may decide meanwhile.
      if (
        answer.kind !== 'act' &&
        (answer.kind !== 'ask' || isSameMessage(questionOf(answer).message, failure.message))
      )
        continue;
      const outcome = message('journal.command.waiting');
      const activity = activityAt(clock.now(), 'station', 'send-deletion', codes[0] ?? null, outcome);
      const change = { state: 'waiting', failure: null } as const;
      if (await records.moveCommand(id, ['needs confirmation'], change, { activity })) isWithdrawn = true;
    }
    if (isWithdrawn) parts.announceChange();
    return isWithdrawn;
  };

  const queue = createTimedQueue(
    clock,
    async (stopping) => {
      let isFree = false;
      try {
        if (areQuestionsOld) {
          areQuestionsOld = false;
          isFree = await withdrawQuestions(stopping);
        }
        for (const id of [...new Set([...changed, ...waiting.keys()])].slice(0, mostAtOnce)) {
          if (stopping()) return;
          isFree = (await lookAgain(id)) || isFree;
        }
      } finally {
        if (isFree) parts.onFree();
      }
      if (changed.size > 0) queue.wake();
      else if (waiting.size > 0) queue.wakeAfter(againMs);
    },
    parts.onBug,
    againMs,
  );
  const stopListening = holding.onChanged((parcels) => {
    for (const [id, parcelId] of waiting)
      if (parcels === null || (parcelId !== null && parcels.includes(parcelId))) changed.add(id);
    areQuestionsOld = true;
    queue.wake();
  });

  return {
    async next(command) {
      if (command.kind !== 'delete') return { kind: 'send' };
      const step = await nextOf(command);
      if (step.kind === 'wait') queue.wakeAfter(againMs);
      return step;
    },
    waiting: () => [...waiting.keys()],
    async stop() {
      stopListening();
      await queue.stop();
    },
  };
}

const isSameMessage = (one: Message | undefined, other: Message): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function waitingReason(answer: Extract<HoldingAnswer, { kind: 'wait' | 'refuse' }>): Message {
  if (answer.kind === 'refuse' && answer.reason === 'site-unreachable') return message('outbox.site-unreachable');
  const bench = answer.kind === 'wait' ? answer.bench : null;
  return bench === null
    ? message('outbox.site-waiting')
    : message('outbox.site-waiting-for-bench', { bench: benchName(bench) });
}

const questionOf = (answer: Extract<HoldingAnswer, { kind: 'ask' }>): Failure => ({
  code: 'not-allowed-now',
  message: questionMessage(answer),
});

function questionMessage({ questions }: Extract<HoldingAnswer, { kind: 'ask' }>): Message {
  const senders = benchesAsked(questions, 'deletion-sent');
  if (senders !== null) return message('outbox.site-deletion-sent', { benches: senders });
  const holder = benchesAsked(questions, 'take-over');
  if (holder !== null) return message('outbox.site-holder-away', { bench: holder });
  const isAlone = questions.some(({ kind }) => kind === 'alone');
  return message(isAlone ? 'outbox.site-alone' : 'outbox.site-unknown-holder');
}
