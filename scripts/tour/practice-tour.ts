import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BarcodeCommand, commandText } from '../../src/shared/scanning/command-barcode.ts';
import {
  callStation,
  chooseMode,
  createOrder,
  fillOrder,
  goTo,
  scan,
  switchOffPrintOnCreate,
  waitForResult,
} from '../../test/e2e/page-actions.ts';
import { openStationWindow } from './station-window.ts';
import type { TourLog } from './tour-log.ts';

const customCode = 'NL7K2M9P4R6T8V2X4B6D';

export interface TourContext {
  folder: string;
  pictures: string;
  log: TourLog;
}

/** A first start with nothing configured: the practice service and the virtual printer. */
export async function runPracticeTour({ folder, pictures, log }: TourContext): Promise<void> {
  const window = await openStationWindow(folder, pictures);
  const { page } = window;
  try {
    await log.step('Opens in practice mode, on Scan', async () => {
      await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRACTICE' }).waitFor();
      await window.picture('01-first-start');
      return 'PRACTICE';
    });
    await log.step('Creates an order by hand, with its quote', async () => {
      await goTo(page, 'New order');
      await fillOrder(page, { receiver: 'Aya Noor', customCode });
      await page.getByRole('button', { name: 'Get quote' }).click();
      await page.getByText('47.25').first().waitFor();
      await window.picture('02-quote');
      await createOrder(page, { receiver: 'Aya Noor', customCode });
      await window.picture('02-order-created');
      return 'quoted 47.25, then Created';
    });
    await log.step('Prints its label when it is created, and asks before a copy', async () => {
      await page
        .getByRole('list', { name: 'Created parcels' })
        .getByText(/^(?:Sent|Printed|No paper)/)
        .waitFor();
      await goTo(page, 'Scan');
      await chooseMode(page, 'Print');
      await scan(page, customCode);
      await waitForResult(page, /copy/i);
      await waitForResult(page, customCode);
      await page.getByRole('region', { name: 'Result' }).getByRole('img').first().waitFor();
      await window.picture('03-label-sent');
      const labels = await virtualLabels(folder);
      if (labels.length !== 1 || !labels[0]?.includes(customCode))
        throw new Error('The virtual printer kept no such label');
      return `the virtual printer’s file carries ${customCode}`;
    });
    await log.step('Looks the parcel up by the same code', async () => {
      await chooseMode(page, 'Look up');
      await scan(page, customCode);
      await waitForResult(page, 'Aya Noor');
      await window.picture('04-looked-up');
      return 'Aya Noor';
    });
    await log.step('Undoes a deletion', async () => {
      await chooseMode(page, 'Delete');
      await scan(page, customCode);
      await page.getByRole('button', { name: 'Undo' }).first().waitFor();
      await window.picture('05-counting-down');
      await page.keyboard.press('Control+z');
      await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
      return 'undone before it was sent';
    });
    await log.step('Deletes the parcel by a scan', async () => {
      await scan(page, customCode);
      await waitForResult(page, 'Parcel deleted');
      await window.picture('06-deleted');
      return 'the practice service answered the deletion';
    });
    await log.step('Prints and deletes with command cards, by scans alone', async () => {
      await switchOffPrintOnCreate(page);
      const key = (await callStation(page, 'station.read', null)).settings.station.commandKey ?? '';
      const card = (command: BarcodeCommand) => scan(page, commandText(key, command), { isAnswered: false });
      const [kept, deleted] = ['NL7K2M9P4R6T8V2X4B7F', 'NL7K2M9P4R6T8V2X4B8G'];
      for (const code of [kept, deleted]) await createOrder(page, { receiver: `Aya Noor ${code}`, customCode: code });
      await card('print');
      await page.getByRole('radio', { name: 'Print', checked: true }).waitFor();
      for (const code of [kept, deleted]) {
        await scan(page, code);
        await waitForResult(page, /No paper|copy/);
      }
      await card('delete');
      await page.getByRole('radio', { name: 'Delete', checked: true }).waitFor();
      await scan(page, kept);
      await card('undo');
      await page.getByText(`Deletion of ${kept} undone.`).waitFor();
      await scan(page, deleted);
      await waitForResult(page, 'Parcel deleted');
      await card('look up');
      await page.getByRole('radio', { name: 'Look up', checked: true }).waitFor();
      const labels = await virtualLabels(folder);
      if (![kept, deleted].every((code) => labels.filter((label) => label.includes(code)).length === 1))
        throw new Error('A label was not printed once');
      return 'two labels, one deletion undone, one sent';
    });
    await log.step('Shows the other screens', async () => {
      for (const screen of ['Shipments', 'Print queue', 'Settings']) {
        await goTo(page, screen);
        await page.getByRole('heading').first().waitFor();
        await window.picture(`07-${screen.toLowerCase().replace(' ', '-')}`);
      }
      await page.keyboard.press('F12');
      await page.getByRole('link', { name: 'Station health' }).click();
      await page.getByRole('list', { name: 'Health checks' }).getByRole('listitem').first().waitFor();
      await window.picture('07-health');
      return 'Shipments, Print queue, Settings, Help';
    });
  } catch (error) {
    await window.picture('where-it-stopped');
    throw error;
  } finally {
    await window.close();
  }
}

/** Every label that the virtual printers of that data folder saved. */
async function virtualLabels(folder: string): Promise<string[]> {
  const printers = join(folder, 'virtual-printer', 'practice');
  const files = await readdir(printers, { recursive: true, withFileTypes: true });
  const labels = files.filter((file) => file.isFile() && file.name.endsWith('.zpl'));
  return Promise.all(labels.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
}
