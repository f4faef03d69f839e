import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { chooseMode, createOrder, goTo, scan, waitForResult } from '../../test/e2e/page-actions.ts';
import { startFakePrinter } from '../../test/fakes/printer.ts';
import type { TourContext } from './practice-tour.ts';
import { openStationWindow } from './station-window.ts';

const customCode = 'NL1C3E5G7J9L2N4P6R8T';
const token = 'token-of-the-tour';

/** Another service and a TCP printer, both configured by a provisioning file alone. */
export async function runProvisionedTour({ folder, pictures, log }: TourContext): Promise<void> {
  await mkdir(folder, { recursive: true });
  const service = await startPracticeService({ folder: join(folder, 'service'), token });
  const printer = await startFakePrinter();
  const file = join(folder, 'bench-7.json');
  const provisioning = {
    station: { name: 'Bench 7' },
    environments: [
      {
        name: 'sandbox',
        kind: 'sandbox',
        baseUrl: service.baseUrl,
        labelUrl: service.labelUrl,
        token,
        currency: 'AED',
      },
    ],
    activeEnvironment: 'sandbox',
    printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host: '127.0.0.1', port: printer.port }, default: true }],
    bench: { deleteUndoSeconds: 1, printOnCreate: true },
  };
  await writeFile(file, JSON.stringify(provisioning), { mode: 0o600 });
  const window = await openStationWindow(join(folder, 'station'), pictures, [`--provision=${file}`]);
  const { page } = window;
  try {
    await log.step('Opens as a provisioned sandbox bench', async () => {
      await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'SANDBOX' }).waitFor();
      await page.getByText('Bench 7').first().waitFor();
      return 'SANDBOX, Bench 7';
    });
    await log.step('Creates an order there and prints it on the TCP printer', async () => {
      await createOrder(page, { receiver: 'Omar Haddad', customCode });
      await printer.waitFor(() => printer.labels().length === 1);
      const label = printer.labels()[0]?.toString('latin1') ?? '';
      if (!label.includes(customCode)) throw new Error('The printer received another label');
      await window.picture('08-provisioned-order');
      return `the printer received one label, ${label.length} bytes, with ${customCode}`;
    });
    await log.step('Asks before a second copy', async () => {
      await goTo(page, 'Scan');
      await chooseMode(page, 'Print');
      await scan(page, customCode);
      await waitForResult(page, /Already (sent|printed)/);
      await window.picture('09-asks-for-copy');
      return `still ${printer.labels().length} label on paper`;
    });
    await log.step('Deletes the parcel there', async () => {
      await chooseMode(page, 'Delete');
      await scan(page, customCode);
      await waitForResult(page, 'Parcel deleted');
      await window.picture('10-provisioned-deleted');
      const status = await deleteAgain(service.baseUrl);
      if (status === 200) throw new Error('The service still had the parcel');
      return `asked again, the service answers ${status}: it is gone`;
    });
  } catch (error) {
    await window.picture('where-it-stopped');
    throw error;
  } finally {
    await window.close();
    await printer.close();
    await service.close();
  }
}

/** What the service answers to a second deletion of the same code. */
async function deleteAgain(baseUrl: string): Promise<number> {
  const response = await fetch(`${baseUrl}/scheduled-service/api/v1/parcels/find/by-custom-code/${customCode}`, {
    method: 'DELETE',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      authorization: `Bearer ${token}`,
    },
  });
  return response.status;
}
