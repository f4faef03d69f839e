import type { Failure } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type { HoldingAnswer, ParcelHolding } from '../ports/parcel-holding.ts';

/** Whether deletions may be sent by this bench, where the environment is shared with others. */
export interface DeletionHolding {
  /** What an operator is asked before it is sent, or `wait` for another bench; null where it may be sent. */
  question(
    deletion: Pick<Command, 'id' | 'kind' | 'codes' | 'parcelId' | 'confirmedAt'>,
  ): Promise<Failure | 'wait' | null>;
  /** The deletions that wait for another bench or for the site, by id: they take no place of those that may be sent. */
  waiting(): readonly number[];
  stop(): Promise<void>;
}

export interface DeletionHoldingParts {
  holding: ParcelHolding;
  records: Pick<CommandRecords, 'command'>;
  clock: Clock;
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
 * An operator's confirmation counts for the questions that were asked before it. They are kept in memory: after a restart they are asked
 * once more, and never taken as answered.
 */
export function createDeletionHolding({ holding, records, clock, ...parts }: DeletionHoldingParts): DeletionHolding {
  const asked = new Map<number, { keys: readonly string[]; at: number }>();
  /** The parcel of each deletion that waits, null: none here; the one looked at longest ago first; no more than the outbox holds. */
  const waiting = new Map<number, number | null>();
  /** Those of them whose answer may be another one now. */
  const changed = new Set<number>();

  const confirmedKeys = ({ id, confirmedAt }: Pick<Command, 'id' | 'confirmedAt'>): ReadonlySet<string> => {
    const question = asked.get(id);
    return new Set(question && confirmedAt !== null && Date.parse(confirmedAt) >= question.at ? question.keys : []);
  };

  /** Null where it waits. */
  const answerTo = async (
    command: Pick<Command, 'id' | 'confirmedAt' | 'codes' | 'parcelId'>,
  ): Promise<Extract<HoldingAnswer, { kind: 'act' | 'ask' }> | null> => {
    const { parcelId, codes } = command;
    const confirmed = confirmedKeys(command);
    const answer = await (parcelId === null
      ? holding.mayDeleteUnknown(codes.join(), confirmed)
      : holding.may(parcelId, 'delete', confirmed));
    waiting.delete(command.id);
    if (answer.kind === 'act' || answer.kind === 'ask') return answer;
    waiting.set(command.id, parcelId);
    return null;
  };

  /** True where the deletion no longer waits: it may be sent, is asked about, or was undone. */
  const lookAgain = async (id: number): Promise<boolean> => {
    changed.delete(id);
    const command = await records.command(id);
    if (command?.state === 'waiting') return (await answerTo(command)) !== null;
    waiting.delete(id);
    return true;
  };

  const queue = createTimedQueue(
    clock,
    async (stopping) => {
      let isFree = false;
      try {
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
    if (changed.size > 0) queue.wake();
  });

  return {
    async question(command) {
      const { id, kind } = command;
      if (kind !== 'delete') return null;
      const answer = await answerTo(command);
      if (!answer) {
        queue.wakeAfter(againMs);
        return 'wait';
      }
      asked.delete(id);
      if (answer.kind === 'act') return null;
      asked.set(id, { keys: answer.questions.map(({ key }) => key), at: clock.now() });
      const [oldest] = asked.keys();
      if (asked.size > maxAsked && oldest !== undefined) asked.delete(oldest);
      return { code: 'not-allowed-now', message: questionMessage(answer) };
    },
    waiting: () => [...waiting.keys()],
    async stop() {
      stopListening();
      await queue.stop();
    },
  };
}

function questionMessage({ questions, benches }: Extract<HoldingAnswer, { kind: 'ask' }>): Message {
  const kinds = questions.map(({ kind }) => kind);
  const named = benches.join(', ');
  if (kinds.includes('deletion-sent')) return message('outbox.site-deletion-sent', { benches: named });
  if (kinds.includes('take-over')) return message('outbox.site-holder-away', { bench: named });
  return message(kinds.includes('alone') ? 'outbox.site-alone' : 'outbox.site-unknown-holder');
}
