import { type Waiting, waitingCount, waitingWords } from '../../../shared/waiting.ts';

/** What is said before another environment is used; null where nothing waits in this one. */
export function leavingWords(name: string, waiting: Waiting): string | null {
  const words = waitingWords(waiting);
  if (words === null) return null;
  const [wait, they, go] = waitingCount(waiting) === 1 ? ['waits', 'it', 'goes'] : ['wait', 'they', 'go'];
  return `${words} ${wait} in ${name}. If you use another environment, ${they} ${wait} here, and ${go} on when ${name} is in use again.`;
}
