import { describe, expect, it } from 'vitest';
import { createPictureCache } from '../../../src/main/labels/picture-cache.ts';
import { failed, success } from '../../../src/shared/failure.ts';

const picture = (bytes: number) => success(new Uint8Array(bytes));

describe('kept pictures', () => {
  it('are bounded by count: the one unused longest goes', () => {
    const cache = createPictureCache({ mostPictures: 2, mostBytes: 1000 });
    cache.put('a', picture(1));
    cache.put('b', picture(1));
    cache.get('a');
    cache.put('c', picture(1));
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
  });

  it('are bounded by their bytes together', () => {
    const cache = createPictureCache({ mostPictures: 100, mostBytes: 100 });
    cache.put('a', picture(60));
    cache.put('a', picture(60)); // counted once
    cache.put('b', picture(40));
    expect(cache.get('a')).toBeDefined();
    cache.put('c', picture(1));
    expect(cache.get('b')).toBeUndefined();
    cache.put('huge', picture(101));
    expect(cache.get('huge')).toBeUndefined();
  });

  it('remember a refusal as well', () => {
    const cache = createPictureCache({ mostPictures: 2, mostBytes: 10 });
    const refusal = failed({ code: 'picture-failed', message: 'no' });
    cache.put('a', refusal);
    expect(cache.get('a')).toBe(refusal);
  });
});
