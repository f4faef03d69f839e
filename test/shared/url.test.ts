import { expect, it } from 'vitest';
import { isUrl } from '../../src/shared/values/url.ts';

it('an address with letters beyond ASCII stays valid however often it is checked', () => {
  let refused = 0;
  for (let checks = 0; checks < 50_000; checks += 1) if (!isUrl('https://bücher.example/ä')) refused += 1;
  expect(refused).toBe(0);
  expect([isUrl('no address'), isUrl('/path', 'https://service.example')]).toEqual([false, true]);
});
