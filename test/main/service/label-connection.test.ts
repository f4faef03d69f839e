import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createDeliveryService } from '../../../src/main/service/delivery-service.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { orderRequest, recorded, token } from './client-fixture.ts';

const opened = closedAfterEach();
const zpl = '^XA^FO50,50^FDHello^FS^XZ';

/** An HTTP server on loopback, and the connections that it was given. */
async function startServer(answer: RequestListener): Promise<{ url: string; connections: Socket[] }> {
  const server = createServer(answer);
  const connections: Socket[] = [];
  server.on('connection', (socket) => connections.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  opened.keep({
    async close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections };
}

/** A service that answers an order once the test says so, a label host, and their client. */
async function startOrdering() {
  let answerOrder = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answerOrder = resolve;
  });
  const service = await startServer(async (_request, response) => {
    await asked;
    response.setHeader('Content-Type', 'application/json').end(recorded('create'));
  });
  const labelRequests: Socket[] = [];
  const labels = await startServer((request, response) => {
    labelRequests.push(request.socket);
    response.end(zpl);
  });
  const client = createDeliveryService({ baseUrl: service.url, labelUrl: labels.url, token });
  opened.keep(client);
  return { client, service, labels, labelRequests, answerOrder };
}

it('label download: its connection is open before the order is answered, and all labels of the order come over it', async () => {
  const { client, service, labels, labelRequests, answerOrder } = await startOrdering();
  const creation = client.create(orderRequest);
  await expect.poll(() => [service.connections.length, labels.connections.length]).toEqual([1, 1]);
  expect(labelRequests).toEqual([]);
  answerOrder();
  expect(await creation).toMatchObject({ kind: 'answered' });
  for (const number of [1, 2, 3]) {
    const answer = await client.downloadLabel(`${labels.url}/labels/${number}.zpl`);
    expect(answer).toMatchObject({ kind: 'answered', value: { bytes: Buffer.from(zpl) } });
  }
  expect(labels.connections).toHaveLength(1);
  expect(labelRequests).toEqual(Array(3).fill(labels.connections[0]));
});

it('label download: the connection of one order serves the next one, whose own creation has a fresh one', async () => {
  const { client, service, labels, answerOrder } = await startOrdering();
  const first = client.create(orderRequest);
  await expect.poll(() => labels.connections.length).toBe(1);
  answerOrder();
  await first;
  await client.downloadLabel(`${labels.url}/labels/1.zpl`);
  await client.create(orderRequest);
  await client.downloadLabel(`${labels.url}/labels/2.zpl`);
  expect([service.connections.length, labels.connections.length]).toEqual([2, 1]);
});

it('label download: a connection that the label host closed meanwhile is replaced', async () => {
  const { client, labels, labelRequests, answerOrder } = await startOrdering();
  const creation = client.create(orderRequest);
  await expect.poll(() => labels.connections.length).toBe(1);
  labels.connections[0]?.destroy();
  answerOrder();
  await creation;
  expect(await client.downloadLabel(`${labels.url}/labels/1.zpl`)).toMatchObject({ kind: 'answered' });
  expect(labels.connections).toHaveLength(2);
  expect(labelRequests).toEqual([labels.connections[1]]);
});
