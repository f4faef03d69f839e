import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { describeInLongRun, itInLongRun } from '../helpers/test-length.ts';
import { hostileWorkbooks } from '../main/files/hostile-workbooks.ts';
import { workbook } from '../main/files/workbook.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { accessibilityFaults, type LaunchedStation, launchProvisioned } from './launch.ts';
import { layoutFaults } from './layout-faults.ts';
import {
  callStation,
  chooseBatchFile,
  goTo,
  newCode,
  scan,
  showBatch,
  waitForResult,
  waitForTopBar,
} from './page-actions.ts';

let station: LaunchedStation;
let folder: string;
let zebra: FakePrinter;

beforeAll(async () => {
  zebra = await startFakePrinter();
  station = await launchProvisioned({ printers: [asPrinter('Zebra A', zebra, true)] });
});
afterAll(async () => {
  await station.close();
  await zebra.close();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-batch-'));
  await showBatch(station.page);
  return async () => {
    if (await callStation(station.page, 'batch.read', null)) await callStation(station.page, 'batch.dismiss', null);
    rmSync(folder, { recursive: true });
  };
});

describe('batch: a file of 30 rows', () => {
  it('is checked, corrected, priced and created, its results are saved beside it, and its labels print in order', async () => {
    const { page } = station;
    const file = join(folder, 'orders.csv');
    writeFileSync(file, csvOf(30, { 5: { weight: 'heavy' }, 9: { weight: '' }, 12: { receiver: 'create-error-422' } }));
    await chooseBatchFile(station, file);

    // There is no pick-up address yet.
    await waitForText(page, 'No row is ready');
    const address = page.getByRole('textbox', { name: /^(other )?address$/i });
    await expect.poll(() => isFocused(address)).toBe(true);
    await address.fill('Northline Supply, Dock 4, 18 Harbour Road');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await waitForText(page, '28 rows ready, 2 with errors');
    await page.getByRole('button', { name: /^Pick-up: Northline/ }).click();
    expect(await faultsInBothThemes(page)).toEqual([]);

    await table(page).focus();
    await page.keyboard.press('Control+ArrowDown');
    await cell(page, 'heavy').click();
    await page.getByRole('textbox', { name: 'Weight (g), line 6' }).fill('950');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await waitForText(page, '29 rows ready, 1 with an error');
    await page.keyboard.press('Control+ArrowDown');
    await page.getByText('Weight (g), line 10').waitFor();
    await page.getByRole('button', { name: 'Leave this row out' }).click();
    await waitForText(page, '29 rows ready, 1 left out');

    await page.getByRole('button', { name: 'Check prices' }).click();
    await page.getByText(/\d+\.\d\d( AED)? with tax for all 29 orders/).waitFor();
    await page.getByRole('button', { name: 'Start the batch' }).click();
    const question = page.getByRole('group', { name: /^Create 29 orders for \d+\.\d\d/ });
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await callStation(page, 'batch.read', null)).toMatchObject({ state: 'draft' });
    await page.getByRole('button', { name: 'Start the batch' }).click();
    await question.getByRole('button', { name: 'Create 29 orders' }).click();
    await expect.poll(() => isFocused(table(page))).toBe(true);

    await waitForText(page, '28 of 29 created, 1 rejected');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('row').filter({ hasText: 'Rejected' }).filter({ hasText: 'create-error-422' }).waitFor();
    await expect.poll(() => readdirSync(folder).length).toBe(2);
    const [result] = readdirSync(folder).filter((name) => name !== 'orders.csv');
    await page.getByText(`Results saved in ${result}, beside the input file`).waitFor();
    expect(readFileSync(join(folder, result ?? ''), 'utf8')).toContain('Receiver 30');
    expect(statSync(join(folder, result ?? '')).mode & 0o077).toBe(0);

    // The notice stands beside the rows, not above or below them.
    const dismissNotice = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' });
    await atBothSizes(page, async () => {
      const problem = table(page).getByRole('columnheader', { name: 'Problem' });
      expect(await layoutFaults(page, [dismissNotice, problem])).toEqual([]);
    });
    await dismissNotice.click();
    await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(12);

    const printLabels = page.getByRole('button', { name: 'Print labels', exact: true });
    const printing = page.getByRole('status', { name: 'Printing labels' });
    await printLabels.dblclick();
    await zebra.waitFor((printer) => printer.labels().length >= 5);
    zebra.setStatus({ paperOut: true });
    await waitForTopBar(page, /Paper out/);
    await expect
      .poll(() => printing.textContent(), { timeout: 30_000 })
      .toMatch(/[1-9]\d? of 28 labels sent to the printer\./);
    await printing.getByText('Printing has stopped. See Print queue.').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    // A second run would hide the first one and its button.
    expect(await printLabels.count()).toBe(0);
    await printing.getByRole('button', { name: 'Stop printing' }).click();
    await printing.getByText(/\d labels were cancelled\./).waitFor();
    zebra.setStatus({});
    await waitForTopBar(page, /Zebra A ready/);
    const before = receiversOf(zebra);
    const numbers = Array.from({ length: 30 }, (_, index) => index + 1).filter((number) => ![9, 12].includes(number));
    expect(before).toEqual(numbers.slice(0, before.length));
    expect(before.length).toBeLessThan(28);
    // The labels that were cancelled print, in order; the others get no second copy.
    await printLabels.click();
    await printing.getByText(/were left out, because they may already be printed/).waitFor();
    await printing.getByText(/ sent, \d+ confirmed as printed\.$/).waitFor();
    await expect.poll(() => receiversOf(zebra)).toEqual(numbers);
    await printLabels.click();
    await printing.getByText('No label was queued.').waitFor();
    await printing.getByText('28 labels were left out').waitFor();
    expect(zebra.labels()).toHaveLength(28);
    await printing.getByRole('button', { name: 'Dismiss' }).click();

    await page.getByRole('button', { name: 'Dismiss batch' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  });
});

describe('batch: copied rows', () => {
  const rows = 'Address\tReceiver\tGrams\tPick-up address\n12 Palm Street\tAya Noor\t900\tDock 4\n';

  it('become a batch with Ctrl V, wherever the focus is', async () => {
    const { app, page } = station;
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), rows);
    await page.getByRole('button', { name: 'Choose a file' }).focus();
    await page.keyboard.press('Control+V');
    await waitForText(page, '1 row ready');
    await page.keyboard.press('Control+V');
    await page.getByText('Another batch is still open').waitFor();
    await waitForText(page, '1 row ready');
  });

  it('become a batch from the field, and a column is matched by the operator', async () => {
    const { page } = station;
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Paste rows' }).fill(rows.replace('Grams', 'How heavy'));
    await page.getByRole('button', { name: 'Use these rows' }).click();
    await waitForText(page, 'No row is ready');
    await page.getByText('No column is matched to “Weight”').waitFor();
    const columns = page.getByRole('list', { name: 'Columns' });
    await columns.getByRole('listitem').filter({ hasText: 'How heavy' }).getByRole('button').click();
    await page.getByRole('option', { name: 'Weight' }).click();
    await waitForText(page, '1 row ready');
    await columns.getByText('Chosen by you').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });
});

