import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { recordsFileName } from '../../src/main/storage/records-file-name.ts';
import { launchStation } from '../e2e/launch.ts';
import { goTo } from '../e2e/page-actions.ts';
import { type BenchRow, median, repetitions } from './bench-row.ts';
import { makeBoardFile } from './board-file.ts';

const parcels = 200_000;
const frames = 300;
/** Pixels scrolled each frame: fast scrolling. */
const pixelsAFrame = 120;

/**
 * Milliseconds a frame while the board of 200,000 parcels is scrolled in the real window, and the longest frame, beside an empty box of
 * the same height scrolled the same way. Needs a display and a built station.
 */
export async function boardScrollFrames(): Promise<BenchRow[]> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'packbench-frames-'));
  mkdirSync(join(userDataDir, 'records'), { recursive: true });
  makeBoardFile(join(userDataDir, 'records', recordsFileName('practice')), parcels, Date.now());
  const { page, close } = await launchStation({ userDataDir });
  try {
    await goTo(page, 'Shipments');
    await page.getByRole('grid', { name: 'Shipments' }).getByRole('row').nth(3).waitFor();
    const [ours, bare]: [number[][], number[][]] = [[], []];
    for (let round = 0; round < repetitions; round += 1) {
      ours.push(await scrolled(page, 'grid'));
      bare.push(await scrolled(page, 'empty box'));
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
    ];
  } finally {
    await close();
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Times between frames, measured inside the page. */
function scrolled(page: Page, what: 'grid' | 'empty box'): Promise<number[]> {
  return page.evaluate(`(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const grid = document.querySelector('[role="grid"]');
    let box = grid;
    if (${JSON.stringify(what)} === 'empty box') {
      box = document.createElement('div');
      box.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:9';
      const inside = document.createElement('div');
      inside.style.height = grid.scrollHeight + 'px';
      box.append(inside);
      document.body.append(box);
    }
    box.scrollTop = box.scrollHeight / 3;
    for (let frame = 0; frame < 30; frame += 1) await nextFrame();
    const times = [];
    let last = await nextFrame();
    for (let frame = 0; frame < ${frames}; frame += 1) {
      box.scrollTop += ${pixelsAFrame};
      const now = await nextFrame();
      times.push(now - last);
      last = now;
    }
    if (box !== grid) box.remove();
    return times;
  })()`) as Promise<number[]>;
}
