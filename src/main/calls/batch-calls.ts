import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type BatchCall =
  | 'batch.read'
  | 'batch.rows'
  | 'batch.choose-file'
  | 'batch.take-file'
  | 'batch.take-text'
  | 'batch.match'
  | 'batch.change'
  | 'batch.change-cell'
  | 'batch.skip-row'
  | 'batch.quote'
  | 'batch.stop-quote'
  | 'batch.start'
  | 'batch.pause'
  | 'batch.resume'
  | 'batch.stop'
  | 'batch.export'
  | 'batch.put-away';

/** The calls about a batch of orders. `bench` gives the one of this moment. */
export function batchCalls(_bench: () => Bench): Handlers<BatchCall> {
  const notYet = async () => {
    throw new Error('Not built yet');
  };
  return {
    'batch.read': notYet,
    'batch.rows': notYet,
    'batch.choose-file': notYet,
    'batch.take-file': notYet,
    'batch.take-text': notYet,
    'batch.match': notYet,
    'batch.change': notYet,
    'batch.change-cell': notYet,
    'batch.skip-row': notYet,
    'batch.quote': notYet,
    'batch.stop-quote': notYet,
    'batch.start': notYet,
    'batch.pause': notYet,
    'batch.resume': notYet,
    'batch.stop': notYet,
    'batch.export': notYet,
    'batch.put-away': notYet,
  };
}
