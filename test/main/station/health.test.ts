import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openStationLog } from '../../../src/main/files/station-log.ts';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import type { HealthView } from '../../../src/shared/contract/health-view.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { startNetworkLine } from '../../fakes/network-line.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { type StationInNode, sandboxAt } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();

const lines = ({ checks }: HealthView): string[] =>
  checks.map(({ number, state, message }) => `${number} ${state} ${message.code}`);
const read = (station: StationInNode): Promise<HealthView> => station.call('health.read', null);

describe('health of the station', () => {
  it('is known at once in practice, without a request', async () => {
    const station = await openStation(opened);
    await station.call('health.check', null);
    const view = await read(station);
    expect(view).toMatchObject({ isChecking: false, checkedAt: null });
    expect(lines(view)).toEqual([
      '1 ok health.practice',
      '2 not used health.practice',
      '3 not used health.practice',
      '4 ok health.printer-ready',
      '5 not checked health.scanner-not-tested',
      '6 not used health.practice',
      expect.stringMatching(/^7 /),
      '8 ok health.records-answer',
      '9 attention health.no-backup',
      '10 not used health.webhooks-off',
      '11 not used health.practice',
      '12 not used health.not-installed',
      '13 ok health.processes-ok',
      '14 not used health.no-site',
    ]);
  });

  it('asks a real service with the saved token, buys nothing, and says that it is asking', async () => {
    const token = 'right-token-0123456789';
    const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
    const line = opened.keep(await startNetworkLine(Number(new URL(service.baseUrl).port)));
    const station = await openStation(opened, { provisioning: sandboxAt(`http://127.0.0.1:${line.port}`, token) });
    expect(lines(await read(station))).toContain('1 not checked health.not-checked');
    // On this computer the answers may be there before anyone has read that they are awaited.
    line.silence();
    const asking = station.until('health.read', null, ({ isChecking }) => isChecking);
    const checked = station.call('health.check', null);
    await asking;
    line.restore();
    await checked;
    const view = await station.until(
      'health.read',
      null,
      ({ checkedAt, isChecking }) => checkedAt !== null && !isChecking,
    );
    expect(lines(view).slice(0, 6)).toEqual([
      '1 ok connection-test.address-answers',
      '2 attention health.token-not-kept',
      '3 ok connection-test.label-host-answers',
      '4 not used health.printer-without-paper',
      '5 not checked health.scanner-not-tested',
      '6 ok health.clock-right',
    ]);
    expect(lines(view)).toContain('11 not used connection-test.certificate-not-used');
    expect((await station.call('shipments.page', { ...{ find: '', offset: 0, limit: 1 } })).total).toBe(0);
  });

  it('names what a service that is gone leaves unchecked', async () => {
    const station = await openStation(opened, { provisioning: sandboxAt('http://127.0.0.1:9') });
    await station.call('health.check', null);
    const checks = lines(await read(station));
    expect(checks[0]).toMatch(/^1 failed service\./);
    expect(checks[1]).toMatch(/^2 (attention|not checked) /);
    expect(checks[2]).toMatch(/^3 failed service\./);
  });
});

describe('support file', () => {
  const planted = {
    token: 'planted-token-0123456789',
    header: 'planted-header-value-77',
    proxy: 'planted-proxy-password',
    name: 'Plantagenet Müller',
    phone: '+971501239876',
    address: '77 Planted Avenue',
    badge: 'PLANTEDBADGE01',
  };

  it('is saved as it was shown, and nowhere contains a planted secret or a person', async () => {
    const folder = await opened.folder();
    const path = join(folder, 'support.zip');
    const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token: planted.token }));
    const { environments: [environment] = [] } = sandboxAt(service.baseUrl, planted.token);
    const log = opened.keep(
      openStationLog({ folder: join(folder, 'logs'), clock: { now: Date.now }, after: Promise.resolve() }),
    );
    const webhook = { path: '/planted-path', header: { name: 'X-Hook-Key', value: planted.header } };
    const station = await openStation(opened, {
      log,
      chooseExportFile: async () => path,
      provisioning: {
        environments: [{ ...environment, name: 'sandbox', kind: 'sandbox', webhook }],
        activeEnvironment: 'sandbox',
        network: { proxy: `http://packer:${planted.proxy}@127.0.0.1:9` },
      },
    });
    const request: OrderRequest = {
      pick_up_address: { text: planted.address },
      drop_offs: [
        {
          address: { text: planted.address, person_name: planted.name, person_phone: planted.phone },
          parcels: [{ unit: 'g', values: 900, custom_code: 'NL7K2M9P4R6T8V2X4B6D' }],
        },
      ],
    };
    const { command } = await station.call('order.create', { request, evenIfDuplicate: true });
    await station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'created');
    for (const typed of [planted.name, planted.phone, planted.badge.slice(0, 7), planted.token]) {
      const reading = { asTyped: typed, asUsKeyboard: typed, by: 'typed' as const };
      await station.call('scan.submit', { reading, mode: 'look up' });
    }
    log.write({
      event: 'error',
      error: new SyntaxError(`Unexpected token, "${JSON.stringify(request)}" is not valid JSON`),
    });

    const { id, files } = await station.call('support-file.prepare', null);
    expect(files.map(({ name }) => name)).toEqual([
      ...['health.json', 'versions.json', 'settings.json', 'notices.json', 'journal.jsonl', 'log.jsonl'],
    ]);
    expect(await station.call('support-file.save', { id })).toEqual({ file: 'support.zip' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const entries = Object.entries(unzipSync(await readFile(path))).map(([name, bytes]) => ({
      ...{ name, text: strFromU8(bytes) },
    }));
    expect(entries).toEqual(files);
    const whole = JSON.stringify(entries);
    for (const value of [...Object.values(planted), 'Plantagenet', 'ller', '1239876', 'lanted'])
      expect(whole).not.toContain(value);
    expect(JSON.parse(entries[0]?.text ?? '').checks).toHaveLength(14);
    expect(entries[4]?.text).toContain('NL7K2M9P4R6T8V2X4B6D');
    expect(entries[5]?.text).toContain('SyntaxError');
    await expect(station.call('support-file.save', { id: id + 1 })).rejects.toThrow('support-file.not-prepared');
  });

  it('contains a proxy’s password neither as it was entered nor as it stands in an address', async () => {
    const station = await openStation(opened, {
      provisioning: { network: { proxy: 'http://packer:planted%2D77_pass@127.0.0.1:9' } },
    });
    // What looks like a code of a parcel is shown, unless it is known to be a secret.
    for (const typed of ['planted-77_pass', 'planted2D77_code']) {
      const reading = { asTyped: typed, asUsKeyboard: typed, by: 'typed' as const };
      await station.call('scan.submit', { reading, mode: 'look up' });
    }
    const { files } = await station.call('support-file.prepare', null);
    const whole = JSON.stringify(files);
    expect(whole).toContain('planted2D77_code');
    expect(whole).not.toContain('planted-77_pass');
  });

  it('that cannot be written says so, and leaves nothing', async () => {
    const folder = await opened.folder();
    await writeFile(join(folder, 'file'), '');
    const station = await openStation(opened, { chooseExportFile: async () => join(folder, 'file', 'support.zip') });
    const { id } = await station.call('support-file.prepare', null);
    await expect(station.call('support-file.save', { id })).rejects.toThrow('export.file-not-written');
  });
});
