import { describe, expect, it } from 'vitest';
import { restoreBounds, secondDisplay, smallestWindow } from '../../../src/main/app/window-bounds.ts';

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
const kept = (x: number, y: number, width = 1000, height = 700, maximised = false) => ({
  bounds: { x, y, width, height },
  maximised,
});

describe('window bounds: the window opens', () => {
  it('where it was', () => {
    expect(restoreBounds(kept(100, 50), [main])).toEqual(kept(100, 50));
    expect(restoreBounds(kept(2000, 10, 900, 700, true), [main, right])).toEqual(kept(2000, 10, 900, 700, true));
  });

  it('on the main display if its own display is gone', () => {
    expect(restoreBounds(kept(2000, 10), [main])).toEqual(kept(460, 170));
  });

  it.each([
    ['above', kept(100, -300)],
    ['below', kept(100, 1030)],
    ['left of', kept(-950, 100)],
  ])('in the middle when its title bar would be %s the display', (_where, place) => {
    expect(restoreBounds(place, [main])).toEqual(kept(460, 170));
  });

  it('no larger than the display, and no smaller than the minimum size', () => {
    expect(restoreBounds(kept(0, 0, 4000, 3000), [main]).bounds).toEqual({ x: 0, y: 0, width: 1920, height: 1040 });
    expect(restoreBounds(kept(0, 0, 10, 10), [main]).bounds).toMatchObject(smallestWindow);
  });

  it.each([[undefined], [null], [{}], ['x'], [{ bounds: { x: 'a' }, maximised: 1 }], [kept(0, 0, -5, 1e9)]])(
    'in the middle of the main display when nothing sensible was kept (%j)',
    (nonsense) => {
      expect(restoreBounds(nonsense, [main, right])).toEqual(kept(240, 70, 1440, 900));
    },
  );

  it('even if no display is reported', () => {
    expect(restoreBounds(undefined, []).bounds).toMatchObject({ width: 1440, height: 900 });
  });
});

it('second display: the one that the window is not on, whichever is the main one', () => {
  const at = (x: number) => kept(x, 50).bounds;
  expect(secondDisplay([main, right], at(100))).toBe(right);
  expect(secondDisplay([main, right], at(2000))).toBe(main);
  expect(secondDisplay([main], at(100))).toBeNull();
  // On none of them: not over the main one, which the window comes back to.
  expect(secondDisplay([main, right], at(9000))).toBe(right);
  expect(secondDisplay([], at(100))).toBeNull();
});
