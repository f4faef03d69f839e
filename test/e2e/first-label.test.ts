import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../src/main/practice/practice-service.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { itInLongRun } from '../helpers/test-length.ts';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import {
  callStation,
  chooseMode,
  createOrder,
  goTo,
  result,
  scan,
  scanToPrint,
  switchOffPrintOnCreate,
  waitForResult,
} from './page-actions.ts';

const customCode = 'NL7K2M9P4R6T8V2X4B6D';
const token = 'token-of-the-test';
const opened = closedAfterEach();

async function start(options: Parameters<typeof launchStation>[0] = {}): Promise<LaunchedStation> {
  return opened.keep(await launchStation(options));
}

interface Bench extends LaunchedStation {
  service: PracticeService;
  printer: FakePrinter;
  /** The service stops, and starts again at the same address with its data. */
  serviceAway(): Promise<() => Promise<void>>;
}

/** A station with another service and a TCP printer, both set up by a provisioning file only. */
async function provisionedStation(bench: object): Promise<Bench> {
  const folder = await opened.folder();
  const serviceOptions = { folder: join(folder, 'service'), token };
  const service = opened.keep(await startPracticeService(serviceOptions));
  const printer = opened.keep(await startFakePrinter());
  const { baseUrl, labelUrl } = service;
  const provisioning = {
    environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token: `Bearer ${token}\n` }],
    activeEnvironment: 'sandbox',
    printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host: printer.host, port: printer.port }, default: true }],
    bench: { printOnCreate: false, ...bench },
  };
  const file = join(folder, 'bench.json');
  await writeFile(file, JSON.stringify(provisioning), { mode: 0o600 });
  const launched = await start({ switches: [`--provision=${file}`] });
  const serviceAway = async () => {
    await service.close();
    return async () => void opened.keep(await startPracticeService(serviceOptions));
  };
  return { ...launched, service, printer, serviceAway };
}

describe('first start in practice mode', () => {
  it('orders, prints, looks up and deletes a parcel, and counts them, by hand and by scan, within the page’s policy', async () => {
    const { app, page, userDataDir, policyViolations, consoleErrors } = await start();
    await switchOffPrintOnCreate(page);
    await createOrder(page, { receiver: 'Aya Noor', customCode });
    expect(await page.getByLabel('Drop-off address').inputValue()).toBe('');

    await scanToPrint(page, customCode);
    await waitForResult(page, 'Sent');
    await waitForResult(page, 'Aya Noor');
    await result(page).getByRole('img').first().waitFor();

    await chooseMode(page, 'Look up');
    await scan(page, customCode);
    await waitForResult(page, 'Scheduled');

    await chooseMode(page, 'Delete');
    await scan(page, customCode);
    const pending = page
      .getByRole('list', { name: 'Pending deletions' })
      .or(page.getByRole('grid', { name: 'Pending deletions' }));
    await pending.getByRole('button', { name: 'Undo' }).waitFor();
    await waitForResult(page, 'Parcel deleted');
    const recent = page
      .getByRole('list', { name: 'Recent scans' })
      .or(page.getByRole('grid', { name: 'Recent scans' }));
    await recent.getByText('Parcel deleted').first().waitFor();

    await goTo(page, 'Figures');
    const figure = (name: string) => page.locator('dl > div').filter({ hasText: name });
    await figure('Labels an hour').getByText('Labels: 1. Hours with labels: 1.').waitFor();
    await figure('Scan to verdict')
      .getByText(/^\d+ ms \(p95\)$/)
      .waitFor();
    await figure('Scan to first byte')
      .getByText(/\(p95\)$/)
      .waitFor();
    await figure('Deletions').getByText('1', { exact: true }).waitFor();
    await page.getByRole('figure').filter({ hasText: 'Times, p95' }).locator('svg path').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const file = join(userDataDir, 'figures.csv');
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByRole('status', { name: 'Export' }).getByText('2 rows were saved').waitFor();
    expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFHour,Labels sent,.*\r\n.*\r\nTotal,1,1,1,0,/);

    // The station has the records open and locked: another program that was the last one to close them would remove their log.
    const records = join(userDataDir, 'records/records-practice.sqlite3');
    const other = new DatabaseSync(records);
    other.exec('SELECT count(*) FROM sqlite_schema');
    other.close();
    expect(existsSync(`${records}-wal`)).toBe(true);
    expect(await policyViolations()).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  it('never prints a second copy without a reason', async () => {
    const { page } = await start();
    // The label of an order prints when it is created, in a new data folder.
    await createOrder(page, { receiver: 'Aya Noor', customCode });
    await expect.poll(async () => (await callStation(page, 'print-jobs.list', null))[0]?.state).toBe('sent');
    await goTo(page, 'Scan');
    await chooseMode(page, 'Print');
    await scan(page, customCode);
    await waitForResult(page, /copy/i);
    await goTo(page, 'Print queue');
    await page.getByRole('list', { name: 'Print jobs' }).getByRole('listitem').first().waitFor();
    expect(await page.getByRole('list', { name: 'Print jobs' }).getByRole('listitem').count()).toBe(1);
  });
});

describe('first start with a provisioning file', () => {
  it('prints an order automatically when it is created, with the service’s bytes unchanged', async () => {
    const { page, printer } = await provisionedStation({ printOnCreate: true });
    await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'SANDBOX' }).waitFor();
    await createOrder(page, { receiver: 'Omar Haddad', customCode });
    await printer.waitFor(() => printer.labels().length === 1);
    expect(printer.labels()[0]?.toString('latin1')).toContain(customCode);
  });

  itInLongRun('shows Held while the printer is off, and prints automatically when it is back', async () => {
    const { page, printer } = await provisionedStation({});
    await createOrder(page, { receiver: 'Omar Haddad', customCode });
    await printer.connectionFault({ kind: 'off' });
    await scanToPrint(page, customCode);
    await waitForResult(page, 'Held');
    await printer.connectionFault(null);
    await waitForResult(page, 'Printed');
    expect(printer.labels()).toHaveLength(1);
  });

  itInLongRun('removes a held label from the queue with a button, and nothing prints later', async () => {
    const { page, printer } = await provisionedStation({});
    await createOrder(page, { receiver: 'Omar Haddad', customCode });
    await printer.connectionFault({ kind: 'off' });
    await scanToPrint(page, customCode);
    await waitForResult(page, 'Held');
    await result(page).getByRole('button', { name: 'Cancel printing' }).click();
    await waitForResult(page, 'Cancelled');
    await printer.connectionFault(null);
    await result(page).getByRole('button', { name: 'Print label' }).click();
    await printer.waitFor(() => printer.labels().length > 0);
    expect(printer.labels()).toHaveLength(1);
  });

  itInLongRun(
    'keeps a deletion waiting while the service is away, never calls it deleted, and sends it when it is back',
    async () => {
      const { page, serviceAway } = await provisionedStation({ deleteUndoSeconds: 1 });
      await createOrder(page, { receiver: 'Omar Haddad', customCode });
      const comeBack = await serviceAway();
      await goTo(page, 'Scan');
      await chooseMode(page, 'Delete');
      await scan(page, customCode);
      const status = page.getByRole('group', { name: 'Station status' });
      await status.getByText(/^Waiting:\s*1/).waitFor();
      await page.getByText('Nothing to undo. 1 deletion is waiting for the service.').waitFor();
      expect(await result(page).innerText()).not.toMatch(/parcel deleted/i);
      await comeBack();
      await waitForResult(page, 'Parcel deleted');
      await status.getByText(/^Waiting:\s*0/).waitFor();
    },
  );
});
