import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchedStation } from './launch.ts';

/** What Chromium's network log noted. */
export interface NetworkRecord {
  /** The kinds of events that send something, or look a name up at a server, on the network or in a file. */
  sent: string[];
  /** Host names given to Chromium's resolver. */
  names: string[];
}

/** Events with which something leaves the program, or a name is looked up (Chromium, net/log/net_log_event_type_list.h). */
const sending =
  /^(?:UDP_BYTES_SENT|SOCKET_BYTES_SENT|TCP_CONNECT|SSL_CONNECT|DNS_|HOST_RESOLVER_(?:DNS_TASK|SYSTEM_TASK|MANAGER_(?:JOB|CREATE_JOB)))/;

interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number; params?: { host?: string } }[];
}

/** Records what Chromium's network does, for all windows, until the station closes. Reading gives all since the beginning. */
export async function recordNetwork({
  app,
  userDataDir,
}: LaunchedStation): Promise<{ read(): Promise<NetworkRecord> }> {
  const sent = new Set<string>();
  const names = new Set<string>();
  let files = 0;
  const start = async (): Promise<void> => {
    files += 1;
    await app.evaluate(async ({ BrowserWindow }, file) => {
      const { session } = (BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow).webContents;
      await session.netLog.startLogging(file, { captureMode: 'everything' });
    }, file());
  };
  const file = (): string => join(userDataDir, `network-${files}.json`);
  await start();
  return {
    async read() {
      await app.evaluate(async ({ BrowserWindow }) => {
        const { session } = (BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow).webContents;
        await session.netLog.stopLogging();
      });
      const { constants, events } = JSON.parse(readFileSync(file(), 'utf8')) as NetLog;
      await start();
      const kinds = new Map(Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]));
      for (const { type, params } of events) {
        const kind = kinds.get(type) ?? '';
        if (sending.test(kind)) sent.add(kind);
        const host = kind === 'HOST_RESOLVER_MANAGER_REQUEST' ? params?.host : undefined;
        if (host) names.add(host.replace(/^\w+:\/\/|:\d+$/g, '').toLowerCase());
      }
      return { sent: [...sent].sort(), names: [...names].sort() };
    },
  };
}

interface Attempts {
  addresses: string[];
  port: number;
}

/** Runs in the page: tries every way to the network, by address and by name. Lookups in advance come last. */
export async function tryNetwork({ addresses, port }: Attempts): Promise<void> {
  const attempt = (action: () => unknown): void => {
    try {
      void Promise.resolve(action()).catch(() => {});
    } catch {
      // Refused at once.
    }
  };
  const append = (name: string, properties: object, parent = document.body): HTMLElement => {
    const element = Object.assign(document.createElement(name), properties);
    parent.append(element);
    return element;
  };
  /** Interfaces that TypeScript does not know. */
  const platform = window as unknown as Record<string, new (...given: unknown[]) => Record<string, () => unknown>>;
  const origins = addresses.map((address) => `http://${address}:${port}`);
  for (const origin of [...origins, 'http://canary.example', 'https://canary.example']) {
    attempt(() => fetch(origin, { mode: 'no-cors' }));
    attempt(() => navigator.sendBeacon(origin, 'data'));
    attempt(() => new WebSocket(origin.replace('http', 'ws')));
    attempt(() => new EventSource(origin));
    attempt(() => {
      const request = new XMLHttpRequest();
      request.open('GET', origin);
      request.send();
    });
    attempt(() => new (platform.WebTransport as (typeof platform)[string])(origin.replace(/^http:/, 'https:')));
    attempt(() => new FontFace('canary', `url(${origin}/font)`).load());
    attempt(() => import(`${origin}/script.js`));
    attempt(() => new Worker(origin));
    for (const rel of ['prefetch', 'preload', 'modulepreload', 'prerender', 'stylesheet', 'icon', 'manifest']) {
      append('link', { rel, as: 'image', href: `${origin}/${rel}` });
    }
    for (const name of ['img', 'script', 'iframe', 'video', 'audio', 'embed', 'frame']) append(name, { src: origin });
    append('input', { type: 'image', src: origin });
    append('object', { data: origin });
    append('iframe', { srcdoc: `<img src="${origin}/frame"><link rel="preconnect" href="${origin}">` });
    append('div', { style: `background: url(${origin}/background)` });
    append('div', {}).style.backgroundImage = `url(${origin}/image)`;
    append('div', { innerHTML: `<svg><image href="${origin}/svg"/><use href="${origin}/svg#a"/></svg>` });
    attempt(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`body { cursor: url(${origin}/cursor), auto }`);
      document.adoptedStyleSheets.push(sheet);
    });
    const rules = { prefetch: [{ source: 'list', urls: [origin] }], prerender: [{ source: 'list', urls: [origin] }] };
    append('script', { type: 'speculationrules', textContent: JSON.stringify(rules) });
    attempt(() => navigator.credentials.get({ publicKey: { challenge: new Uint8Array(9), rpId: 'canary.example' } }));
    const identity = { providers: [{ configURL: `${origin}/identity.json`, clientId: '1' }] };
    attempt(() => navigator.credentials.get({ identity } as CredentialRequestOptions));
    attempt(() => new (platform.PresentationRequest as (typeof platform)[string])(origin).start?.());
    attempt(() => (append('form', { action: origin, method: 'post' }) as HTMLFormElement).submit());
    attempt(() => append('a', { href: origin, ping: origin }).click());
    attempt(() => window.open(origin));
    attempt(() => window.location.assign(origin));
  }
  const servers = [...addresses, 'canary.example'].flatMap((host) =>
    ['udp', 'tcp'].map((transport) => `turn:${host}:${port}?transport=${transport}`),
  );
  const connection = new RTCPeerConnection({
    iceServers: [{ urls: servers, username: 'a', credential: 'b' }, { urls: 'stun:stun.canary.example:3478' }],
  });
  const gathered = new Promise<void>((resolve) => {
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') resolve();
    });
  });
  connection.createDataChannel('data');
  const offer = await connection.createOffer();
  await connection.setLocalDescription(offer);
  const other = new RTCPeerConnection();
  await other.setRemoteDescription(offer);
  await other.setLocalDescription(await other.createAnswer());
  await connection.setRemoteDescription(other.localDescription as RTCSessionDescription);
  // Names that the other side gives: ".local" ones are asked for by multicast.
  for (const host of ['peer.canary.example', 'canary.local']) {
    const candidate = `candidate:1 1 udp 2122260223 ${host} ${port} typ host`;
    await connection.addIceCandidate({ candidate, sdpMid: '0' }).catch(() => {});
  }
  await gathered;
  append('meta', { httpEquiv: 'x-dns-prefetch-control', content: 'on' }, document.head);
  for (const rel of ['preconnect', 'dns-prefetch']) append('link', { rel, href: 'https://early.canary.example' });
  await new Promise((resolve) => setTimeout(resolve));
  connection.close();
  other.close();
}
