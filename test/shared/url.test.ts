import { expect, it } from 'vitest';
import { parseUrl } from '../../src/shared/values/url.ts';

it('an address with letters beyond ASCII stays valid however often it is read', () => {
  let refused = 0;
  for (let times = 0; times < 50_000; times += 1) if (!parseUrl('https://bücher.example/ä')) refused += 1;
  expect(refused).toBe(0);
  expect(parseUrl('no address')).toBeNull();
  expect(parseUrl('/path', 'https://service.example')?.href).toBe('https://service.example/path');
});
