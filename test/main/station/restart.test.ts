import { expect, it } from 'vitest';
import type { InstalledProgram } from '../../../src/main/core/ports/desktop.ts';
import type { PlannedResponse } from '../../fakes/delivery-service.ts';
import { startFakeDeliveryService } from '../../fakes/delivery-service.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import { type StationInNode, sandboxAt } from '../../helpers/station-in-node.ts';
import { codeNumber, orderFor } from '../core/outbox/outbox-fixture.ts';

const opened = closedAfterEach();
const [first, second] = [1, 2].map(codeNumber) as [string, string];

const scan = (text: string) => ({
  reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' as const },
  mode: 'print' as const,
});

/** The installed program, and a way to install another one. */
function installedProgram() {
  let version = 1;
  const program: InstalledProgram = {
    read: () => ({ executable: `program ${version}`, archive: `archive ${version}`, isOwnDeleted: false }),
    onFocus: () => () => {},
  };
  const upgrade = (): void => {
    version += 1;
  };
  return { program, upgrade };
}

const order = (station: StationInNode, code: string) =>
  station.call('order.create', { request: orderFor(code), evenIfDuplicate: true });

const jobStates = async (station: StationInNode): Promise<string[]> =>
  (await station.call('print-jobs.list', null)).map(({ state }) => state).sort();

/** A practice station with a printer that stops reading in the middle of the first of two labels. */
async function stationWithLabelOnTheWire(options: { program?: InstalledProgram; restart?: () => void }) {
  const paper = opened.keep(await startFakePrinter());
  const printers = [
    { name: 'Zebra A', connection: { kind: 'tcp' as const, host: '127.0.0.1', port: paper.port }, default: true },
  ];
  const folder = await opened.folder();
  const settings = { printers };
  const station = await openStation(opened, { folder, settings, ...options });
  for (const code of [first, second]) {
    const { command } = await order(station, code);
    await station.until('order.progress', { commandId: command.id }, ({ parcels }) =>
      parcels.some(({ label }) => label?.state === 'stored'),
    );
  }
  await paper.connectionFault({ kind: 'stall', afterBytes: 400 });
  await station.call('scan.submit', scan(first));
  await station.call('scan.submit', scan(second));
  await station.until('print-jobs.list', null, (jobs) => jobs.some(({ state }) => state === 'sending'));
  return { paper, folder, settings, station };
}

it('restart for an update: waits for the label on the wire, and prints the others after the restart', async () => {
  const { program, upgrade } = installedProgram();
  let restarts = 0;
  const restart = (): void => {
    restarts += 1;
  };
  const { paper, station, ...kept } = await stationWithLabelOnTheWire({ program, restart });
  await expect(station.call('station.restart', null)).rejects.toThrow('station.no-update');
  upgrade();
  await station.call('station.restart', null);
  expect((await station.call('station.read', null)).update).toBe('restarting');
  expect([restarts, await jobStates(station)]).toEqual([0, ['queued', 'sending']]);
  await paper.connectionFault(null);
  await expect.poll(() => restarts).toBe(1);
  expect(await jobStates(station)).toEqual(['printed', 'queued']);
  await station.stop();
  expect(paper.labels()).toHaveLength(1);

  const again = await openStation(opened, kept);
  await again.until('print-jobs.list', null, (jobs) => jobs.every(({ state }) => state === 'printed'));
  expect(paper.printLog().map(({ copies }) => copies)).toEqual([1, 1]);
});

it('restart for an update: waits for the answer to an order, and sends the next one after the restart', async () => {
  const service = await startFakeDeliveryService();
  opened.keep({ close: () => service.stop() });
  let answer = (_: PlannedResponse): void => {};
  service.decide(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const { program, upgrade } = installedProgram();
  let restarts = 0;
  const restart = (): void => {
    restarts += 1;
  };
  const folder = await opened.folder();
  const provisioning = sandboxAt(service.baseUrl);
  const station = await openStation(opened, { folder, provisioning, program, restart });
  const one = await order(station, first);
  await service.until(() => service.requests.length === 1);
  upgrade();
  await station.call('station.restart', null);
  const other = await order(station, second);
  expect(restarts).toBe(0);
  service.decide(null);
  answer({ kind: 'do' });
  await expect.poll(() => restarts).toBe(1);
  const stateOf = async (of: StationInNode, { command }: typeof one) =>
    (await of.call('order.progress', { commandId: command.id })).state;
  expect([await stateOf(station, one), await stateOf(station, other)]).toEqual(['created', 'creating']);
  await station.stop();

  const again = await openStation(opened, { folder, provisioning });
  await again.until('order.progress', { commandId: other.command.id }, ({ state }) => state === 'created');
  expect(service.done).toEqual([`create ${first}`, `create ${second}`]);
});

it('starts no process of an installed update: a label is not drawn, and the failure says why', async () => {
  const { program, upgrade } = installedProgram();
  const station = await openStation(opened, { program });
  const { command } = await order(station, first);
  const { parcels } = await station.until('order.progress', { commandId: command.id }, (progress) =>
    progress.parcels.some(({ label }) => label?.state === 'stored'),
  );
  upgrade();
  const drawn = station.call('label.picture', { parcelId: parcels[0]?.id ?? 0 });
  await expect(drawn).rejects.toThrow('station.update-waiting');
  expect((await station.call('station.read', null)).update).toBe('waiting');
});

it('quits within five seconds with a label on the wire and an unanswered order, which the next start shows', async () => {
  const { paper, station, ...kept } = await stationWithLabelOnTheWire({});
  // Nothing is done, so that no event settles it at the next start.
  const request = orderTo('time-out', ['NL9Q2W4E6R8T1Y3U5I7O']);
  const { command } = await station.call('order.create', { request, evenIfDuplicate: true });
  await station.until('commands.open', null, (commands) => commands.some(({ state }) => state === 'sending'));
  const begun = Date.now();
  await station.stop();
  expect(Date.now() - begun).toBeLessThan(5_000);
  await paper.connectionFault(null);

  const again = await openStation(opened, kept);
  await again.until('print-jobs.list', null, (jobs) =>
    jobs.every(({ state }) => !['queued', 'sending'].includes(state)),
  );
  expect(await jobStates(again)).toEqual(['printed', 'uncertain']);
  expect((await again.call('order.progress', { commandId: command.id })).state).toBe('uncertain');
});
