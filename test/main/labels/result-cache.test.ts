import { describe, expect, it } from 'vitest';
import { createResultCache } from '../../../src/main/labels/label-pictures.ts';
import { success } from '../../../src/shared/contract/failure.ts';

/** A cache of pictures that notes what had to be made. */
function cacheOf(maxAnswers: number, maxBytes: number) {
  const cache = createResultCache<Uint8Array>({ maxAnswers, maxBytes }, (picture) => picture.length);
  const made: string[] = [];
  const ask = async (key: string, bytes = 1): Promise<void> => {
    await cache.answer(key, async () => {
      made.push(key);
      return { result: success(new Uint8Array(bytes)), keep: true };
    });
  };
  return { ask, made };
}

describe('result cache', () => {
  it('has a limit on its results: the least recently used one is dropped', async () => {
    const { ask, made } = cacheOf(2, 1000);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('has a limit on the bytes of all results', async () => {
    const { ask, made } = cacheOf(100, 100);
    await ask('a', 60);
    await ask('b', 40);
    await ask('a');
    await ask('c', 1);
    await ask('a');
    await ask('b', 40);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    await ask('huge', 101);
    await ask('huge', 101);
    expect(made.slice(4)).toEqual(['huge', 'huge']);
  });

  it('makes a result once for all requests during its making', async () => {
    const { ask, made } = cacheOf(2, 100);
    await Promise.all([ask('a'), ask('a')]);
    expect(made).toEqual(['a']);
  });
});
