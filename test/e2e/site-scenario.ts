import type { Page } from 'playwright';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { natsSiteServer, type SiteServer } from '../fakes/site-server.ts';
import type { OpenedResources } from '../helpers/opened-resources.ts';
import { hook, startHubProcess } from '../main/hub/hub-fixture.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { type LaunchedStation, launchProvisioned } from './launch.ts';
import { callStation, createOrder, newCode, scanInMode, waitForResult } from './page-actions.ts';

/** A site on this computer: an engine, a hub, a service, and two benches with a window and a printer each. */
export interface PlayedSite {
  readonly server: SiteServer;
  readonly hub: Awaited<ReturnType<typeof startHubProcess>>;
  readonly one: PlayedBench;
  readonly other: PlayedBench;
}

export interface PlayedBench {
  readonly name: string;
  readonly station: LaunchedStation;
  readonly page: Page;
  readonly printer: FakePrinter;
}

/** Does one step of the scenario; what it returns is what was seen. */
export type PlayStep = (name: string, action: () => Promise<string>) => Promise<void>;

const token = 'token-of-the-site';
/** Both windows are shown beside each other. */
const windowSize = { width: 950, height: 900 };

/** Starts everything, each in a folder of its own. */
export async function openPlayedSite(opened: OpenedResources, step: PlayStep): Promise<PlayedSite> {
  let hub: PlayedSite['hub'] | undefined;
  const service = await startPracticeService({ folder: await opened.folder(), token });
  const addresses = { baseUrl: service.baseUrl, labelUrl: service.labelUrl };
  const server = await natsSiteServer();
  // Closed in the opposite order: the service waits for no delivery to a hub that has ended.
  opened.keep(server);
  await step('A server for the site runs', async () => `nats-server at ${server.address}`);
  await step('A hub receives the webhooks of the service', async () => {
    hub = await startHubProcess(opened, { server: server.address, service: addresses });
    opened.keep(service);
    service.setWebhook({ url: `http://127.0.0.1:${hub.webhookPort}/sandbox`, header: hook.header });
    return `webhooks at port ${hub.webhookPort}, health at http://127.0.0.1:${hub.healthPort}/healthz`;
  });
  const open = async (name: string, place: number): Promise<PlayedBench> => {
    const printer = opened.keep(await startFakePrinter());
    // Benches recognise a shared printer by its serial number too.
    printer.setIdentity({ serial: name });
    const station = await launchProvisioned({
      setup: false,
      environments: [{ name: 'sandbox', kind: 'sandbox', ...addresses, token, currency: 'AED' }],
      activeEnvironment: 'sandbox',
      station: { name },
      printers: [asPrinter('Zebra A', printer, true)],
      bench: { deleteUndoSeconds: 1, printOnCreate: true },
      fleet: { bench: name, servers: [server.address], environments: ['sandbox'] },
    });
    opened.keep(station);
    await station.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), {
      ...{ x: place * windowSize.width, y: 0 },
      ...windowSize,
    });
    await siteState(station.page, 'connected');
    return { name, station, page: station.page, printer };
  };
  const benches: PlayedBench[] = [];
  await step('Two benches open, each with a window, a folder and a printer of its own', async () => {
    benches.push(await open('bench-1', 0), await open('bench-2', 1));
    return 'both say "Site: connected"';
  });
  const [one, other] = benches;
  if (!hub || !one || !other) throw new Error('A step was left out');
  return { server, hub, one, other };
}

/** Plays what a site is for. Each step is seen on the screens, at the printers or at the hub. */
export async function playSite({ server, hub, one, other }: PlayedSite, step: PlayStep): Promise<void> {
  const code = newCode();
  await step(`${one.name} orders a parcel and prints its label`, async () => {
    await createOrder(one.page, { receiver: 'Aya Noor', customCode: code });
    await one.printer.waitFor(() => one.printer.labels().length === 1);
    return `parcel ${code}, ${one.printer.labels().length} label at ${one.name}`;
  });
  await step(`A scan at ${other.name} asks before it prints a second copy`, async () => {
    await scanInMode(other.page, 'Print', code);
    await other.page.getByText(`already printed at ${one.name}`).first().waitFor();
    expectLabels(other, 0);
    return `"already printed at ${one.name}", no label at ${other.name}`;
  });
  await step(`"Print anyway" prints it at ${other.name}`, async () => {
    await other.page.getByRole('button', { name: 'Print anyway' }).first().click();
    await other.printer.waitFor(() => other.printer.labels().length === 1);
    expectLabels(one, 1);
    return `1 label at ${other.name}`;
  });
  await step(`${other.name} deletes the parcel, and both know it`, async () => {
    await scanInMode(other.page, 'Delete', code);
    await waitForResult(other.page, 'Parcel deleted');
    await lookUp(one.page, code, 'Parcel deleted');
    return `"Parcel deleted" at ${one.name} and at ${other.name}`;
  });
  await step('A webhook that the hub received is seen at both benches', async () => {
    const moved = newCode();
    await createOrder(other.page, { receiver: 'Omar Haddad', customCode: moved });
    const { rows } = await callStation(other.page, 'shipments.page', { find: moved, offset: 0, limit: 1 });
    const selection = { by: 'tracking codes' as const, trackingCodes: [rows[0]?.trackingCode ?? ''] };
    await callStation(other.page, 'sandbox.run', { scenario: 'delivering-drop-off-shipments', selection });
    for (const { page } of [one, other]) await lookUp(page, moved, 'In transit');
    const { body } = await hub.health();
    return `both say "In transit"; the hub stored ${body.environments[0]?.eventsReceived} events`;
  });
  await step('The server ends and comes back, and both benches say so', async () => {
    await server.kill();
    for (const { page } of [one, other]) await siteState(page, /^Site: offline since/);
    await createOrder(one.page, { receiver: 'Lina Saleh', customCode: newCode() });
    await one.printer.waitFor(() => one.printer.labels().length === 2);
    await siteState(one.page, /^Site: offline since .+, [1-9]\d* changes to send$/);
    await server.start();
    for (const { page } of [one, other]) await siteState(page, 'connected');
    return '"Site: offline since …, … changes to send", and connected again';
  });
}

async function lookUp(page: Page, code: string, found: string): Promise<void> {
  await scanInMode(page, 'Look up', code);
  await waitForResult(page, found);
}

function expectLabels({ name, printer }: PlayedBench, count: number): void {
  const found = printer.labels().length;
  if (found !== count) throw new Error(`${name} printed ${found} labels instead of ${count}`);
}

/** Waits for what the top bar says of the site. */
const siteState = (page: Page, state: 'connected' | RegExp): Promise<void> =>
  page
    .getByRole('group', { name: 'Station status' })
    .getByText(state === 'connected' ? 'Site: connected' : state)
    .first()
    .waitFor();
