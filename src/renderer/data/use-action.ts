import { useRef, useState } from 'react';
import type { Failure, Result } from '../../shared/contract/failure.ts';

export interface Action {
  /** Does it, unless it is being done already. Answers whether it went well; false too where it was not done. */
  readonly run: <T>(work: () => Promise<Result<T>>) => Promise<boolean>;
  readonly isRunning: boolean;
  /** Why the last one did not go well, until the next one is begun. */
  readonly failure: Failure | null;
}

/** Something a button does: once at a time, with its failure kept for the screen. */
export function useAction(): Action {
  const runningRef = useRef(false);
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const run = async <T>(work: () => Promise<Result<T>>): Promise<boolean> => {
    if (runningRef.current) return false;
    runningRef.current = true;
    setIsRunning(true);
    setFailure(null);
    const result = await work();
    runningRef.current = false;
    setIsRunning(false);
    if (!result.ok) setFailure(result.failure);
    return result.ok;
  };

  return { run, isRunning, failure };
}