describeInLongRun('batch: a spreadsheet', () => {
  it('is read in a process of its own, and a hostile one is refused', async () => {
    const { page } = station;
    const file = join(folder, 'orders.xlsx');
    writeFileSync(
      file,
      hostileWorkbooks['a thousand entries share 4 MB of stored bytes and declare size 0']?.bytes() ?? '',
    );
    await chooseBatchFile(station, file);
    await page.getByText('This workbook is damaged or incomplete.').waitFor();
    const rows = [
      ['Address', 'Receiver', 'Grams', 'Pick-up address'],
      ['14 Palm Street', 'Aya Noor', { number: '900' }, 'Dock 4'],
    ];
    writeFileSync(file, workbook(rows));
    await chooseBatchFile(station, file);
    await waitForText(page, '1 row ready');
    await cell(page, '14 Palm Street').waitFor();
  });
});

describe('batch: rows that move during an edit', () => {
  it('keep their edits, and a truncated cell cannot be edited', async () => {
    const { page } = station;
    const long = `Receiver ${'of a very long name '.repeat(12)}`;
    await drop(
      page,
      csvOf(
        9,
        { 2: { weight: 'a' }, 4: { weight: 'b', receiver: long }, 6: { weight: 'c' } },
        { street: 'Wadi', pickUp: 'Dock 4' },
      ),
    );
    await waitForText(page, '6 rows ready, 3 with errors');
    await page.getByRole('button', { name: /Rows shown$/ }).click();
    await page.getByRole('option', { name: 'With problems' }).click();
    await expect.poll(() => table(page).getAttribute('aria-rowcount')).toBe('4');

    await page.getByRole('row').filter({ hasText: 'of a very long name' }).getByRole('gridcell').nth(4).dblclick();
    await page.getByText('Too long to change here').waitFor();
    expect(await page.getByRole('textbox', { name: /, line 5$/ }).count()).toBe(0);

    await page.getByRole('row').filter({ hasText: 'of a very long name' }).getByRole('gridcell').nth(6).click();
    const field = page.getByRole('textbox', { name: 'Weight (g), line 5' });
    await field.fill('950');
    await callStation(page, 'batch.change-cell', { line: 3, place: 3, text: '900' });
    await expect.poll(() => table(page).getAttribute('aria-rowcount')).toBe('3');
    expect(await field.inputValue()).toBe('950');
    await page.keyboard.press('Enter');
    await waitForText(page, '8 rows ready, 1 with an error');
    const { rows } = (await callStation(page, 'batch.rows', { from: 0, limit: 9, only: 'all' })) as {
      rows: { cells: string[] }[];
    };
    expect(rows.map(({ cells }) => cells[3])).toEqual(['900', '900', '900', '950', '900', 'c', '900', '900', '900']);
  });
});

