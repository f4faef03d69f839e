import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type PracticeOptions, startPracticeService } from '../../../src/main/practice/practice-service.ts';

export const token = 'practice-token-1';
export const path = '/scheduled-service/api/v1';

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'practice-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A running practice service, closed with the test, and the calls of the document. */
export async function startPractice(options: Partial<PracticeOptions> = {}) {
  const service = await startPracticeService({
    folder: options.folder ?? (await newFolder()),
    token,
    slowMs: 5,
    webhookPauseMs: 1,
    ...options,
  });
  onTestFinished(() => service.close());
  return { ...service, ...callsOf(service.baseUrl) };
}
export type Practice = Awaited<ReturnType<typeof startPractice>>;

function callsOf(baseUrl: string) {
  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ajax = { ...json, 'x-requested-with': 'XMLHttpRequest' };
  const send = (method: string, to: string, headers: Record<string, string>, body?: unknown) =>
    fetch(`${baseUrl}${path}${to}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    preview: (body: unknown) => send('POST', '/requests/preview', json, body),
    create: (body: unknown) => send('POST', '/requests/sync', json, body),
    remove: (code: string, headers: Record<string, string> = ajax) =>
      send('DELETE', `/parcels/find/by-custom-code/${code}`, headers),
    scenario: (name: string, body: unknown, headers: Record<string, string> = ajax) =>
      send('POST', `/sandbox/scenarios/${name}`, headers, body),
    json,
    ajax,
    send,
  };
}

let made = 0;
/** A new custom code of twenty characters. */
export const newCode = (begin = 'TEST'): string => `${begin}${String(++made).padStart(20 - begin.length, '0')}`;

interface RequestParts {
  name?: string;
  address?: string;
  pickUp?: object;
  dropOff?: object;
  parcels?: object[];
}

export const orderRequest = ({
  name = 'Receiver',
  address = '12 Palm Street',
  pickUp,
  dropOff,
  parcels,
}: RequestParts = {}) => ({
  pick_up_address: { text: '18 Harbour Road, 70001', sender_name: 'Northline Supply', ...pickUp },
  drop_offs: [
    {
      address: { text: address, person_name: name, person_phone: '+971 500000000', ...dropOff },
      parcels: parcels ?? [{ unit: 'g', values: 900, custom_code: newCode() }],
    },
  ],
});

// biome-ignore lint/suspicious/noExplicitAny: answers are compared field by field with what the document says
export type Json = any;

/** Creates an order; returns its only shipment and the whole object. */
export async function createdShipment(practice: Practice, parts: RequestParts = {}): Promise<Json> {
  const answer = await practice.create(orderRequest(parts));
  if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${await answer.text()}`);
  const { object } = (await answer.json()) as Json;
  return { ...object.shipments[0], order: object };
}

export interface Heard {
  headers: IncomingHttpHeaders;
  body: Json;
}

/** A webhook endpoint that records its deliveries. `answer` gives the status by the number of the delivery, from 1. */
export async function webhookEndpoint(answer: (delivery: number) => number = () => 200, location?: string) {
  const heard: Heard[] = [];
  const waiting: { enough: () => boolean; go: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
      response.writeHead(answer(heard.length), location ? { location } : {}).end();
      for (const wish of waiting) if (wish.enough()) wish.go();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    heard,
    events: () => heard.map(({ body }) => body.event as string),
    webhook: {
      url: `http://127.0.0.1:${address.port}/hooks/${randomUUID()}`,
      header: { name: 'X-Hook-Key', value: 'bench-7' },
    },
    /** Resolves once that many deliveries arrived. */
    until: (count: number) =>
      new Promise<void>((go) => {
        const enough = () => heard.length >= count;
        if (enough()) go();
        else waiting.push({ enough, go });
      }),
  };
}
