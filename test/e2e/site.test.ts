import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { startServiceWithLabels } from '../fakes/service-with-labels.ts';
import { natsSiteServer } from '../fakes/site-server.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { type LaunchedStation, launchProvisioned } from './launch.ts';
import { createOrder, newCode, scanToPrint } from './page-actions.ts';

const opened = closedAfterEach();
const token = 'token-of-the-site';
let stations: LaunchedStation[] = [];
afterEach(async () => {
  for (const station of stations) {
    await station.close();
    expect(station.consoleErrors).toEqual([]);
  }
  stations = [];
});

/** Waits for what the top bar says of the site. */
const siteState = (page: Page, state: 'connected' | RegExp): Promise<void> =>
  page
    .getByRole('group', { name: 'Station status' })
    .getByText(state === 'connected' ? 'Site: connected' : state)
    .first()
    .waitFor();

it('site: a parcel ordered in one window is printed in the other, which asks where the first has printed it', async () => {
  const server = opened.keep(await natsSiteServer());
  const practice = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const { url } = opened.keep(await startServiceWithLabels(practice));
  const open = async (bench: string) => {
    const printer = opened.keep(await startFakePrinter());
    const station = await launchProvisioned({
      setup: false,
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl: url, labelUrl: url, token }],
      activeEnvironment: 'sandbox',
      station: { name: bench },
      printers: [asPrinter('Zebra A', printer, true)],
      fleet: { bench, servers: [server.address], environments: ['sandbox'] },
    });
    stations.push(station);
    await siteState(station.page, 'connected');
    return { page: station.page, printer };
  };
  const one = await open('bench-1');
  const other = await open('bench-2');
  const code = newCode();
  await createOrder(one.page, { receiver: 'Aya Noor', customCode: code });
  await expect.poll(() => one.printer.labels().length).toBe(1);

  await scanToPrint(other.page, code);
  const question = 'already printed at bench-1';
  await other.page.getByText(question).first().waitFor();
  expect(other.printer.labels()).toHaveLength(0);
  await other.page.getByRole('button', { name: 'Print anyway' }).first().click();
  await expect.poll(() => other.printer.labels().length).toBe(1);

  await server.kill();
  await siteState(one.page, /^Site: offline since/);
  await server.start();
  await siteState(one.page, 'connected');
}, 120_000);
