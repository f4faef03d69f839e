import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { natsSiteServer } from '../fakes/site-server.ts';
import type { ClosedAfterEach } from '../helpers/closed-after-each.ts';
import { openStation } from '../helpers/open-station.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { launchProvisioned } from './launch.ts';

/** What the service of the site accepts. */
export const token = 'token-of-the-site';

/** A site of bench-1, with a window, and bench-2, without one, each with a printer; resolves once the window says that it is connected. */
export async function openTwoBenches(opened: ClosedAfterEach) {
  const { address } = opened.keep(await natsSiteServer());
  const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const [printer, theirs] = [opened.keep(await startFakePrinter()), opened.keep(await startFakePrinter())];
  theirs.setIdentity({ serial: 'bench-2' });
  const { baseUrl, labelUrl } = service;
  const environments = [{ name: 'sandbox', kind: 'sandbox' as const, baseUrl, labelUrl, token }];
  const fleet = { bench: 'bench-1', servers: [address], environments: ['sandbox'] };
  const station = opened.keep(
    await launchProvisioned({
      ...{ setup: false, activeEnvironment: 'sandbox', printers: [asPrinter('Zebra A', printer, true)] },
      ...{ bench: { deleteUndoSeconds: 1 }, environments, fleet },
    }),
  );
  const connection = { kind: 'tcp' as const, host: theirs.host, port: theirs.port };
  const other = await openStation(opened, {
    settings: { printers: [{ name: 'Zebra B', connection, default: true }] },
    provisioning: {
      ...{ environments, activeEnvironment: 'sandbox' },
      fleet: { ...fleet, bench: 'bench-2', role: 'bench', alone: 'ask' },
    },
  });
  await station.page.getByText('Site: connected').first().waitFor();
  return { station, page: station.page, printer, other, baseUrl };
}
