import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../helpers/free-port.ts';
import { startStationInNode } from '../helpers/station-in-node.ts';
import { type BenchRow, repetitions } from './bench-row.ts';
import type { SendingOrder } from './event-sender-process.ts';

const connections = 200;
const events = 10_000;

const path = '/webhooks/sandbox';
export const eventHeader = { name: 'X-Hook-Key', value: 'bench-value-0123456789' };

/**
 * Events a second, over 200 connections: the whole station with its records on disk, beside a bare `node:http` handler that checks
 * nothing, appends each body to a file and calls fdatasync before it answers. The sender is a process of its own, the same for both;
 * the rounds alternate.
 */
export async function eventsRate(): Promise<BenchRow> {
  const sender = await startSender();
  const [ours, bare] = await Promise.all([startOurs(), startBare()]);
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < repetitions; round += 1) {
    rates.bare.push(await sender.rate({ port: bare.port, prefix: `B${round}` }));
    rates.ours.push(await sender.rate({ port: ours.port, prefix: `O${round}` }));
  }
  sender.close();
  await Promise.all([ours.close(), bare.close()]);
  return {
    id: 'events',
    better: 'higher',
    name: `events stored a second (${events} over ${connections} connections)`,
    unit: '/s',
    ...rates,
  };
}

async function startOurs() {
  const port = await freePort();
  const station = await startStationInNode({
    settings: {
      environments: [
        {
          ...{ name: 'sandbox', kind: 'sandbox', webhook: { path, header: eventHeader } },
          ...{ baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' },
        },
      ],
      activeEnvironment: 'sandbox',
      webhooks: { enabled: true, port },
    },
  });
  await station.until('webhooks.read', null, ({ listening }) => listening.kind === 'listening');
  return { port, close: () => station.close() };
}

async function startBare() {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-bare-events-'));
  const journal = await open(join(folder, 'journal'), 'a');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      await journal.appendFile(Buffer.concat(chunks));
      await journal.datasync();
      response.writeHead(200, { 'content-length': 0 }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A process that sends events and reports when all are answered. */
export async function startSender() {
  const child = fork(fileURLToPath(new URL('./event-sender-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  await nextMessage(child);
  return {
    async rate(to: { port: number; prefix: string; events?: number }): Promise<number> {
      const order = {
        events,
        ...to,
        path,
        header: eventHeader,
        connections: Math.min(connections, to.events ?? events),
      };
      child.send(order satisfies SendingOrder);
      const { seconds } = (await nextMessage(child)) as { seconds: number };
      return order.events / seconds;
    },
    close: () => void child.kill(),
  };
}

const nextMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('The sender ended'));
    child.once('exit', onExit).once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
