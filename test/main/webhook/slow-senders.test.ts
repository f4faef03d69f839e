import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenerLimits, networkOf } from '../../../src/main/webhook/webhook-server.ts';
import { path } from './listener-address.ts';
import { delivered, head, listening, openConnection, post } from './webhook-fixtures.ts';

const shortLimits = { headersMs: 200, requestMs: 400, checkMs: 50 };

/** Writes one byte after another until the connection ends. */
function trickle(socket: Socket, bytes: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at === bytes.length) return clearInterval(timer);
    socket.write(bytes[at++] ?? '');
  }, 20);
  socket.once('close', () => clearInterval(timer));
}

/** Delays deliveries until it is opened, and reports when that many have arrived. */
function heldDoor(count: number) {
  let open = (): void => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  let reach = (): void => {};
  const isReached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  let came = 0;
  const take = async () => {
    came += 1;
    if (came === count) reach();
    await isOpen;
    return 'stored' as const;
  };
  return { take, open, isReached };
}

/** An open connection, closed with the test. */
const openSocket = (port: number, host = '127.0.0.1'): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket))
      .once('error', reject)
      .on('error', () => {});
    onTestFinished(() => void socket.destroy());
  });

const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve()).resume();
  });

describe('webhook listener: a slow sender', () => {
  it('that sends its headers slowly is cut off, and others are served meanwhile', async () => {
    const { port, url, answered } = await listening({ limits: shortLimits });
    const { socket, end } = openConnection(port);
    trickle(socket, head([`X-Long: ${'x'.repeat(1000)}`]));
    expect((await post(url)).status).toBe(200);
    expect(await end).toMatch(/^HTTP\/1\.1 408 /);
    // On a busy computer the other sender may be answered later.
    expect(answered.map(({ answer }) => answer).sort()).toEqual(['stored', 'too slow']);
  });

  it('that sends its body slowly is cut off, and nothing of it is stored', async () => {
    const { port, taken, answered } = await listening({ limits: shortLimits });
    const { socket, end } = openConnection(port);
    socket.write(head(['Content-Length: 100000']));
    trickle(socket, 'x'.repeat(1000));
    expect(await end).toMatch(/^HTTP\/1\.1 408 /);
    expect(taken).toEqual([]);
    expect(answered.map(({ answer }) => answer)).toEqual(['too slow']);
  });

  it('that opens a connection and sends nothing is cut off', async () => {
    const { port, answered } = await listening({ limits: shortLimits });
    expect(await openConnection(port).end).toMatch(/^(HTTP\/1\.1 408 .*)?$/s);
    expect(answered).toEqual([]);
  });

  it('that ends its side in the middle of the body is dropped, and nothing of it is stored', async () => {
    const { port, url, taken } = await listening({ limits: shortLimits });
    const { socket, end } = openConnection(port);
    socket.end(head(['Content-Length: 100000']) + delivered);
    expect(await end).not.toContain(' 200 ');
    expect((await post(url)).status).toBe(200);
    expect(taken).toHaveLength(1);
  });

  it('that disconnects in the middle of the body leaves room for others', async () => {
    const { port, url, taken } = await listening({ limits: { ...shortLimits, maxInProgress: 1 } });
    const { socket } = openConnection(port);
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(head(['Content-Length: 100000']), () => socket.resetAndDestroy());
    await gone;
    const until = async (): Promise<void> => ((await post(url)).status === 200 ? undefined : until());
    await until();
    expect(taken).toHaveLength(1);
  });

  it('that stays connected after its answer is disconnected', async () => {
    const { port } = await listening({ limits: { ...shortLimits, keepAliveMs: 100 } });
    const { socket, end } = openConnection(port);
    socket.write(`${head([`Content-Length: ${delivered.length}`])}${delivered}`);
    expect(await end).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('webhook listener: many senders', () => {
  it('cannot lock the service out with 400 connections on which they send nothing, or begin a request', async () => {
    const { port, url, taken } = await listening({ limits: { headersMs: 60_000 } });
    const idle: Socket[] = [];
    for (let index = 0; index < 400; index += 1) {
      const socket = await openSocket(port);
      if (index % 2 === 0) socket.write(`POST ${path} HTTP/1.1\r\nX-Slow: `);
      idle.push(socket.resume());
      if (index % 50 === 49) expect((await post(url)).status).toBe(200);
    }
    expect((await Promise.all(Array.from({ length: 20 }, () => post(url)))).map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, () => 200),
    );
    expect(taken).toHaveLength(28);
    const open = idle.filter(({ closed }) => !closed).length;
    expect(open).toBeLessThanOrEqual(256);
  });

  it('have few connections each that wait for a header, however many others have', async () => {
    const limits = { waitingOnAddress: 2, waitingMs: 0, headersMs: 60_000 };
    const { port, url, answered, untilAnswered } = await listening({ limits, host: '::' });
    const other = await openSocket(port, '::1');
    const own = [await openSocket(port), await openSocket(port), await openSocket(port), await openSocket(port)];
    await Promise.all(own.slice(0, 2).map(untilClosed));
    await untilAnswered(2);
    expect(answered.map(({ answer }) => answer)).toEqual(['too many at once', 'too many at once']);
    expect([other, ...own.slice(2)].map(({ closed }) => closed)).toEqual([false, false, false]);
    expect((await post(url)).status).toBe(200);
  });

  it('keep the connections on which they showed the header; then the newest is dropped', async () => {
    const limits = { connections: 3, waitingOnAddress: 1, waitingMs: 0, headersMs: 60_000, keepAliveMs: 60_000 };
    const { port, answered, untilAnswered } = await listening({ limits });
    const shown: Socket[] = [];
    for (let index = 0; index < 3; index += 1) {
      const socket = await openSocket(port);
      socket.write(`${head([`Content-Length: ${delivered.length}`])}${delivered}`);
      await untilAnswered(index + 1);
      shown.push(socket);
    }
    await untilClosed(await openSocket(port));
    await untilAnswered(4);
    expect(answered[3]?.answer).toBe('too many at once');
    expect(shown.map(({ closed }) => closed)).toEqual([false, false, false]);
  });

  it('are disconnected after an answer to a request without the header', async () => {
    const { port } = await listening({ limits: { keepAliveMs: 60_000 } });
    const { socket, end } = openConnection(port);
    socket.write(head(['Content-Length: 0'], null));
    expect(await end).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('are asked to retry while too many deliveries are in progress', async () => {
    const door = heldDoor(2);
    const { url, taken } = await listening({ limits: { maxInProgress: 2 }, take: door.take });
    const first = [post(url), post(url)];
    await door.isReached;
    const third = await post(url);
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '30']);
    door.open();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await post(url)).status).toBe(200);
    expect(taken).toHaveLength(3);
  });

  it('are answered when the listener is closed during their deliveries', async () => {
    const door = heldDoor(1);
    const { listener, url } = await listening({ take: door.take });
    const answer = post(url);
    await door.isReached;
    const closed = listener.close();
    door.open();
    expect((await answer).status).toBe(200);
    await closed;
    await expect(post(url)).rejects.toThrow();
  });

  it('do not delay closing with idle connections', async () => {
    const { listener, port } = await listening({ limits: { closeMs: 50 } });
    const silent = openConnection(port);
    const halfway = openConnection(port);
    halfway.socket.write(head(['Content-Length: 1000']));
    await Promise.all([silent, halfway].map(({ socket }) => new Promise((done) => socket.write('', done))));
    await listener.close();
    await Promise.all([silent.end, halfway.end]);
  });
});

it('webhook listener: a sender without the header has seconds, not minutes', () => {
  const { headersMs, requestMs, checkMs, waitingMs, keepAliveMs, waitingOnAddress, connections } = listenerLimits;
  expect(headersMs + checkMs).toBeLessThanOrEqual(10_000);
  expect(requestMs + checkMs).toBeLessThanOrEqual(20_000);
  expect(Math.max(waitingMs, keepAliveMs)).toBeLessThanOrEqual(10_000);
  expect(waitingOnAddress).toBeLessThanOrEqual(connections / 4);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::5:6', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('webhook listener: connections from %s count as those of one sender at %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
