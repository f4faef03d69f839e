/** Resolves after so many milliseconds, or at once on abort. Never rejects. */
export function pause(
  milliseconds: number,
  signal?: AbortSignal,
  { keepsProcessAlive = true }: { readonly keepsProcessAlive?: boolean } = {},
): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', settle);
      resolve();
    };
    const timer = setTimeout(settle, milliseconds);
    if (!keepsProcessAlive) timer.unref();
    if (signal?.aborted) settle();
    else signal?.addEventListener('abort', settle);
  });
}

/** Waits for the work or for the abort, whichever comes first; the work itself is not stopped. Leaves no listener behind. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  let onAbort = (): void => {};
  const aborted = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted');
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
