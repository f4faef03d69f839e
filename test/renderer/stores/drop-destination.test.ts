import { expect, it } from 'vitest';
import { dropDestination, registerDropDestination } from '../../../src/renderer/stores/drop-destination.ts';

it('gives dropped files to the screen shown last that wants them, else to the import', () => {
  expect(dropDestination()).toBeNull();
  const one = { words: 'One', take: () => undefined };
  const other = { words: 'Other', take: () => undefined };
  const leaveOne = registerDropDestination(one);
  const leaveOther = registerDropDestination(other);
  expect(dropDestination()).toBe(other);
  leaveOther();
  expect(dropDestination()).toBe(one);
  leaveOne();
  expect(dropDestination()).toBeNull();
});
