import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { launchStation } from '../e2e/launch.ts';
import { goTo } from '../e2e/page-actions.ts';
import { type BenchRow, median, repetitions } from './bench-row.ts';
import { makeBoardFile } from './board-file.ts';

const parcels = 200_000;
const frames = 300;
/** Pixels scrolled each frame: fast scrolling. */
const pixelsAFrame = 120;
/** Frames measured after each jump: its rows are read and painted within them. */
const framesAJump = 40;

/**
 * Milliseconds a frame while the board of 200,000 parcels is scrolled in the real window, the longest frame, and the longest one while it
 * jumps, beside an empty box of the same height moved the same way. Needs a display and a built station.
 */
export async function boardScrollFrames(): Promise<BenchRow[]> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'packbench-frames-'));
  makeBoardFile(userDataDir, 'practice', parcels);
  const { page, close } = await launchStation({ userDataDir });
  try {
    await goTo(page, 'Shipments');
    await page.getByRole('grid', { name: 'Shipments' }).getByRole('row').nth(3).waitFor();
    const [ours, bare]: [number[][], number[][]] = [[], []];
    const [ourJumps, bareJumps]: [number[], number[]] = [[], []];
    for (let round = 0; round < repetitions; round += 1) {
      ours.push(await scrolled(page, 'grid'));
      bare.push(await scrolled(page, 'empty box'));
      ourJumps.push(await longestOfJumps(page, 'grid'));
      bareJumps.push(await longestOfJumps(page, 'empty box'));
    }
    const what = `frame of the board while ${parcels} parcels are scrolled (${frames} frames)`;
    const unit = 'ms';
    const better = 'lower';
    return [
      { id: 'frame', name: `a ${what}`, unit, better, ours: ours.map(median), bare: bare.map(median) },
      {
        id: 'longest-frame',
        name: `the longest ${what}`,
        ...{
          unit,
          better,
          ours: ours.map((times) => Math.max(...times)),
          bare: bare.map((times) => Math.max(...times)),
        },
        targets: [{ of: 'ours', target: 33.4, bound: 33.4 }],
      },
      {
        id: 'jump-frame',
        name: `the longest frame of the board while it jumps to the end, the middle and the top of ${parcels} parcels, by scroll bar and keys`,
        ...{ unit, better, ours: ourJumps, bare: bareJumps },
        targets: [{ of: 'ours', target: 33.4, bound: 33.4 }],
      },
    ];
  } finally {
    await close();
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The grid, or a box of its height over it; `measure` gives the times between frames while it acts, for that many frames. */
const parts = (what: 'grid' | 'empty box'): string => `
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const grid = document.querySelector('[role="grid"]');
  let box = grid;
  if (${JSON.stringify(what)} === 'empty box') {
    box = document.createElement('div');
    box.tabIndex = 0;
    box.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:9';
    const inside = document.createElement('div');
    inside.style.height = grid.scrollHeight + 'px';
    box.append(inside);
    document.body.append(box);
  }
  const measure = async (frames, act) => {
    const times = [];
    let last = await nextFrame();
    for (let frame = 0; frame < frames; frame += 1) {
      act(frame);
      const now = await nextFrame();
      // Chromium gives times in tenths of a millisecond, whose difference is not quite one.
      times.push(Math.round((now - last) * 10) / 10);
      last = now;
    }
    return times;
  };`;

/** Times between frames, measured inside the page. */
function scrolled(page: Page, what: 'grid' | 'empty box'): Promise<number[]> {
  return page.evaluate(`(async () => {
    ${parts(what)}
    box.scrollTop = box.scrollHeight / 3;
    for (let frame = 0; frame < 30; frame += 1) await nextFrame();
    const times = await measure(${frames}, () => (box.scrollTop += ${pixelsAFrame}));
    if (box !== grid) box.remove();
    return times;
  })()`) as Promise<number[]>;
}

/**
 * The longest frame of all jumps: by scroll position, as a dragged scroll bar makes them, and by keys. The grid's rows must be there at
 * the end of each: otherwise the time until they are would not be measured.
 */
function longestOfJumps(page: Page, what: 'grid' | 'empty box'): Promise<number> {
  return page.evaluate(`(async () => {
    ${parts(what)}
    const places = [1, 0, 0.5, 0.25, 1, 0.75, 0].map((share) => () => {
      box.scrollTop = box.scrollHeight * share;
    });
    const keys = ['End', 'PageUp', 'PageUp', 'Home', 'PageDown', 'PageDown', 'End', 'Home'].map((key) => () => {
      box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    const isRead = () => {
      const rows = [...grid.querySelectorAll('.shipment-rows [role="row"]')];
      return rows.length > 3 && rows.every((row) => row.childElementCount > 1);
    };
    box.focus();
    let longest = 0;
    for (const jump of [...places, ...keys]) {
      const times = await measure(${framesAJump}, (frame) => frame === 0 && jump());
      if (box === grid && !isRead()) throw new Error('A jump shows no rows after ' + times.reduce((sum, time) => sum + time) + ' ms.');
      longest = Math.max(longest, ...times);
    }
    if (box !== grid) box.remove();
    return longest;
  })()`) as Promise<number>;
}
