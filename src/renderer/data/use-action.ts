import { useCallback, useRef, useState } from 'react';
import type { Failure, Result } from '../../shared/contract/failure.ts';

export interface Action {
  /** Runs the work unless it is running already. True if it succeeded; false also where it was not run. Always the same function. */
  readonly run: <T>(work: () => Promise<Result<T>>) => Promise<boolean>;
  readonly isRunning: boolean;
  /** Why the last run failed, until the next one starts. */
  readonly failure: Failure | null;
}

/** An action of a button: one run at a time, with its failure kept for the screen. */
export function useAction(): Action {
  const runningRef = useRef(false);
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const run = useCallback(async <T>(work: () => Promise<Result<T>>): Promise<boolean> => {
    if (runningRef.current) return false;
    runningRef.current = true;
    setIsRunning(true);
    setFailure(null);
    const result = await work();
    runningRef.current = false;
    setIsRunning(false);
    if (!result.ok) setFailure(result.failure);
    return result.ok;
  }, []);

  return { run, isRunning, failure };
}