describeInLongRun('batch: typing on a cell', () => {
  it('changes it at the pace of a person, Tab goes on, and a scan there still is a scan', async () => {
    const { page } = station;
    const { notices } = await callStation(page, 'station.read', null);
    for (const { id } of notices) await callStation(page, 'notice.dismiss', { noticeId: id });
    await drop(page, csvOf(20, { 2: { weight: 'heavy' } }, { street: 'Corniche', pickUp: 'Dock 4' }));
    await waitForText(page, '19 rows ready, 1 with an error');
    await cell(page, '“heavy” is not a weight.').waitFor();
    const faults: string[] = [];
    for (const [width, height] of [
      [1024, 600],
      [1920, 1080],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height]);
      const start = page.getByRole('button', { name: 'Start the batch' });
      faults.push(...(await layoutFaults(page, [start])).map((fault) => `${width}x${height}: ${fault}`));
      if (height === 600) await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(7);
    }
    expect(faults).toEqual([]);
    await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(12);

    await page.keyboard.press('Control+ArrowDown');
    await page.getByRole('button', { name: 'Change this cell' }).waitFor();
    await page.keyboard.type('950', { delay: 160 });
    const weight = page.getByRole('textbox', { name: 'Weight (g), line 3' });
    expect(await weight.inputValue()).toBe('950');
    await page.keyboard.press('Tab');
    await waitForText(page, '20 rows ready');
    const reference = page.getByRole('textbox', { name: 'Reference, line 3' });
    expect(await reference.inputValue()).toBe('#1002');
    await page.keyboard.press('Shift+Tab');
    expect(await weight.inputValue()).toBe('950');
    await page.keyboard.press('Escape');

    for (const scanned of [newCode(), 'P77']) {
      expect(await isFocused(table(page))).toBe(true);
      await scan(page, scanned);
      await waitForResult(page, scanned);
      await goTo(page, 'New order');
      await table(page).focus();
    }
    expect(await page.locator('.cell-editor').count()).toBe(0);
    const { rows } = (await callStation(page, 'batch.rows', { from: 1, limit: 1, only: 'all' })) as {
      rows: { cells: string[] }[];
    };
    expect(rows[0]?.cells.slice(3, 5)).toEqual(['950', '#1002']);
  });
});

