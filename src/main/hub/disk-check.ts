import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** How long an answer is used again, and how long is waited for one, milliseconds. */
const keptMs = 1_000;
const longestMs = 3_000;

/**
 * Returns a check of whether events can be stored now: a small file beside the records is written to the disk, and the records answer.
 * However often it is asked, the disk is used once a second at most.
 * @param recordsAnswer rejects where they do not
 */
export function createDiskCheck(
  file: string,
  now: () => number,
  recordsAnswer: () => Promise<unknown>,
): () => Promise<boolean> {
  let last: { readonly at: number; readonly isWritable: Promise<boolean> } | null = null;

  const write = async (): Promise<void> => {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(new Date(now()).toISOString());
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  const check = (): Promise<boolean> => {
    const answered = Promise.all([write(), recordsAnswer()]).then(
      () => true,
      () => false,
    );
    // A disk that hangs gives no answer at all.
    return Promise.race([answered, wait(longestMs, false, { ref: false })]);
  };

  return () => {
    const age = last === null ? keptMs : now() - last.at;
    // A clock that was set back does not say how old the answer is.
    if (last === null || age < 0 || age >= keptMs) last = { at: now(), isWritable: check() };
    return last.isWritable;
  };
}
