import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
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

describe('webhook listener: a slow sender', () => {
  it('that sends its headers slowly is cut off, and others are served meanwhile', async () => {
    const { port, url, answered } = await listening({ limits: shortLimits });
    const { socket, end } = openConnection(port);
    trickle(socket, head([`X-Long: ${'x'.repeat(1000)}`]));
    expect((await post(url)).status).toBe(200);
    expect(await end).toMatch(/^HTTP\/1\.1 408 /);
    expect(answered.at(-1)?.answer).toBe('too slow');
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
  it('have a limited number of connections', async () => {
    const { port, answered, untilAnswered } = await listening({ limits: { connections: 3, headersMs: 60_000 } });
    const open = (): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => {});
        onTestFinished(() => void socket.destroy());
      });
    for (let index = 0; index < 3; index += 1) await open();
    const dropped = await open();
    await new Promise<void>((resolve) => dropped.once('close', () => resolve()).resume());
    await untilAnswered(1);
    expect(answered[0]?.answer).toBe('too many at once');
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