describe('batch: 5,000 rows', () => {
  it('are dropped, scrolled and searched with few rows in the page', async () => {
    const { page } = station;
    await drop(page, csvOf(5000, { 4321: { weight: 'heavy' } }, { street: 'Creek Road' }));
    await waitForText(page, 'No row is ready');
    await page.getByRole('textbox', { name: /^(other )?address$/i }).fill('Dock 4');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await waitForText(page, '4,999 rows ready, 1 with an error');

    await table(page).focus();
    await page.keyboard.press('Control+End');
    await cell(page, 'Receiver 5000').waitFor();
    expect(await table(page).getAttribute('aria-rowcount')).toBe('5001');
    expect(await table(page).getByRole('row').count()).toBeLessThan(60);
    await page.keyboard.press('Control+ArrowDown');
    await cell(page, 'heavy').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Weight (g), line 4322' }).fill('950');
    await page.keyboard.press('Enter');
    await waitForText(page, '5,000 rows ready');
    await page.getByRole('button', { name: /Rows shown$/ }).click();
    await page.getByRole('option', { name: 'With problems' }).click();
    await page.getByRole('status', { name: 'Rows', exact: true }).filter({ hasText: 'No row with problems' }).waitFor();
  });

  itInLongRun('are paused, resumed and stopped; the orders left are never created', async () => {
    const { page } = station;
    await drop(page, csvOf(5000, {}, { street: 'Harbour Road', pickUp: 'Dock 4' }));
    await waitForText(page, '5,000 rows ready');
    await callStation(page, 'batch.quote', null);
    await page.getByText(/with tax for [1-9]\d* of 5,000/).waitFor();
    const rowsShown = (pressed: string | RegExp): Promise<void> =>
      atBothSizes(page, async () => {
        expect(await layoutFaults(page, [page.getByRole('button', { name: pressed, exact: true })])).toEqual([]);
      });
    await rowsShown('Start the batch');
    await page.getByRole('button', { name: 'Start the batch' }).click();
    await rowsShown(/^Create .* orders$/);
    await callStation(page, 'batch.stop-quote', null);
    await page.getByRole('button', { name: /^Create .* orders$/ }).click();
    const progress = page.getByRole('progressbar', { name: 'Orders processed' });
    await expect.poll(() => progress.getAttribute('aria-valuetext')).toMatch(/^[1-9]\d* of 5,000 created/);
    await rowsShown('Pause');
    await page.getByRole('button', { name: 'Pause' }).click();
    await waitForText(page, /^Paused: /);
    await rowsShown('Resume');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await rowsShown('Stop permanently');
    await page.getByRole('button', { name: 'Stop permanently' }).click();
    await waitForText(page, /^Stopped: /);
    await page.getByRole('row').filter({ hasText: 'Created' }).first().waitFor();
    await table(page).focus();
    await page.keyboard.press('Control+End');
    await page.getByRole('row').filter({ hasText: 'Never created' }).first().waitFor();
    await page.getByRole('button', { name: 'Dismiss batch' }).click();
    await page.getByText('The results are not saved.').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
});

it('batch: a scan still opens the Scan screen', async () => {
  const { page } = station;
  await scan(page, newCode());
  await waitForResult(page, /not/i);
  await page.getByRole('textbox', { name: 'Scan or type a code' }).waitFor();
});

/** Waits for the title of the summary. */
async function waitForText(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('region', { name: 'Batch' }).getByRole('heading', { level: 2, name: title }).waitFor();
}

const isFocused = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement);

const table = (page: Page): Locator => page.getByRole('grid', { name: 'Rows of the batch' });
/** A cell of the input, with or without the mark of an error. */
const cell = (page: Page, text: string): Locator =>
  table(page).getByRole('gridcell', { name: new RegExp(`^${text}( Error)?$`) });

/** In the smallest window and a usual one: enough rows are in view, and what else must be seen. */
async function atBothSizes(page: Page, check: () => Promise<void>): Promise<void> {
  for (const [width, height, rows] of [
    [1024, 600, 7],
    [1440, 900, 12],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height]);
    await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(rows);
    await check();
  }
}

/** Rows of the table that are wholly in view, under its heading. */
const rowsInView = (page: Page): Promise<number> =>
  table(page).evaluate((grid) => {
    const { bottom } = grid.getBoundingClientRect();
    const end = Math.min(bottom - (grid as HTMLElement).offsetHeight + grid.clientHeight, innerHeight);
    const top = grid.querySelector('.batch-head')?.getBoundingClientRect().bottom ?? 0;
    const boxes = [...grid.querySelectorAll('.batch-row')].map((row) => row.getBoundingClientRect());
    return boxes.filter((box) => box.top >= top - 1 && box.bottom <= end + 1).length;
  });

/** The numbers of the receivers on the printed labels, in the order of printing. */
const receiversOf = (printer: FakePrinter): number[] =>
  printer.labels().map((label) => Number(/\^FDReceiver (\d+)\^/.exec(String(label))?.[1]));

async function drop(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'dropped.csv', { type: 'text/csv' }));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    }
  }, text);
}

async function faultsInBothThemes(page: Page): Promise<unknown[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return [...dark, ...(await accessibilityFaults(page))];
}

interface OddRow {
  weight?: string;
  receiver?: string;
}

/**
 * Rows of one receiver each; some of them, by number, with something else in them. Batches of one station have streets of their
 * own: an order like one just made is warned about.
 */
function csvOf(
  count: number,
  odd: Record<number, OddRow>,
  { street = 'Palm Street', pickUp = '' }: { street?: string; pickUp?: string } = {},
): string {
  const head = `Drop-off address,Receiver name,Receiver phone,Weight (g),Reference${pickUp && ',Pick-up address'}`;
  const rows = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const { weight = '900', receiver = `Receiver ${number}` } = odd[number] ?? {};
    return `"${number} ${street}, Al Barsha 1",${receiver},+971 50 000 0000,${weight},#${1000 + number}${pickUp && `,${pickUp}`}`;
  });
  return [head, ...rows].join('\r\n');
}
