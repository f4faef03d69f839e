import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { assertNever } from '../../../shared/failure.ts';
import { page, refusalWords, trouble } from '../answers/envelope.ts';
import type { Misbehaviour } from '../sentinels.ts';

/** The answer that would have been given. */
export interface HonestAnswer {
  status: number;
  body: unknown;
}

export interface StageDirections {
  /** Where a redirect leads: another origin than the asked one, and ours all the same. */
  otherOrigin: string;
  /** How late a slow answer is, in milliseconds. */
  slowMs: number;
  /** Ends every waiting. */
  closing: AbortSignal;
}

const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';

/** Spoils an answer. Resolves when the reply was sent, or is held for good. */
export async function misbehave(
  reply: FastifyReply,
  how: Misbehaviour,
  honest: HonestAnswer,
  directions: StageDirections,
): Promise<FastifyReply> {
  const send = (status: number, type: string, body: unknown) => reply.code(status).type(type).send(body);
  switch (how.kind) {
    case 'refuse': {
      reply.headers(how.headers ?? {});
      const words = refusalWords[how.status] ?? 'Bad gateway';
      return how.as === 'page'
        ? send(how.status, html, page(words))
        : send(how.status, json, trouble(how.status, words));
    }
    case 'silence':
      return hold(reply);
    case 'drop':
      return drop(reply);
    case 'slow':
      return (await isWorthWaiting(directions)) ? send(honest.status, json, honest.body) : drop(reply);
    case 'not json':
      return send(honest.status, json, 'OK: your request was taken');
    case 'cut off':
      return cutOff(reply, honest.status, json, Buffer.from(JSON.stringify(honest.body)));
    case 'empty':
      return reply.code(honest.status).send();
    case 'not success':
      return send(200, json, trouble(200, 'The request was not taken.'));
    case 'page':
      return send(200, html, page('Sign in to the guest network'));
    case 'redirect':
      return reply.code(302).header('location', `${directions.otherOrigin}/elsewhere`).send();
    case 'missing fields':
      return send(honest.status, json, withoutFields(honest.body));
    case 'wrong types':
      return send(honest.status, json, numbersAsText(honest.body));
    case 'reordered':
      return send(honest.status, json, parcelsReversed(honest.body));
    case 'charged more':
      return send(honest.status, json, chargedMore(honest.body));
    case 'too large':
      return send(honest.status, json, Readable.from(endlessPadding()));
    default:
      return assertNever(how);
  }
}

/** Waits as long as a slow answer takes; false when the service ends first. */
export const isWorthWaiting = ({ slowMs, closing }: StageDirections): Promise<boolean> =>
  wait(slowMs, true, { signal: closing }).catch(() => false);

/** Never answers; the socket ends when its client gives up, after two idle minutes, or with the service. */
export function hold(reply: FastifyReply): FastifyReply {
  reply.hijack();
  return reply;
}

export function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Promises the whole body, sends half of it and ends the connection. */
export function cutOff(reply: FastifyReply, status: number, type: string, body: Buffer): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, { 'content-type': type, 'content-length': body.length });
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy());
  return reply;
}

function* endlessPadding(): Iterable<string> {
  const block = ' '.repeat(64_000);
  yield '{"status":"success",';
  for (let sent = 0; sent < 1000; sent += 1) yield block;
  yield '"code":200,"message":"","object":{}}';
}

/** Rebuilds a JSON value, each object through `change`, from the inside out. */
function rebuilt(value: unknown, change: (entries: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => [name, rebuilt(item, change)]);
  return Object.fromEntries(change(entries));
}

const leftOut = new Set([
  'unique_id',
  'pick_up_code',
  'pick_up_label_urls',
  'label',
  'price_with_tax',
  'total_tax',
  'time_slot',
]);

const withoutFields = (value: unknown) => rebuilt(value, (entries) => entries.filter(([name]) => !leftOut.has(name)));

const numbersAsText = (value: unknown) =>
  rebuilt(value, (entries) => entries.map(([name, item]) => [name, typeof item === 'number' ? String(item) : item]));

const parcelsReversed = (value: unknown) =>
  rebuilt(value, (entries) =>
    entries.map(([name, item]) => [name, name === 'parcels' && Array.isArray(item) ? item.toReversed() : item]),
  );

/** On top of what is charged for a shipment: price, tax and price with tax. A quote holds no shipment and stays as it is. */
const onTop: Readonly<Record<string, number>> = { total_price: 10, total_tax: 0.5, price_with_tax: 10.5 };

const chargedMore = (value: unknown) =>
  rebuilt(value, (entries) => {
    if (!entries.some(([name]) => name === 'shipment_order_id')) return entries;
    return entries.map(([name, item]) => {
      const more = onTop[name];
      return [name, typeof item === 'number' && more !== undefined ? hundredths(item + more) : item];
    });
  });

const hundredths = (price: number): number => Math.round(price * 100) / 100;
