import type { Failure } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { benchName } from '../../../shared/site/parcel-at-site.ts';
import { isSameQuestion } from '../../../shared/site/shared-question.ts';
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

/**
 * An operator's confirmation counts for the questions that were asked before it, and for as long as the deletion is open: it is sent again
 * without another question. They are kept in memory: after a restart they are asked once more, and never taken as answered.
 */
export function createDeletionHolding({ holding, records, clock, ...parts }: DeletionHoldingParts): DeletionHolding {
  /** The questions of each deletion, with those that were answered before the last ones. */
  const asked = new Map<number, { before: readonly string[]; keys: readonly string[]; at: number }>();
  /** The parcel of each deletion that waits, null: none here; the one looked at longest ago first; no more than the outbox holds. */
  const waiting = new Map<number, number | null>();
  /** Those of them whose answer may be another one now. */
  const changed = new Set<number>();
  /** Parcels whose questions may be needed no more, as they changed; null: those of all, and of codes without a parcel. */
  let questioned: Set<number> | null = new Set();

  const confirmedKeys = ({ id, confirmedAt }: Command): readonly string[] => {
    const question = asked.get(id);
    if (!question) return [];
    return confirmedAt !== null && Date.parse(confirmedAt) >= question.at ? question.keys : question.before;
  };

  /** What stands before it. Whether it waits is noted. */
  const answerTo = async (deletion: Command, confirmed: readonly string[]): Promise<HoldingAnswer> => {
    const { id, parcelId, codes } = deletion;
    const answer = await (parcelId === null
      ? holding.mayDeleteUnknown(codes.join(), new Set(confirmed))
      : holding.may(parcelId, 'delete', new Set(confirmed)));
    waiting.delete(id);
    if (deletion.state !== 'waiting') return answer;
    if (answer.kind === 'wait' || answer.kind === 'refuse') waiting.set(id, parcelId);
    await noteReason(deletion, reasonToWait(answer));
    return answer;
  };

  /** @param reason for what it waits; null: for nothing of the site any more */
  const toWaiting = ({ id, state, codes }: Command, reason: Message | null): Promise<Command | null> => {
    const failure: Failure | null = reason && { code: 'not-allowed-now', message: reason };
    const outcome = reason ?? message('journal.command.waiting');
    const activity = activityAt(clock.now(), 'station', 'send-deletion', codes[0] ?? null, outcome);
    return records.moveCommand(id, [state], { state: 'waiting', failure }, { activity });
  };

  const noteReason = async (deletion: Command, reason: Message | null): Promise<void> => {
    const { failure } = deletion;
    const known = failure && isAboutSite(failure) ? failure.message : undefined;
    if (reason ? isSameQuestion(known, reason) : !known) return;
    if (await toWaiting(deletion, reason)) parts.announceChange();
  };

  /** True where the deletion no longer waits: it may be sent, is to be asked about, or was undone. */
  const lookAgain = async (id: number): Promise<boolean> => {
    changed.delete(id);
    const command = await records.command(id);
    if (command?.state !== 'waiting') return waiting.delete(id);
    await answerTo(command, confirmedKeys(command));
    return !waiting.has(id);
  };

  /** Takes back a question that is another one now, or needed no more. Of one that waits for a bench, the operator may decide meanwhile. */
  const withdraw = async (command: Command, failure: Failure): Promise<boolean> => {
    const before = confirmedKeys(command);
    const answer = await answerTo(command, before);
    const isOther = answer.kind === 'ask' && !isSameQuestion(questionMessage(answer), failure.message);
    if (answer.kind !== 'act' && !isOther) return false;
    // What is asked next is not what may be confirmed now.
    if (before.length > 0) asked.set(command.id, { before, keys: before, at: clock.now() });
    else asked.delete(command.id);
    return (await toWaiting(command, null)) !== null;
  };

  const withdrawQuestions = async (stopping: () => boolean): Promise<void> => {
    if (questioned?.size === 0) return;
    const parcels = questioned;
    questioned = new Set();
    let isWithdrawn = false;
    try {
      for (const command of await records.commands(['needs confirmation'], maxAsked)) {
        if (stopping()) return;
        const { kind, parcelId, failure } = command;
        if (kind !== 'delete' || !failure || !isAboutSite(failure)) continue;
        if (parcels && (parcelId === null || !parcels.has(parcelId))) continue;
        isWithdrawn = (await withdraw(command, failure)) || isWithdrawn;
      }
    } catch (error) {
      questioned = null;
      throw error;
    } finally {
      if (isWithdrawn) {
        parts.announceChange();
        parts.onFree();
      }
    }
  };

  const queue = createTimedQueue(
    clock,
    async (stopping) => {
      let isFree = false;
      try {
        await withdrawQuestions(stopping);
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
    if (parcels === null) questioned = null;
    else for (const id of parcels) questioned?.add(id);
    queue.wake();
  });

  return {
    async next(command) {
      if (command.kind !== 'delete') return { kind: 'send' };
      const confirmed = confirmedKeys(command);
      const answer = await answerTo(command, confirmed);
      switch (answer.kind) {
        case 'act':
          return { kind: 'send', mayBeDone: answer.isRequestedElsewhere === true };
        case 'ask': {
          asked.delete(command.id);
          const keys = [...confirmed, ...answer.questions.map(({ key }) => key)];
          asked.set(command.id, { before: confirmed, keys, at: clock.now() });
          const [oldest] = asked.keys();
          if (asked.size > maxAsked && oldest !== undefined) asked.delete(oldest);
          return { kind: 'confirm', question: { code: 'not-allowed-now', message: questionMessage(answer) } };
        }
        case 'wait':
        case 'refuse':
          queue.wakeAfter(againMs);
          return { kind: 'wait' };
      }
    },
    waiting: () => [...waiting.keys()],
    async stop() {
      stopListening();
      await queue.stop();
    },
  };
}

const isAboutSite = ({ message: { code } }: Failure): boolean => code.startsWith('outbox.site-');

function reasonToWait(answer: HoldingAnswer): Message | null {
  if (answer.kind === 'act' || answer.kind === 'ask') return null;
  if (answer.kind === 'refuse' && answer.reason === 'site-unreachable') return message('outbox.site-unreachable');
  const bench = answer.kind === 'wait' ? answer.bench : null;
  return bench === null
    ? message('outbox.site-waiting')
    : message('outbox.site-waiting-for-bench', { bench: benchName(bench) });
}

function questionMessage({ questions }: Extract<HoldingAnswer, { kind: 'ask' }>): Message {
  const senders = benchesAsked(questions, 'deletion-sent');
  if (senders !== null) return message('outbox.site-deletion-sent', { benches: senders });
  const holder = benchesAsked(questions, 'take-over');
  if (holder !== null) return message('outbox.site-holder-away', { bench: holder });
  const isAlone = questions.some(({ kind }) => kind === 'alone');
  return message(isAlone ? 'outbox.site-alone' : 'outbox.site-unknown-holder');
}
