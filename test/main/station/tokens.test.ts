import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type PracticeService, startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { unfilteredBoard } from '../../../src/shared/shipments/board-query.ts';
import { acceleratedClock } from '../../helpers/accelerated-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { freePort } from '../../helpers/free-port.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import {
  type StationInNode,
  type StationInNodeOptions,
  startStationInNode,
  storedSettings,
  vaultInMemory,
} from '../../helpers/station-in-node.ts';
import { envelope, orderObject } from '../core/imports/order-file-fixtures.ts';
import { answerWith, type RawRequest, type RawServer, startRawServer } from '../service/raw-server.ts';
import { header } from '../webhook/listener-address.ts';
import { post } from '../webhook/webhook-fixtures.ts';

const token = 'right-token-0123456789';
const customCode = 'NL7K2M9P4R6T8V2X4B6D';
const opened = closedAfterEach();

async function sandbox(): Promise<{ station: StationInNode; service: PracticeService }> {
  const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const { baseUrl, labelUrl } = service;
  const station = await startStationInNode({
    settings: {
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl }],
      activeEnvironment: 'sandbox',
      bench: { deleteUndoSeconds: 1 },
    },
  });
  opened.keep(station);
  return { station, service };
}

const enter = (station: StationInNode, service: PracticeService, pasted: string | null, path = '') =>
  station.call('environment.save', {
    environment: { name: 'sandbox', kind: 'sandbox', baseUrl: service.baseUrl + path, labelUrl: service.labelUrl },
    token: pasted,
  });

const scanToDelete = {
  reading: { asTyped: customCode, asUsKeyboard: customCode, by: 'scanner' },
  mode: 'delete',
} as const;

it('tokens: a deletion rejected for its token waits, and is sent when the right token is pasted', async () => {
  const { station, service } = await sandbox();
  await enter(station, service, 'wrong-token-0123456789');
  const { scanId } = await station.call('scan.submit', scanToDelete);
  await station.until('scan.answer', { scanId }, (answer) => answer.deletion?.state === 'blocked');
  expect((await station.call('station.read', null)).service.state).toBe('token rejected');
  expect((await station.call('station.read', null)).waiting).toBe(1);

  await enter(station, service, `  Bearer bearer ${token}\r\n`, '/scheduled-service/api/v1/');
  // The service does not know the code, which is an answer: nothing waits any more.
  await station.until('scan.answer', { scanId }, (answer) => answer.deletion?.state === 'rejected');
  expect((await station.call('station.read', null)).waiting).toBe(0);
});

it('tokens: a token is removed when its address changes, and must be entered again', async () => {
  const { station, service } = await sandbox();
  await enter(station, service, token);
  expect((await station.call('station.read', null)).vault.environmentsWithToken).toEqual(['sandbox']);
  const elsewhere = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  await enter(station, elsewhere, null);
  expect((await station.call('station.read', null)).vault.environmentsWithToken).toEqual([]);
  await enter(station, service, null);
  expect((await station.call('station.read', null)).vault.environmentsWithToken).toEqual([]);
});

it('environments: the kind is fixed, so that practice records are never shown in production', async () => {
  const { station, service } = await sandbox();
  const environment = { name: 'sandbox', kind: 'production', baseUrl: service.baseUrl } as const;
  await expect(station.call('environment.save', { environment, token: null })).rejects.toThrow(
    'environment.kind-fixed',
  );
});

