import { expect, it } from 'vitest';
import { switchValue } from '../../../src/main/provisioning/switch-value.ts';

it.each([
  [['electron', '.', '--provision=a b.json'], 'a b.json'],
  [['--provision=one', '--provision=two=2'], 'two=2'],
  [['--provision'], ''],
  [['--provision='], ''],
  [['--provisions=x', 'provision=x'], null],
])('a start with %j names %j', (args, value) => {
  expect(switchValue(args, 'provision')).toBe(value);
});
