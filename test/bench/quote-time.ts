import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, type Dispatcher, request } from 'undici';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import type { CallInput } from '../../src/shared/contract/station-contract.ts';
import { sandboxAt, startStationInNode } from '../helpers/station-in-node.ts';
import { programFile } from '../programs/program-file.ts';
import { type BenchRow, byRepetition, median, timeOf } from './bench-row.ts';

const quotes = 2_000;
/** Enough for the compiler to have optimized both. */
const warmUp = 3_000;

const token = 'token-of-the-bench-0123456789';
const previewPath = '/scheduled-service/api/v1/requests/preview';
const wanted: CallInput<'order.quote'> = {
  pick_up_address: { text: 'Northline Supply, Dock 4, 18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street, Flat 9', person_name: 'Aya Noor', person_phone: '+971 50 000 0000' },
      parcels: [{ unit: 'g', values: 900 }],
    },
  ],
};
const body = JSON.stringify(wanted);

/**
 * Milliseconds for one price: through the whole station, which parses the answer and tracks the service's health,
 * beside undici sending the same bytes to the same server and reading the answer as JSON. They alternate.
 */
export async function quoteTime(): Promise<BenchRow> {
  const server = await startServer(await answerOfPractice());
  const station = await startStationInNode({ provisioning: sandboxAt(server.origin, token) });
  const kept = new Agent();
  const times = { ours: [] as number[], bare: [] as number[], fresh: [] as number[] };
  const measure = {
    ours: () => station.call('order.quote', wanted),
    bare: () => ask(server.origin, kept),
    fresh: () => askAfresh(server.origin),
  };
  // A call that waits for the end of the one before is slower: each of the two is as often the first.
  for (let index = -warmUp; index < quotes; index += 1) {
    for (const who of index % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
      const took = await timeOf(measure[who]);
      if (index >= 0) times[who].push(took);
    }
  }
  for (let index = 0; index < quotes; index += 1) times.fresh.push(await timeOf(measure.fresh));
  await Promise.all([station.close(), kept.close()]);
  server.close();
  return {
    id: 'quote',
    better: 'lower',
    name: `one quote asked of the station, beside a bare undici request of the same bytes (median of ${quotes})`,
    unit: 'ms',
    ours: byRepetition(times.ours, median),
    bare: byRepetition(times.bare, median),
    beside: { 'undici, a connection of its own for each': byRepetition(times.fresh, median) },
    targets: [{ of: 'bare loop', target: 1.5, bound: 1.5 }],
  };
}

async function ask(origin: string, dispatcher: Dispatcher): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await request(origin + previewPath, { method: 'POST', headers, body, dispatcher });
  return answer.body.json();
}

async function askAfresh(origin: string): Promise<void> {
  const own = new Agent();
  await ask(origin, own);
  await own.close();
}

/** A whole answer of the practice service, so that both sides read a realistic one. */
async function answerOfPractice(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-bench-'));
  const practice = await startPracticeService({ folder, token });
  const agent = new Agent();
  const answer = await ask(practice.baseUrl, agent);
  await agent.close();
  await practice.close();
  await rm(folder, { recursive: true, force: true });
  return JSON.stringify(answer);
}

/** Answers each request at once: the cost is the same for both. */
async function startServer(answer: string): Promise<{ origin: string; close(): void }> {
  const child = fork(programFile('bench/answering-process.ts'), { execArgv: ['--import', 'tsx'] });
  child.send(answer);
  const [port] = await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, close: () => void child.kill() };
}