describe('proxy password', () => {
  const password = 'very secret password';
  const basic = `Basic ${Buffer.from(`packer:${password}`).toString('base64')}`;
  const environment = { name: 'sandbox', kind: 'sandbox', baseUrl: 'https://service.example' } as const;
  const active = { environments: [{ ...environment, token }], activeEnvironment: 'sandbox' };
  const through = ({ port }: RawServer): string => `http://packer:${encodeURIComponent(password)}@127.0.0.1:${port}/`;
  const withoutPassword = ({ port }: RawServer): string => `http://packer@127.0.0.1:${port}/`;

  const startProxy = async (): Promise<RawServer> =>
    opened.keep(await startRawServer({ onRequest: (_request, socket) => answerWith(socket, 407) }));
  const start = async (options: StationInNodeOptions): Promise<StationInNode> =>
    opened.keep(await startStationInNode(options));
  const authorization = async (station: StationInNode, proxy: RawServer): Promise<string | undefined> => {
    const before = proxy.requests.length;
    const entered = { baseUrl: 'https://service.example', labelUrl: null, environment: null, token };
    await station.call('environment.test', entered);
    expect(proxy.requests.length).toBeGreaterThan(before);
    return proxy.requests.at(-1)?.headers.find(([name]) => name === 'Proxy-Authorization')?.[1];
  };
  /** Neither the window nor the settings file has it, in any spelling. */
  const expectHidden = async (station: StationInNode): Promise<void> => {
    const shown = JSON.stringify([await station.call('station.read', null), storedSettings(station.folder)]);
    expect(decodeURIComponent(shown)).not.toContain(password);
  };

  it('of a provisioning file goes to the vault, and from there to the proxy, also after a restart', async () => {
    const proxy = await startProxy();
    const folder = await opened.folder();
    const vault = vaultInMemory(true);
    const first = await start({ folder, vault, provisioning: { ...active, network: { proxy: through(proxy) } } });
    await expectHidden(first);
    expect(storedSettings(folder)).toMatchObject({ network: { proxy: withoutPassword(proxy) } });
    expect(await authorization(first, proxy)).toBe(basic);
    await first.stop();
    const second = await start({ folder, vault });
    expect(await authorization(second, proxy)).toBe(basic);
    await expectHidden(second);
    expect((await second.call('station.read', null)).notices).toEqual([]);
  });

  it('in the settings of an earlier version goes to the vault at the start', async () => {
    const proxy = await startProxy();
    const settings = { environments: [environment], activeEnvironment: 'sandbox', network: { proxy: through(proxy) } };
    const folder = await opened.folder();
    const vault = vaultInMemory(true);
    const station = await start({ folder, vault, settings });
    await expectHidden(station);
    expect(await authorization(station, proxy)).toBe(basic);
    await station.stop();
    expect(await authorization(await start({ folder, vault }), proxy)).toBe(basic);
  });

  it('is kept until the station quits where there is no keyring, and a notice says so', async () => {
    const proxy = await startProxy();
    const station = await start({ provisioning: { ...active, network: { proxy: through(proxy) } } });
    await expectHidden(station);
    expect(await authorization(station, proxy)).toBe(basic);
    const { notices } = await station.call('station.read', null);
    expect(notices.map(({ message }) => message.code)).toContain('proxy.password-not-kept');
  });

  it('is never sent to another proxy, nor with another name, and is forgotten', async () => {
    const [proxy, other] = [await startProxy(), await startProxy()];
    const folder = await opened.folder();
    const vault = vaultInMemory(true);
    const first = await start({ folder, vault, provisioning: { ...active, network: { proxy: through(proxy) } } });
    await first.stop();
    const moved = await start({ folder, vault, provisioning: { network: { proxy: withoutPassword(other) } } });
    expect(await authorization(moved, other)).not.toBe(basic);
    await moved.stop();
    const back = await start({ folder, vault, provisioning: { network: { proxy: withoutPassword(proxy) } } });
    expect(await authorization(back, proxy)).not.toBe(basic);
  });
});

