import type { Result } from '../../shared/failure.ts';

/** What the renderer said of a label: a picture, or a refusal that would be the same the next time. */
export type PictureAnswer = Result<Uint8Array>;

export interface PictureCache {
  get(sha256: string): PictureAnswer | undefined;
  put(sha256: string, answer: PictureAnswer): void;
}

/** Keeps the answers used last, bounded by count and by the pictures' bytes together. */
export function createPictureCache(limits: { mostPictures: number; mostBytes: number }): PictureCache {
  const answers = new Map<string, PictureAnswer>(); // in order of use, oldest first
  let bytes = 0;

  const drop = (sha256: string): void => {
    const answer = answers.get(sha256);
    if (answer && answers.delete(sha256)) bytes -= size(answer);
  };

  return {
    get(sha256) {
      const answer = answers.get(sha256);
      if (answer && answers.delete(sha256)) answers.set(sha256, answer);
      return answer;
    },
    put(sha256, answer) {
      drop(sha256);
      answers.set(sha256, answer);
      bytes += size(answer);
      for (const oldest of answers.keys()) {
        if (answers.size <= limits.mostPictures && bytes <= limits.mostBytes) return;
        drop(oldest);
      }
    },
  };
}

const size = (answer: PictureAnswer): number => (answer.ok ? answer.value.byteLength : 0);
