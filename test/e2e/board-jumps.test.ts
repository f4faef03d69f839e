import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeBoardFile } from '../bench/board-file.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { launchStation } from './launch.ts';
import { goTo } from './page-actions.ts';

const opened = closedAfterEach();

it('board: the rows that a jump brings into view are filled a few in each frame, until all are there', async () => {
  const userDataDir = mkdtempSync(join(tmpdir(), 'packbench-jumps-'));
  opened.keep({ close: async () => rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 }) });
  makeBoardFile(userDataDir, 'practice', 2_000);
  const { page } = opened.keep(await launchStation({ userDataDir }));
  await goTo(page, 'Shipments');
  const grid = page.getByRole('grid', { name: 'Shipments' });
  await grid.getByRole('row').nth(3).waitFor();
  await page.evaluate(watchLastRows);
  await grid.press('End');
  const frames = async () => (await page.evaluate('lastRows')) as { filled: number; isDone: boolean }[];
  await expect.poll(async () => (await frames()).at(-1)).toMatchObject({ isDone: true });
  const counts = (await frames()).map(({ filled }) => filled);
  const inView = counts.at(-1) ?? 0;
  expect(inView).toBeGreaterThan(10);
  const steps = counts.map((filled, index) => filled - (counts[index - 1] ?? 0));
  // A busy computer may fill two groups in one frame, never all of them.
  expect(Math.max(...steps)).toBeLessThan(inView * 0.75);
});

/** In each frame: how many of the rows at the end are filled, and whether all of them in view are. */
const watchLastRows = `(() => {
  globalThis.lastRows = [];
  const look = () => {
    const rows = [...document.querySelectorAll('[role="grid"] [role="row"]')].filter((row) => row.ariaRowIndex > 1000);
    const filled = rows.filter((row) => row.childElementCount > 1).length;
    const isDone = rows.length > 0 && filled === rows.length;
    globalThis.lastRows.push({ filled, isDone });
    if (!isDone) requestAnimationFrame(look);
  };
  look();
})()`;
