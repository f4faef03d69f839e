import type { Topic } from '../../shared/station-contract.ts';
import type { Clock } from '../core/ports/clock.ts';

/** Milliseconds between two messages to the window: at most 60 a second, as often as a screen is drawn. */
const pause = 17;

/**
 * Gathers changed topics: the first is told at once, those that follow within the pause together at its end. Never holds more
 * than one of each topic.
 */
export function coalesceTopics(
  clock: Pick<Clock, 'after'>,
  tell: (topics: Topic[]) => void,
): (topics: Topic[]) => void {
  const gathered = new Set<Topic>();
  let pausing = false;
  const tellAll = (): void => {
    pausing = gathered.size > 0;
    if (!pausing) return;
    const topics = [...gathered];
    gathered.clear();
    clock.after(pause, tellAll);
    tell(topics);
  };
  return (topics) => {
    for (const topic of topics) gathered.add(topic);
    if (!pausing) tellAll();
  };
}
