import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSocketClient } from '../../../src/main/service/connection.ts';
import { type ClientConnection, createKeptConnections, keptMs } from '../../../src/main/service/kept-connections.ts';

const origin = 'http://127.0.0.1';
let server: Server;
let now = 0;

beforeEach(async () => {
  now = Date.parse('2026-11-23T08:00:00Z');
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => void server.close());

async function opened(): Promise<ClientConnection> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  const socket = connect(address.port, '127.0.0.1');
  await once(socket, 'connect');
  return { origin, socket, client: createSocketClient(socket, origin), addressClass: 'loopback' };
}

describe('kept connections', () => {
  it('go to one request at a time, for their own origin', async () => {
    const kept = createKeptConnections(() => now);
    const connection = await opened();
    kept.keep(connection);
    expect(kept.take('http://127.0.0.2')).toBeNull();
    expect(kept.take(origin)).toBe(connection);
    expect(kept.take(origin)).toBeNull();
    connection.socket.destroy();
  });

  it('are not used after a sleep, though the timer stood still', async () => {
    const kept = createKeptConnections(() => now);
    const connection = await opened();
    kept.keep(connection);
    now += keptMs;
    expect(kept.take(origin)).toBeNull();
    expect(connection.socket.destroyed).toBe(true);
  });

  it('are not used after the clock was set back', async () => {
    const kept = createKeptConnections(() => now);
    kept.keep(await opened());
    now -= 60_000;
    expect(kept.take(origin)).toBeNull();
  });

  it('are at most four; the fifth is closed', async () => {
    const kept = createKeptConnections(() => now);
    const connections = await Promise.all(Array.from({ length: 5 }, opened));
    for (const connection of connections) kept.keep(connection);
    expect(connections.map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false, true]);
    kept.close();
    expect(connections.every(({ socket }) => socket.destroyed)).toBe(true);
  });

  it('are closed when the environment is closed, also those that come back later', async () => {
    const kept = createKeptConnections(() => now);
    const connection = await opened();
    kept.close();
    kept.keep(connection);
    expect(connection.socket.destroyed).toBe(true);
    expect(kept.has(origin)).toBe(false);
  });
});
