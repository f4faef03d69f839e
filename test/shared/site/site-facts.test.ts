import { expect, it } from 'vitest';
import { readSiteFact } from '../../../src/shared/site/site-facts.ts';
import { maxNesting } from '../../../src/shared/values/json.ts';

/** A fact whose body has that many lists inside each other. */
function nested(lists: number): string {
  const envelope = JSON.stringify({ v: 1, n: 9, at: '2026-11-29T10:00:00Z', kind: 'x', gid: null, body: null });
  return envelope.replace('"body":null', `"body":${'['.repeat(lists)}${']'.repeat(lists)}`);
}

it('a fact of a bench that is nested so deeply that it could not be handed to the records is none', () => {
  expect(readSiteFact(nested(maxNesting))).toMatchObject({ n: 9 });
  expect(readSiteFact(nested(maxNesting + 1))).toBeNull();
  // As large as a message may be: the whole site would read it again for ever.
  expect(readSiteFact(nested(30_000))).toBeNull();
  expect(() => structuredClone(JSON.parse('['.repeat(30_000) + ']'.repeat(30_000)))).toThrow(RangeError);
});
