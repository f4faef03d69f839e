import { createServer } from 'node:http';
import type { PracticeBehaviour } from '../../src/shared/settings/practice-behaviour.ts';
import { isJsonObject, parseJson } from '../../src/shared/values/json.ts';
import { at } from './observed-form.ts';

/** Most events, and bytes of one, that are kept. */
const maxEvents = 500;
const maxBytes = 256 * 1024;

/** Collects webhook events while a check runs. */
export interface EventCollector {
  readonly bodies: readonly string[];
  /** Resolves when `enough` holds for the bodies so far, or after so many seconds. */
  waitFor(enough: (bodies: readonly string[]) => boolean, seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Listens for webhook deliveries; those without the header are answered 401 and not kept. */
export async function collectEvents(
  host: string,
  port: number,
  header: { name: string; value: string } | null,
): Promise<EventCollector & { port: number }> {
  const bodies: string[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    if (header !== null && request.headers[header.name.toLowerCase()] !== header.value) {
      response.writeHead(401).end();
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      if (bodies.length < maxEvents && request.method === 'POST') bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200).end();
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    bodies,
    port: typeof address === 'object' && address !== null ? address.port : port,
    waitFor: (enough, seconds) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve();
        };
        const check = (): void => {
          if (enough(bodies)) end();
        };
        const timer = setTimeout(end, seconds * 1000);
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type EventPoint = 'eventTime' | 'eventIdentifiers' | 'eventData' | 'eventDelivery' | 'deletedEvent';

/** Each identifier of the document, with where an event may carry it. */
const identifierPaths: Readonly<Record<Exclude<PracticeBehaviour['eventIdentifiers'], 'all'>, readonly string[][]>> = {
  'tracking-code': [['tracking_code']],
  'drop-off-shipment': [['drop_off_shipment']],
  'drop-off-shipment-id': [['drop_off_shipment_id']],
  'pick-up-shipment': [['pick_up_shipment']],
  'shipment-order-id': [['shipment_order_id']],
  'shipment-order-unique-id': [['shipment_order_unique_id']],
  'order-unique-id': [['order', 'unique_id'], ['order_unique_id']],
  'custom-code': [['custom_code'], ['custom_codes']],
  'pick-up-code': [['pick_up_code'], ['pickup_codes']],
};

/** What the collected events show. A point that no event shows is left out. */
export function observedEvents(bodies: readonly string[]): Partial<Pick<PracticeBehaviour, EventPoint>> {
  const events = bodies.flatMap((body) => {
    const event = readEvent(body);
    return event?.name.startsWith('same.shipment.') ? [event] : [];
  });
  const first = events.find(({ name }) => name !== 'same.shipment.deleted');
  if (!first) return {};
  const deleted = events.filter(({ name }) => name === 'same.shipment.deleted');
  return {
    eventTime: timeOf(first.data),
    eventIdentifiers: identifiersOf(first.data),
    eventData: first.form,
    eventDelivery: new Set(events.map(({ body }) => body)).size < events.length ? 'twice' : 'once',
    ...(deleted[0] && { deletedEvent: deletedEventOf(deleted[0].data) }),
  };
}

function readEvent(body: string) {
  const envelope = parseJson(body);
  const name = at(envelope, 'event');
  if (typeof name !== 'string') return null;
  const given = at(envelope, 'data');
  const isText = typeof given === 'string';
  const read = isText ? parseJson(given) : given;
  const data = Array.isArray(read) ? read[0] : read;
  const form: PracticeBehaviour['eventData'] = isText ? 'json-text' : Array.isArray(read) ? 'list-of-one' : 'object';
  return { body, name, data, form };
}

function timeOf(data: unknown): PracticeBehaviour['eventTime'] {
  const time = at(data, 'trigger_datetime');
  if (typeof time === 'number') return time > 100_000_000_000 ? 'epoch-milliseconds' : 'epoch-seconds';
  if (typeof time !== 'string') return 'none';
  return /(Z|[+-]\d{2}:?\d{2})$/i.test(time) ? 'with-offset' : 'without-offset';
}

function identifiersOf(data: unknown): PracticeBehaviour['eventIdentifiers'] {
  const found = Object.entries(identifierPaths).filter(([, paths]) =>
    paths.some((path) => at(data, ...path) !== undefined && at(data, ...path) !== null),
  );
  return found.length === 1 && found[0] ? (found[0][0] as PracticeBehaviour['eventIdentifiers']) : 'all';
}

function deletedEventOf(data: unknown): PracticeBehaviour['deletedEvent'] {
  if (!isJsonObject(data)) return 'with-last-parcel';
  if (typeof data.custom_code === 'string') return 'each-custom-code';
  return typeof data.pick_up_code === 'string' ? 'each-pick-up-code' : 'with-last-parcel';
}
