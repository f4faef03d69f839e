import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stationCalls } from '../../src/shared/contract/station-contract.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { collectionsOf, descriptorBytes, honeywellDescriptor } from '../helpers/fake-hid.ts';
import { type LaunchedStation, launchProvisioned } from './launch.ts';
import { answerQuestion, callStation, offerHidDevices } from './page-actions.ts';
import { recordNetwork, tryNetwork } from './page-network.ts';

interface StationWindow {
  station: { call(name: string, input: unknown): Promise<{ ok: boolean; failure?: { message: { code: string } } }> };
}

const secrets = {
  token: 'token-of-the-sandbox-0123456789',
  headerValue: 'value-of-the-webhook-header-0123456789',
  proxyPassword: 'password-of-the-proxy-0123456789',
};

/** The calls that change nothing. */
const reading =
  /\.(read|list|page|detail|recent|pending|state|found|open|labels|progress|timeline|unmatched|licences|without-printer)$/;

/** A script in the page may do whatever the page can: each test runs one, and it fails. */
describe('a compromised page', () => {
  let station: LaunchedStation;
  beforeAll(async () => {
    station = await launchProvisioned({
      environments: [
        {
          ...{ name: 'sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' },
          token: secrets.token,
          webhook: { path: '/webhooks', header: { name: 'X-Hook-Key', value: secrets.headerValue } },
        },
      ],
      network: { proxy: `http://bench:${secrets.proxyPassword}@127.0.0.1:9` },
    });
  });
  afterAll(() => station.close());

  const call = (name: string, input: unknown) =>
    station.page.evaluate(([called, given]) => (window as unknown as StationWindow).station.call(called, given), [
      name,
      input,
    ] as const);

  it('reads no token, no header value and no proxy password in any answer', async () => {
    const inputs = [
      null,
      { code: null },
      { offset: 0, limit: 10 },
      { from: 0, limit: 10 },
      { parcelId: 1 },
      { name: 'sandbox' },
    ];
    const asked = Object.keys(stationCalls).filter((name) => reading.test(name));
    expect(asked.length).toBeGreaterThan(20);
    const answers = await station.page.evaluate(
      async ([names, given]) => {
        const { call: ask } = (window as unknown as StationWindow).station;
        const all: unknown[] = [];
        for (const name of names) for (const input of given) all.push(await ask(name, input));
        return JSON.stringify(all);
      },
      [asked, inputs] as const,
    );
    expect(answers.includes('"environmentsWithToken":["sandbox"]')).toBe(true);
    const seen = Object.entries(secrets).filter(([, secret]) => answers.includes(secret));
    expect(seen.map(([name]) => name)).toEqual([]);
  });

  it('reaches no network: no packet leaves, no name is looked up, by any interface of the web platform', async () => {
    const target = await listeningTarget();
    const addresses = ['127.0.0.1', ...ownAddresses()];
    const record = await recordNetwork(station);
    await station.page.evaluate(tryNetwork, { addresses, port: target.port });
    // The last attempts are lookups: Chromium's rule about host names answers them without asking anybody.
    await expect.poll(async () => (await record.read()).names, { timeout: 20_000 }).toContain('~notfound');
    await station.app.evaluate(async ({ BrowserWindow }) => {
      const { session } = (BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow).webContents;
      await session.closeAllConnections();
    });
    expect(await record.read()).toEqual({ sent: [], names: ['~notfound'] });
    expect(target.arrived).toEqual([]);
    // Datagrams of an ordinary window arrive and are recorded, so that those of the page would have been noticed.
    await sendFromOrdinaryWindow(station, target.port);
    await expect.poll(() => target.arrived.includes('udp')).toBe(true);
    await expect.poll(async () => (await record.read()).sent).toContain('UDP_BYTES_SENT');
    await station.page.reload();
    await station.page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  it('opens no window, frame or worker with rights of its own, and no dialog', async () => {
    const opened = await station.page.evaluate(async () => {
      const refused = async (action: () => unknown): Promise<boolean> => {
        try {
          return (await action()) === null;
        } catch {
          return true;
        }
      };
      const script = URL.createObjectURL(new Blob(['1']));
      return {
        popUp: await refused(() => window.open('packbench://station/')),
        worker: await refused(() => new Worker(script)),
        sharedWorker: await refused(() => new SharedWorker(script)),
        serviceWorker: await refused(() => navigator.serviceWorker.register('/assets/worker.js')),
        alert: window.alert('A question') === undefined,
        confirm: window.confirm('Yes?'),
      };
    });
    expect(opened).toEqual({
      ...{ popUp: true, worker: true, sharedWorker: true, serviceWorker: true },
      ...{ alert: true, confirm: false },
    });
    expect(station.app.windows()).toHaveLength(1);
  });

  it('uses no device: it may look for barcode scanners, and is given none, also none that it chose itself', async () => {
    const { app, page } = station;
    const looked = await app.evaluateHandle(({ BrowserWindow }) => {
      const seen: number[] = [];
      const { session } = (BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow).webContents;
      session.on('select-hid-device', (_event, { deviceList }) => void seen.push(deviceList.length));
      return seen;
    });
    const asked = await page.evaluate(async () => {
      const { hid, usb, serial, bluetooth } = navigator as unknown as Record<
        string,
        Record<string, (options: object) => Promise<unknown>> | undefined
      >;
      const given = async (request: Promise<unknown> | undefined): Promise<unknown> => {
        try {
          return (await request) ?? null;
        } catch {
          return 'refused';
        }
      };
      return {
        looked: await given(hid?.requestDevice?.({ filters: [] })),
        devices: await given(hid?.getDevices?.({})),
        usb: await given(usb?.requestDevice?.({ filters: [] })),
        serial: await given(serial?.requestPort?.({})),
        bluetooth: await given(bluetooth?.requestDevice?.({ acceptAllDevices: true })),
      };
    });
    expect(await looked.jsonValue()).toHaveLength(1);
    expect(asked).toMatchObject({ looked: [], devices: [], usb: 'refused', serial: 'refused' });
    expect(['refused', null]).toContain(asked.bluetooth);
    const collections = collectionsOf(descriptorBytes(honeywellDescriptor));
    const scanner = { deviceId: '1', vendorId: 1, productId: 2, name: 'Scanner', serialNumber: 'A', collections };
    const securityKey = { ...scanner, deviceId: '2', name: 'Key', collections: [{ usagePage: 0xf1d0, usage: 1 }] };
    expect(await offerHidDevices(app, [scanner, securityKey])).toEqual([]);
    expect(await call('hid-scanners.find', null)).toEqual({
      ok: true,
      value: [{ vendorId: 1, productId: 2, product: 'Scanner', serialNumber: 'A' }],
    });
    const hid = [{ name: 'Scanner 1', vendorId: 1, productId: 2, product: 'Scanner', serialNumbers: ['A'] }];
    expect(await call('settings.save', { group: 'scanner', value: { hid } })).toMatchObject({ ok: true });
    expect(await offerHidDevices(app, [scanner, securityKey])).toEqual([]);
    await call('settings.save', { group: 'scanner', value: {} });
  });

  it('reads and writes no file', async () => {
    const read = await station.page.evaluate(async () => {
      const image = new Image();
      const failed = new Promise<boolean>((resolve) => {
        image.addEventListener('error', () => resolve(true));
        image.addEventListener('load', () => resolve(false));
      });
      image.src = 'file:///usr/share/pixmaps/debian-logo.png';
      const isRefused = (work: () => Promise<unknown>): Promise<boolean> =>
        Promise.resolve()
          .then(work)
          .then(
            () => false,
            () => true,
          );
      return {
        image: await failed,
        fetch: await isRefused(() => fetch('file:///etc/passwd')),
        outside: await isRefused(() => fetch('packbench://station/../../main/index.js')),
        save: await isRefused(() =>
          (window as unknown as { showSaveFilePicker(): Promise<unknown> }).showSaveFilePicker(),
        ),
      };
    });
    expect(read).toEqual({ image: true, fetch: true, outside: true, save: true });
    for (const [name, input] of [
      ['import.file', { name: '../../x.csv', path: '/etc/passwd' }],
      ['shipments.export', { filter: null, expected: null, file: '/tmp/x.csv' }],
      ['settings.save', { group: 'import', value: { folder: '/etc' } }],
      ['settings.save', { group: 'network', value: { caFile: '/etc/passwd' } }],
    ] as const) {
      expect(await call(name, input)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
  });

  it('adds no address and no secret: every call that brings one ends with No, and a provisioned proxy stays', async () => {
    const { app, page } = station;
    const stored = () => readFileSync(join(station.userDataDir, 'settings.json'), 'utf8');
    const before = stored();
    const evil = 'https://evil.example';
    const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' };
    const hook = { environment: 'sandbox', path: '/webhooks', headerName: 'X-Hook-Key' };
    const attempts: (readonly [string, unknown])[] = [
      ['environment.save', { environment: { ...sandbox, labelUrl: evil }, token: null }],
      ['environment.test', { environment: null, baseUrl: evil, labelUrl: null, token: 'data' }],
      ['settings.save', { group: 'webhooks', value: { enabled: true, host: '0.0.0.0' } }],
      ['printer.save', { printer: { name: 'P', connection: { kind: 'tcp', host: 'evil.example' } } }],
      ['webhook.save', { ...hook, value: 'known-to-the-page', otherValue: { kind: 'stays' } }],
      ['webhook.save', { ...hook, value: null, otherValue: { kind: 'new', value: 'known-to-the-page' } }],
    ];
    for (const [name, input] of attempts) {
      const answer = call(name, input);
      // No script of the page finds the question, or answers it.
      expect(await page.evaluate(() => window.open('', 'question') === null)).toBe(true);
      await answerQuestion(app, 'No');
      expect(await answer).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
    }
    const practice = { name: 'practice', kind: 'practice', baseUrl: evil };
    expect(await call('environment.save', { environment: practice, token: null })).toMatchObject({ ok: false });
    const webhook = { path: '/webhooks', header: { name: 'X-Hook-Key', value: 'known-to-the-page' } };
    const withSecret = { environment: { ...sandbox, webhook }, token: null };
    expect(await call('environment.save', withSecret)).toMatchObject({ failure: { code: 'invalid-input' } });
    expect(stored()).toBe(before);
    expect(before).toContain(secrets.headerValue);
  });

  it('prints nothing without a journal entry', async () => {
    const { app, page } = station;
    // The system's print dialog would print the page itself.
    expect(await page.evaluate(() => window.print())).toBeUndefined();
    expect(app.windows()).toHaveLength(1);
    await callStation(page, 'printer.test', { name: 'Practice printer' });
    const file = join(station.userDataDir, 'journal.csv');
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await callStation(page, 'journal.export', null);
    await expect.poll(async () => (await callStation(page, 'export.read', null))?.state).toBe('done');
    expect(readFileSync(file, 'utf8')).toContain('Print test label');
  });

  it('does not exhaust main: calls beyond the limits are refused at once, and the station answers others', async () => {
    const { app, page } = station;
    const flood = page.evaluate(async () => {
      const { call: ask } = (window as unknown as StationWindow).station;
      const codes: Record<string, number> = {};
      const huge = 'x'.repeat(30 * 1024 * 1024);
      const add = (answer: { ok: boolean; failure?: { message: { code: string } } }): void => {
        const code = answer.failure?.message.code ?? 'ok';
        codes[code] = (codes[code] ?? 0) + 1;
      };
      for (let round = 0; round < 5; round += 1) {
        const calls = Array.from({ length: 1_000 }, () => ask('station.read', null));
        calls.push(ask('scan.submit', huge), ask('import.file', { name: 'x', bytes: huge }));
        for (const answer of await Promise.all(calls)) add(answer);
      }
      return codes;
    });
    // Main's own timers go on.
    const longestPause = await app.evaluate(async () => {
      let longest = 0;
      let last = Date.now();
      for (let count = 0; count < 50; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        longest = Math.max(longest, Date.now() - last);
        last = Date.now();
      }
      return longest;
    });
    expect(longestPause).toBeLessThan(2_000);
    const codes = await flood;
    expect(Object.keys(codes).sort()).toEqual(['call.too-large', 'call.too-many', 'ok']);
    await expect.poll(async () => (await call('station.read', null)).ok).toBe(true);
  });
});

const opened = closedAfterEach();

interface Target {
  port: number;
  /** The protocol of each connection and each datagram. */
  arrived: string[];
  close(): Promise<void>;
}

/** A server on all addresses, TCP and UDP at the same port. */
async function listeningTarget(): Promise<Target> {
  const arrived: string[] = [];
  const server = createServer((socket) => {
    arrived.push('tcp');
    socket.on('error', () => {});
    socket.destroy();
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4', () => arrived.push('udp')).bind(port, '0.0.0.0');
  await once(datagrams, 'listening');
  const close = async (): Promise<void> => {
    server.close();
    datagrams.close();
  };
  return opened.keep({ port, arrived, close });
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

/** Sends a datagram by WebRTC from a window without the station's policies. */
async function sendFromOrdinaryWindow({ app }: LaunchedStation, port: number): Promise<void> {
  await app.evaluate(async ({ BrowserWindow }, given) => {
    const other = new BrowserWindow({ show: false, webPreferences: { partition: 'ordinary' } });
    await other.loadURL('data:text/html,<title>other</title>');
    await other.webContents.executeJavaScript(`
      new Promise(async (resolve) => {
        const iceServers = [{ urls: 'turn:127.0.0.1:${given}?transport=udp', username: 'a', credential: 'b' }];
        const connection = new RTCPeerConnection({ iceServers });
        connection.createDataChannel('data');
        connection.addEventListener('icecandidateerror', () => resolve(null));
        setTimeout(() => resolve(null), 3_000);
        await connection.setLocalDescription(await connection.createOffer());
      })`);
    other.destroy();
  }, port);
}
