import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron as electron, type Page } from 'playwright';
import { build } from 'vite';
import { electronPath, launchStation, machineSwitches, stationVariables } from '../e2e/launch.ts';
import { scan } from '../e2e/page-actions.ts';
import { type BenchRow, byRepetition, quantile, repetitions } from './bench-row.ts';
import { generatedParcel, makeBoardFile } from './board-file.ts';

const parcels = 200_000;
const scans = 20 * repetitions;

/**
 * Milliseconds from the last key of a code to its painted verdict in the real window, p95, beside a React page with one field that
 * shows what was typed. Both are measured inside the page, from the key's own time to the frame after the change.
 */
export async function keyToVerdict(): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-verdict-'));
  const station = join(folder, 'station');
  makeBoardFile(station, 'practice', parcels);
  const [window, empty] = [await launchStation({ userDataDir: station }), await openEmptyPage(folder)];
  try {
    await noteEnter(window.page);
    await noteEnter(empty.page);
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let index = 0; index < scans; index += 1) {
      const { customCode } = generatedParcel(1 + index * 1_973);
      ours.push(await paintedAfterEnter(window.page, customCode));
      await untilAtRest(window.page, customCode);
      bare.push(await paintedAfterEnter(empty.page, customCode));
    }
    return {
      id: 'key-to-verdict',
      name: `last scanned key to the painted verdict, ${parcels} parcels stored, beside a React page that shows what was typed (p95 of ${scans / repetitions} scans)`,
      unit: 'ms',
      better: 'lower',
      ours: byRepetition(ours, (group) => quantile(group, 0.95)),
      bare: byRepetition(bare, (group) => quantile(group, 0.95)),
      targets: [
        { of: 'ours', target: 50, bound: 50 },
        { of: 'bare loop', target: 1.5, bound: 1.5 },
      ],
    };
  } finally {
    await Promise.all([window.close(), empty.close()]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Notes when Enter was pressed, before the page's own listener, which lets no other see the end of a scan. */
async function noteEnter(page: Page): Promise<void> {
  await page.addInitScript(
    `window.addEventListener('keydown', (event) => { if (event.key === 'Enter') window.enterAt = event.timeStamp; }, true)`,
  );
  await page.reload();
  await page.getByRole('textbox').first().focus();
}

/** Milliseconds from the Enter key to the frame in which the page shows the code outside of the field. */
async function paintedAfterEnter(page: Page, code: string): Promise<number> {
  // In place before the first key.
  await page.evaluate(`void (window.painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No verdict: ' + window.enterAt + ' ' + document.querySelector('section.result')?.textContent)), 10_000);
    window.enterAt = 0;
    const observer = new MutationObserver(() => {
      // The list of scans beside the answer may still show it from an earlier one.
      const place = document.querySelector('section.result') ?? document.body;
      if (window.enterAt === 0 || !place.textContent.includes(${JSON.stringify(code)})) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - window.enterAt);
        port2.postMessage(null);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }))`);
  await scan(page, code);
  return page.evaluate('window.painted');
}

/**
 * The scan is listed, and nothing is left to be drawn. Without that the list would be drawn in the middle of the next scan, which comes
 * here a tenth of a second later and from no packer so soon.
 */
async function untilAtRest(page: Page, code: string): Promise<void> {
  await page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem').first().getByText(code).waitFor();
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))');
}

async function openEmptyPage(folder: string): Promise<{ page: Page; close(): Promise<void> }> {
  const program = join(folder, 'empty-page');
  mkdirSync(program);
  const source = fileURLToPath(new URL('./empty-page', import.meta.url));
  await build({ root: source, base: './', logLevel: 'error', build: { outDir: join(program, 'page') } });
  writeFileSync(join(program, 'package.json'), JSON.stringify({ name: 'empty-page', main: 'main.cjs' }));
  writeFileSync(
    join(program, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 900 }).loadFile('page/index.html'));`,
  );
  const app = await electron.launch({
    executablePath: electronPath(),
    args: [program, ...machineSwitches(), `--user-data-dir=${join(folder, 'empty-data')}`],
    env: stationVariables(),
  });
  return { page: await app.firstWindow(), close: () => app.close() };
}
