import { describe, expect, it } from 'vitest';
import { hostileRequests } from './hostile-requests.ts';
import { delivered, listening, listeningStation, openConnection, post } from './webhook-fixtures.ts';

/** The status of the first answer to these bytes; null without one. */
async function statusOf(port: number, bytes: string | Uint8Array): Promise<number | null> {
  const { socket, end } = openConnection(port);
  socket.write(bytes);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(await end)?.[1];
  return status === undefined ? null : Number(status);
}

describe('hostile webhook requests', () => {
  it.each(hostileRequests)('$name: is answered, and the listener takes the next event', async (request) => {
    const { port, url, taken } = await listening();
    expect(await statusOf(port, request.bytes)).toBe(request.status);
    expect(taken).toHaveLength(request.stored ?? 0);
    expect((await post(url, delivered)).status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('that are events are stored by a station, which then shows the next one', async () => {
    const { station, port, url } = await listeningStation();
    for (const { bytes } of hostileRequests.filter(({ stored }) => stored)) await statusOf(port, bytes);
    expect((await post(url, delivered.replace('D1', 'D2'))).status).toBe(200);
    const { deliveries } = await station.call('webhooks.read', null);
    expect(deliveries[0]).toMatchObject({ event: 'same.shipment.delivered', answer: 'stored' });
    expect(station.bugs).toEqual([]);
  });
});
