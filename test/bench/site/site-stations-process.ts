import { setTimeout as wait } from 'node:timers/promises';
import { openNatsEngine } from '../../../src/main/site/nats-engine.ts';
import { linked, sandbox } from '../../fakes/site-server.ts';
import { bytesOf, copyFact } from './site-facts.ts';

/** Many stations in one process: each sends its share of the facts and reads those of all, which it does not store. */
export interface StationsOrder {
  address: string;
  stations: number;
  /** Of all of them together. */
  factsASecond: number;
}

process.once('message', async (message) => {
  const { address, stations, factsASecond } = message as StationsOrder;
  for (let index = 0; index < stations; index += 1) {
    const bench = `bench-${index + 100}`;
    const engine = openNatsEngine({ servers: [address], bench, environment: sandbox });
    await linked(engine);
    const data = await engine.data();
    engine.read(data === 'away' ? 0 : data.last, () => {});
    void send(engine, bench, (stations * 1_000) / factsASecond, (index * 1_000) / factsASecond);
  }
  process.send?.('begun');
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

/** Sends a fact in each interval (milliseconds), for as long as the process runs; the last ones of its parcels again and again. */
async function send(engine: ReturnType<typeof openNatsEngine>, bench: string, everyMs: number, afterMs: number) {
  await wait(afterMs);
  let last = 0;
  const start = performance.now();
  for (let n = 1; ; n += 1) {
    const due = start + n * everyMs - performance.now();
    if (due > 0) await wait(due);
    const state = ['began', 'sent', 'printed'][n % 3] ?? '';
    const fact = { ...copyFact(bench, Math.floor(n / 3) % 200, state, new Date().toISOString()), n };
    const answer = await engine.append({ by: bench }, bytesOf(fact), last);
    if (answer.kind === 'stored') last = answer.sequence;
  }
}
