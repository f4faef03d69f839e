import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that a system gives to outgoing connections (Linux: ip_local_port_range, from 32768): a connection could take one of these
 * before its server listens, or while it is started again, and a client that tries a closed one again could even be connected to itself.
 */
const [lowest, highest] = [12_000, 32_000];
const given = new Set<number>();

/** A TCP port of this computer on which nothing listens, and which this process was not given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