describe('a token that everybody repeats', () => {
  const echoes = {
    plain: token,
    base64: Buffer.from(`Bearer ${token}`).toString('base64'),
    hexadecimal: Buffer.from(token).toString('hex'),
  };
  const everyEcho = Object.values(echoes).join(' ');
  /** The token in those spellings, and in 16-bit text, as they stand in files. */
  const spellings = [
    ...[token, Buffer.from(token, 'utf16le').toString('latin1'), echoes.hexadecimal],
    ...[0, 1, 2].map((before) =>
      Buffer.from(`${'x'.repeat(before)}${token}`)
        .toString('base64')
        .slice(4, -6),
    ),
  ];
  const spellingsIn = (text: string): string[] =>
    spellings.filter((one) => text.toLowerCase().includes(one.toLowerCase()));

  /** What the receiver of an order makes the service do with it; it repeats the token in all it sends. */
  const behaviours = ['label', 'redirected', 'refused'] as const;
  const codeOf = (index: number): string => `NL7K2M9P4R6T8V2X4B6${index}`;

  const startEchoService = async (): Promise<string> => {
    const headers = { 'X-Token': everyEcho, 'Content-Type': `application/json; token=${token}` };
    const refusal = JSON.stringify({ status: 'error', message: `Bad ${everyEcho}`, errors: { [token]: [everyEcho] } });
    let origin = '';
    const answer = ({ line, body }: RawRequest, socket: Socket): void => {
      const [method = '', path = ''] = line.split(' ');
      const code = /"custom_code":"([^"]+)"/.exec(body)?.[1];
      const behaviour = behaviours.find((one) => path.includes(one) || body.includes(one));
      if (method === 'GET' && behaviour === 'label') {
        answerWith(socket, 200, `^XA^FO9,9^FD${everyEcho}^FS^XZ`, headers);
      } else if (method === 'GET' && behaviour === 'redirected') {
        answerWith(socket, 302, everyEcho, { Location: `https://${token}.example/${token}` });
      } else if (method === 'POST' && code !== undefined && behaviour !== undefined) {
        const order = orderObject(Number(code.at(-1)), {
          ...{ uniqueId: `ORD-${code}-${token}`, customCodes: [code], receiver: everyEcho },
          labels: `${origin}/${behaviour}/${token}`,
        });
        answerWith(socket, 201, JSON.stringify({ ...envelope(order), message: everyEcho, token, echoes }), headers);
      } else answerWith(socket, method === 'GET' ? 500 : 422, refusal, headers);
    };
    const service = opened.keep(await startRawServer({ onRequest: answer }));
    origin = `http://127.0.0.1:${service.port}`;
    return origin;
  };

  it('is in no record, journal, exported or rejected file, and in no answer to the window', async () => {
    const origin = await startEchoService();
    const [port, exported, watched] = [await freePort(), await opened.folder(), await opened.folder()];
    const environment = { name: 'sandbox', kind: 'sandbox', baseUrl: origin, labelUrl: origin } as const;
    const station = opened.keep(
      await startStationInNode({
        settings: {
          environments: [{ ...environment, webhook: { path: '/hook', header } }],
          ...{ activeEnvironment: 'sandbox', webhooks: { enabled: true, port }, import: { folder: watched } },
          bench: { deleteUndoSeconds: 1 },
        },
        clock: acceleratedClock(20),
        chooseExportFile: async (name) => join(exported, name),
      }),
    );
    await station.call('environment.save', { environment, token });

    const parcelIds: number[] = [];
    for (const [index, receiver] of [...behaviours, 'rejected'].entries()) {
      const request = orderTo(receiver, [codeOf(index + 2)]);
      const { command } = await station.call('order.create', { request, evenIfDuplicate: true });
      const { state, parcels } = await station.until('order.progress', { commandId: command.id }, (progress) =>
        ['created', 'rejected'].includes(progress.state),
      );
      expect(state).toBe(receiver === 'rejected' ? 'rejected' : 'created');
      parcelIds.push(...parcels.map(({ id }) => id));
    }
    expect(parcelIds).toHaveLength(3);
    for (const parcelId of parcelIds) {
      await station.until('parcel.detail', { parcelId }, ({ parcel }) => (parcel.label?.failure ?? null) !== null);
    }
    await station.call('parcel.delete', { parcelId: parcelIds[0] ?? 0 });
    await station.until('commands.open', null, (commands) => commands.some(({ state }) => state === 'rejected'));

    for (const data of [{ custom_code: codeOf(2), note: everyEcho, [token]: echoes }, { tracking_code: everyEcho }]) {
      for (const event of [`same.shipment.${token}`, 'same.shipment.delivered', echoes.base64]) {
        expect((await post(`http://127.0.0.1:${port}/hook`, JSON.stringify({ event, data }))).status).toBe(200);
      }
    }
    const imported = envelope(orderObject(9, { uniqueId: `ORD-9-${token}`, receiver: everyEcho, labels: origin }));
    const importText = (name: string, text: string) =>
      station.call('import.file', { name, bytes: new TextEncoder().encode(text) });
    expect(await importText('orders.json', JSON.stringify(imported))).toMatchObject({ outcome: 'imported' });
    expect(await importText('bad.csv', `custom code\n${everyEcho}\n`)).toMatchObject({ outcome: 'rejected' });
    await writeFile(join(watched, 'bad.json'), `{"status":"error","message":"${everyEcho}","${token}":1}`);
    await vi.waitFor(async () => expect(await readdir(join(watched, 'rejected'))).toHaveLength(2), 20_000);
    const exports = [
      () => station.call('journal.export', null),
      () => station.call('shipments.export', { filter: unfilteredBoard, expected: null }),
    ];
    for (const begin of exports) {
      await begin();
      await station.until('export.read', null, (state) => state?.state === 'done');
    }

    const entered = { baseUrl: origin, labelUrl: origin };
    const shown = [
      ...(await Promise.all(
        (['station.read', 'webhooks.read', 'attention.read', 'import.state', 'commands.open'] as const).map((name) =>
          station.call(name, null),
        ),
      )),
      await station.call('events.unmatched', { code: null }),
      await station.call('environment.test', { ...entered, environment: 'sandbox', token: null }),
      await station.call('environment.test', { ...entered, environment: null, token: ` Bearer bearer ${token}\n` }),
      await station.call('shipments.page', { find: '', offset: 0, limit: 100 }),
      ...(await Promise.all(parcelIds.map((parcelId) => station.call('parcel.detail', { parcelId })))),
    ];
    expect(shown.filter((answer) => spellingsIn(JSON.stringify(answer)).length > 0)).toEqual([]);
    expect(station.bugs).toEqual([]);
    await station.stop();
    const found: string[] = [];
    // The rejected file itself is the operator's, and stays as it came.
    const isKept = (name: string): boolean => name !== 'bad.json';
    let files = 0;
    for (const folder of [station.folder, exported, join(watched, 'rejected')]) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !isKept(entry.name)) continue;
        files += 1;
        const text = (await readFile(join(entry.parentPath, entry.name))).toString('latin1');
        found.push(...spellingsIn(`${entry.name}\n${text}`).map((one) => `${entry.name}: ${one}`));
      }
    }
    expect(found).toEqual([]);
    expect(files).toBeGreaterThanOrEqual(4);
  }, 60_000);
});
