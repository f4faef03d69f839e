import type { Failure } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { Clock } from '../ports/clock.ts';
import type { HoldingAnswer, ParcelHolding } from '../ports/parcel-holding.ts';

/** Whether deletions may be sent by this bench, where the environment is shared with others. */
export interface DeletionHolding {
  /** What an operator is asked before it is sent, or `wait` for another bench; null where it may be sent. */
  question(deletion: Pick<Command, 'id' | 'kind' | 'parcelId' | 'confirmedAt'>): Promise<Failure | 'wait' | null>;
  stop(): void;
}

/** Most questions that are remembered; a forgotten one is asked again. */
const maxAsked = 1_000;

/**
 * An operator's confirmation counts for the questions that were asked before it. They are kept in memory: after a restart they are asked
 * once more, and never taken as answered.
 */
export function createDeletionHolding({
  holding,
  clock,
  onChanged,
}: {
  holding: ParcelHolding;
  clock: Clock;
  onChanged(): void;
}): DeletionHolding {
  const asked = new Map<number, { keys: readonly string[]; at: number }>();
  /** A deletion was to wait since the last change. */
  let isWaiting = false;
  const stopListening = holding.onChanged(() => {
    if (isWaiting) onChanged();
    isWaiting = false;
  });

  const confirmedKeys = ({ id, confirmedAt }: Pick<Command, 'id' | 'confirmedAt'>): ReadonlySet<string> => {
    const question = asked.get(id);
    return new Set(question && confirmedAt !== null && Date.parse(confirmedAt) >= question.at ? question.keys : []);
  };

  return {
    async question(command) {
      const { id, kind, parcelId } = command;
      if (kind !== 'delete' || parcelId === null) return null;
      const answer = await holding.may(parcelId, 'delete', confirmedKeys(command));
      if (answer.kind === 'wait' || answer.kind === 'refuse') {
        isWaiting = true;
        return 'wait';
      }
      asked.delete(id);
      if (answer.kind === 'act') return null;
      asked.set(id, { keys: answer.questions.map(({ key }) => key), at: clock.now() });
      const [oldest] = asked.keys();
      if (asked.size > maxAsked && oldest !== undefined) asked.delete(oldest);
      return { code: 'not-allowed-now', message: questionMessage(answer) };
    },
    stop: stopListening,
  };
}

function questionMessage({ questions, benches }: Extract<HoldingAnswer, { kind: 'ask' }>): Message {
  const kinds = questions.map(({ kind }) => kind);
  const named = benches.join(', ');
  if (kinds.includes('deletion-sent')) return message('outbox.site-deletion-sent', { benches: named });
  if (kinds.includes('take-over')) return message('outbox.site-holder-away', { bench: named });
  return message(kinds.includes('alone') ? 'outbox.site-alone' : 'outbox.site-unknown-holder');
}
