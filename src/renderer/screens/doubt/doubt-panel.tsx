import type { OrderProgress } from '../../../shared/order-progress.ts';
import { DoubtWays } from './doubt-ways.tsx';

interface DoubtPanelProps {
  readonly progress: OrderProgress;
  /** It gave way to a new order: that one's progress, to be followed from now on. */
  readonly onReplaced?: (progress: OrderProgress) => void;
}

/** What can be done about an order nobody knows the end of; nothing where it is not in doubt. */
export function DoubtPanel({ progress, onReplaced }: DoubtPanelProps) {
  if (progress.command.state !== 'uncertain') return null;
  return <DoubtWays command={progress.command} {...(onReplaced && { onReplaced })} />;
}
