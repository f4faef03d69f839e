import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a port of this computer that can break. */
export interface NetworkLine {
  readonly port: number;
  /** Connections are reset, and new ones refused. */
  cut(): void;
  /** Carries no more bytes either way and closes nothing, as where a cable is pulled out behind a switch. */
  silence(): void;
  /** Carries again: also what waited on connections that both sides kept. */
  restore(): void;
  close(): Promise<void>;
}

interface Carried {
  readonly near: Socket;
  readonly far: Socket;
  isLost: boolean;
}

export async function startNetworkLine(to: number): Promise<NetworkLine> {
  const carried = new Set<Carried>();
  /** Connections that were opened while nothing is carried. */
  const waiting = new Set<Socket>();
  let state: 'up' | 'silent' | 'cut' = 'up';

  const stopFlow = ({ near, far }: Carried): void => {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  };
  const flow = ({ near, far }: Carried): void => {
    near.pipe(far);
    far.pipe(near);
  };
  const end = (one: Carried): void => {
    carried.delete(one);
    one.near.destroy();
    one.far.destroy();
  };
  const carry = (near: Socket): void => {
    const one: Carried = { near, far: connect({ port: to, host: '127.0.0.1' }), isLost: false };
    carried.add(one);
    for (const socket of [one.near, one.far]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        one.isLost = true;
        // The other side hears of it when something is carried again.
        if (state !== 'silent') end(one);
      });
    }
    flow(one);
  };

  const server = createServer((near) => {
    if (state === 'cut') return void near.resetAndDestroy();
    if (state === 'up') return carry(near);
    near.on('error', () => {}).on('close', () => waiting.delete(near));
    near.pause();
    waiting.add(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      for (const { near, far } of carried) for (const socket of [near, far]) socket.resetAndDestroy();
    },
    silence() {
      state = 'silent';
      for (const one of carried) stopFlow(one);
    },
    restore() {
      state = 'up';
      for (const one of [...carried]) one.isLost ? end(one) : flow(one);
      for (const near of [...waiting]) carry(near);
      waiting.clear();
    },
    async close() {
      for (const one of [...carried]) end(one);
      for (const near of waiting) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
