import { expect, it } from 'vitest';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { startServiceWithLabels } from '../../fakes/service-with-labels.ts';
import { natsSiteServer } from '../../fakes/site-server.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { type StationInNode, sandboxAt } from '../../helpers/station-in-node.ts';
import { codeNumber, orderFor } from '../core/outbox/outbox-fixture.ts';
import { startHubProcess, until } from './hub-fixture.ts';

const opened = closedAfterEach();
const token = 'token-of-the-site';
const code = codeNumber(1);

async function site() {
  const server = opened.keep(await natsSiteServer());
  const practice = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const service = opened.keep(await startServiceWithLabels(practice));
  const addresses = { baseUrl: service.url, labelUrl: service.url };
  const hub = await startHubProcess(opened, { server: server.address, service: addresses });
  const bench = async (name: string) => {
    const printer = opened.keep(await startFakePrinter());
    printer.setIdentity({ model: 'ZT411', serial: name });
    const alone = { role: 'bench', alone: 'ask' } as const;
    const fleet = { ...alone, bench: name, servers: [server.address], environments: ['sandbox'] };
    const { host, port } = printer;
    const zebra = { name: 'Zebra A', connection: { kind: 'tcp', host, port }, default: true };
    return openStation(opened, {
      settings: { printers: [zebra] },
      provisioning: { ...sandboxAt(service.url, token), fleet },
    });
  };
  return { server, hub, bench };
}

const scan = (station: StationInNode, asTyped: string, mode: 'look up' | 'print' = 'look up') =>
  station.call('scan.submit', { mode, reading: { asTyped, asUsKeyboard: asTyped, by: 'scanner' as const } });

/** Scans the code until the hub is asked for it: the bench must have heard of the hub. */
const askedOnce = (station: StationInNode, asTyped: string) =>
  until(
    async () => station.call('scan.answer', { scanId: (await scan(station, asTyped)).scanId }),
    ({ hub }) => hub !== undefined && hub.kind !== 'away',
  );

/** A hub that knows a parcel printed at bench-1, and bench-2, which joined after the server had lost its data. */
async function oldParcel() {
  const { server, hub, bench } = await site();
  const one = await bench('bench-1');
  const { command } = await one.call('order.create', { request: orderFor(code), evenIfDuplicate: true });
  await one.until('order.progress', { commandId: command.id }, ({ parcels }) =>
    parcels.some(({ label }) => label?.state === 'stored'),
  );
  await scan(one, code, 'print');
  await one.until('print-jobs.list', null, ([job]) => job?.state === 'printed');
  await until(
    () => one.call('station.read', null),
    ({ site: view }) => view?.unsent === 0,
  );
  await until(hub.health, ({ body }) => (body.environments[0]?.factsApplied ?? 0) >= 5);
  await one.stop();
  await server.loseData();
  const other = await bench('bench-2');
  await other.until('station.read', null, ({ site: view }) => view?.state === 'connected');
  return { server, other };
}

it('a code that only the hub knows is asked of it, and printed after the question about the other bench', async () => {
  const { other } = await oldParcel();
  // Until the hub has sent again that it is one.
  const { scanId } = await askedOnce(other, code);
  const answer = await other.until(
    'scan.answer',
    { scanId },
    ({ parcel, hub }) => parcel !== null && hub !== undefined,
  );
  expect(answer.hub).toMatchObject({ kind: 'found', bench: 'bench-1', isPrinted: true });
  expect(answer.parcel).toMatchObject({ customCode: code, label: { state: 'on demand' } });
  await scan(other, code, 'print');
  const [job] = await other.until('print-jobs.list', null, ([first]) => first?.question !== null);
  expect(job?.question?.message).toMatchObject({
    code: 'print-question.site-copies',
    params: { benches: 'bench-1' },
  });
  const { scanId: unknown } = await scan(other, codeNumber(9));
  const none = await other.until('scan.answer', { scanId: unknown }, ({ hub }) => hub?.kind === 'unknown');
  expect(none.parcel).toBeNull();
}, 60_000);

it('a code that is not known says that the hub cannot be asked where the server is away, or too much was asked', async () => {
  const { server, bench, hub } = await site();
  const one = await bench('bench-1');
  await until(hub.health, ({ body }) => body.environments[0]?.state === 'connected');
  await askedOnce(one, codeNumber(8));
  const asked = await Promise.all(Array.from({ length: 35 }, (_, index) => scan(one, codeNumber(100 + index))));
  const last = asked.at(-1)?.scanId ?? 0;
  await one.until('scan.answer', { scanId: last }, ({ hub: said }) => said?.kind === 'away');
  await server.kill();
  await one.until('station.read', null, ({ site: view }) => view?.state === 'offline');
  const { scanId } = await scan(one, codeNumber(200));
  const answer = await one.until('scan.answer', { scanId }, ({ hub: said }) => said?.kind === 'away');
  expect(answer).toMatchObject({ kind: 'unknown', parcel: null });
}, 60_000);
