import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { StoreDelivery, WebhookDelivery } from '../../../src/main/core/ports/webhook.ts';
import type { EnvironmentSource } from '../../../src/main/webhook/source-finder.ts';
import { type AnsweredRequest, startWebhookListener } from '../../../src/main/webhook/webhook-listener.ts';
import type { ListenerLimits } from '../../../src/main/webhook/webhook-server.ts';
import { freePort } from '../../helpers/free-port.ts';
import { type StationInNode, type StationInNodeOptions, startStationInNode } from '../../helpers/station-in-node.ts';
import { header, path } from './listener-address.ts';

export const sandbox: EnvironmentSource = { environment: 'sandbox', source: { path, header } };

export interface Taken extends WebhookDelivery {
  environment: string;
}

interface Options {
  sources?: readonly EnvironmentSource[];
  limits?: Partial<ListenerLimits>;
  take?: StoreDelivery;
  /** The address to listen on; 127.0.0.1 without it. */
  host?: string;
}

/** A listener on a free port of this computer, closed after the test, that records what it accepted and answered. */
export async function listening({ sources = [sandbox], limits = {}, take, host = '127.0.0.1' }: Options = {}) {
  const taken: Taken[] = [];
  const answered: AnsweredRequest[] = [];
  const notStored: unknown[] = [];
  const waiting = new Set<() => void>();
  const started = await startWebhookListener({
    ...{ host, port: 0, sources, limits, clock: { now: Date.now } },
    async take(environment, delivery) {
      const outcome = take ? await take(environment, delivery) : 'stored';
      taken.push({ environment, ...delivery });
      return outcome;
    },
    withoutToken: async (_environment, raw) => raw,
    onAnswered(one) {
      answered.push(one);
      for (const look of waiting) look();
    },
    onNotStored: (_environment, why) => notStored.push(why),
  });
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  const listener = started.value;
  onTestFinished(() => listener.close());
  return {
    listener,
    port: listener.port,
    url: `http://127.0.0.1:${listener.port}${path}`,
    taken,
    answered,
    notStored,
    /** Resolves once that many requests were answered. */
    untilAnswered: (count: number) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (answered.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

export const delivered = JSON.stringify({
  event: 'same.shipment.delivered',
  data: { tracking_code: 'D1', trigger_datetime: '2026-03-10T10:30:00.000+04:00' },
});

/** Posts with the right header, unless another one is given. */
export function post(url: string, body: BodyInit = delivered, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { [header.name]: header.value, ...headers }, body });
}

/** Opens a connection for raw bytes; `end` resolves with everything received once it ended. */
export function openConnection(port: number): { socket: Socket; end: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
  const heard = (): string => Buffer.concat(chunks).toString('latin1');
  const end = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(heard())).once('close', () => resolve(heard()));
  });
  return { socket, end };
}

/** The head of a POST, as bytes, with the right header unless another one is given; lines are added as they are. */
export const head = (lines: readonly string[], key: string | null = header.value, to = path): string =>
  [`POST ${to} HTTP/1.1`, 'Host: station', ...(key === null ? [] : [`${header.name}: ${key}`]), ...lines, '', ''].join(
    '\r\n',
  );

export const environmentOf = (name: string, extra: object = {}) => ({
  name,
  kind: 'sandbox',
  // No service is running: only webhooks matter here.
  ...{ baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' },
  webhook: { path, header: { ...header, ...extra } },
});

/** A station with a sandbox that listens for its events; closed with the test. */
export async function listeningStation(
  settings: Record<string, unknown> = {},
  options: StationInNodeOptions = {},
): Promise<{ station: StationInNode; port: number; url: string }> {
  const port = await freePort();
  const station = await startStationInNode({
    ...options,
    settings: {
      environments: [environmentOf('sandbox')],
      activeEnvironment: 'sandbox',
      webhooks: { enabled: true, port },
      ...settings,
    },
  });
  onTestFinished(() => station.close());
  await station.until('webhooks.read', null, ({ listening }) => listening.kind !== 'off');
  return { station, port, url: `http://127.0.0.1:${port}${path}` };
}
