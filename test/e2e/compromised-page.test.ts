import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stationCalls } from '../../src/shared/contract/station-contract.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { type LaunchedStation, launchProvisioned } from './launch.ts';
import { answerQuestion, callStation } from './page-actions.ts';

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

  it('reaches no network: no packet arrives by any interface of the web platform', async () => {
    const target = await listeningTarget();
    const addresses = ['127.0.0.1', ...ownAddresses()];
    await station.page.evaluate(tryNetwork, { addresses, port: target.port });
    await station.app.evaluate(async ({ BrowserWindow }) => {
      const { session } = (BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow).webContents;
      await session.closeAllConnections();
    });
    expect(target.arrived).toEqual([]);
    // Datagrams of an ordinary window arrive, so that the target would have noticed those of the page.
    await sendFromOrdinaryWindow(station, target.port);
    await expect.poll(() => target.arrived.includes('udp')).toBe(true);
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

  it('adds no address: every call that brings one ends with No, and a provisioned proxy stays', async () => {
    const { app, page } = station;
    const before = (await callStation(page, 'station.read', null)).settings;
    const evil = 'https://evil.example';
    const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' };
    const attempts: (readonly [string, unknown])[] = [
      ['environment.save', { environment: { ...sandbox, labelUrl: evil }, token: null }],
      ['environment.test', { environment: null, baseUrl: evil, labelUrl: null, token: 'data' }],
      ['settings.save', { group: 'webhooks', value: { enabled: true, host: '0.0.0.0' } }],
      ['printer.save', { printer: { name: 'P', connection: { kind: 'tcp', host: 'evil.example' } } }],
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
    expect((await callStation(page, 'station.read', null)).settings).toEqual(before);
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

/** Runs in the page: tries every way to the network, and waits until WebRTC has ended. */
async function tryNetwork({ addresses, port }: { addresses: string[]; port: number }): Promise<void> {
  const attempt = (action: () => unknown): void => {
    try {
      void Promise.resolve(action()).catch(() => {});
    } catch {
      // Refused at once.
    }
  };
  const append = (name: string, properties: object): HTMLElement => {
    const element = Object.assign(document.createElement(name), properties);
    document.body.append(element);
    return element;
  };
  for (const origin of [...addresses.map((address) => `http://${address}:${port}`), 'http://canary.example']) {
    attempt(() => fetch(origin, { mode: 'no-cors' }));
    attempt(() => navigator.sendBeacon(origin, 'data'));
    attempt(() => new WebSocket(origin.replace('http', 'ws')));
    attempt(() => new EventSource(origin));
    attempt(() => {
      const request = new XMLHttpRequest();
      request.open('GET', origin);
      request.send();
    });
    attempt(
      () =>
        new (window as unknown as { WebTransport: new (url: string) => unknown }).WebTransport(
          origin.replace('http', 'https'),
        ),
    );
    attempt(() => new FontFace('canary', `url(${origin}/font)`).load());
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'preload', 'modulepreload', 'stylesheet', 'icon']) {
      append('link', { rel, as: 'image', href: `${origin}/${rel}` });
    }
    for (const name of ['img', 'script', 'iframe', 'video', 'audio', 'embed']) append(name, { src: origin });
    append('object', { data: origin });
    append('iframe', { srcdoc: `<img src="${origin}/frame"><link rel="preconnect" href="${origin}">` });
    append('div', { style: `background: url(${origin}/background)` });
    attempt(() => (append('form', { action: origin, method: 'post' }) as HTMLFormElement).submit());
    attempt(() => append('a', { href: origin, ping: origin }).click());
    attempt(() => window.open(origin));
    attempt(() => window.location.assign(origin));
  }
  const urls = addresses.flatMap((address) => [
    `turn:${address}:${port}?transport=udp`,
    `turn:${address}:${port}?transport=tcp`,
  ]);
  const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'a', credential: 'b' }] });
  const gathered = new Promise<void>((resolve) => {
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') resolve();
    });
  });
  connection.createDataChannel('data');
  await connection.setLocalDescription(await connection.createOffer());
  await gathered;
  connection.close();
}

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
