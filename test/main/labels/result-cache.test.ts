import { describe, expect, it } from 'vitest';
import { createLruCache } from '../../../src/main/labels/result-cache.ts';

const cacheOf = (maxAnswers: number, maxBytes: number) =>
  createLruCache<Uint8Array>({ maxAnswers, maxBytes }, (picture) => picture.length);
const picture = (bytes: number) => new Uint8Array(bytes);

describe('kept answers', () => {
  it('are bounded by count: the one unused longest goes', () => {
    const cache = cacheOf(2, 1000);
    cache.put('a', picture(1));
    cache.put('b', picture(1));
    cache.get('a');
    cache.put('c', picture(1));
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
  });

  it('are bounded by their bytes together', () => {
    const cache = cacheOf(100, 100);
    cache.put('a', picture(60));
    cache.put('a', picture(60)); // counted once
    cache.put('b', picture(40));
    expect(cache.get('a')).toBeDefined();
    cache.put('c', picture(1));
    expect(cache.get('b')).toBeUndefined();
    cache.put('huge', picture(101));
    expect(cache.get('huge')).toBeUndefined();
  });
});
