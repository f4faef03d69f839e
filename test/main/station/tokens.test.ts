import { describe, expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import {
  type StationInNode,
  type StationInNodeOptions,
  startStationInNode,
  storedSettings,
  vaultInMemory,
} from '../../helpers/station-in-node.ts';
import { answerWith, type RawServer, startRawServer } from '../service/raw-server.ts';

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
