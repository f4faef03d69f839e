import type { Clock } from '../core/ports/clock.ts';
import type { AppendAnswer, AppendBlock } from '../core/ports/site-engine.ts';

/** Why an engine that is connected does not store what this bench sends, and since when, milliseconds since 1970. */
export interface EngineBlock {
  readonly by: AppendBlock | 'no-answer';
  readonly since: number;
}

/** Decides from the answers to its appends whether the engine stores what this bench sends. */
export interface AppendWatch {
  note(answer: AppendAnswer): void;
  /** The engine has all of it. */
  nothingWaits(): void;
  /** The connection has ended. A block stays known: the next connection shows whether it has ended too. */
  cut(): void;
}

/** An engine that is connected and stores nothing for so long is not waited for, milliseconds: a cluster chooses a leader in less. */
const noAnswerMs = 10_000;

/** @param onChange null: it stores what this bench sends */
export function createAppendWatch(
  clock: Pick<Clock, 'now'>,
  isConnected: () => boolean,
  onChange: (block: EngineBlock | null) => void,
): AppendWatch {
  let block: EngineBlock | null = null;
  /** Since when no append was answered. */
  let unansweredSince: number | null = null;
  const set = (by: EngineBlock['by'] | null, since = clock.now()): void => {
    if (by === (block?.by ?? null)) return;
    block = by && { by, since: block?.since ?? since };
    onChange(block);
  };
  return {
    note(answer) {
      if (answer.kind === 'unknown' || answer.kind === 'away') {
        if (!isConnected()) return;
        unansweredSince ??= clock.now();
        const isLong = clock.now() - unansweredSince >= noAnswerMs;
        if (isLong && block === null) set('no-answer', unansweredSince);
        return;
      }
      unansweredSince = null;
      if (answer.kind === 'stored') set(null);
      else if (answer.kind !== 'refused') set(answer.kind === 'blocked' ? answer.reason : 'other');
    },
    nothingWaits: () => set(null),
    cut() {
      unansweredSince = null;
    },
  };
}
