import { once } from 'node:events';
import type { Result } from '../../src/shared/contract/failure.ts';
import type { StationCall } from '../../src/shared/contract/station-contract.ts';
import { acceleratedClock } from '../helpers/accelerated-clock.ts';
import { type StationInNodeOptions, startStationInNode } from '../helpers/station-in-node.ts';

/** What the parent says first. */
export interface BenchStart extends Required<Pick<StationInNodeOptions, 'folder' | 'settings' | 'provisioning'>> {
  readonly clock: { readonly factor: number; readonly from: number };
}

/** A call of the contract, or the end. */
export type BenchRequest =
  | { readonly id: number; readonly name: StationCall; readonly input: unknown }
  | { readonly id: number; readonly name: 'stop' };

/** `bugs`: all that the station met so far. */
export interface BenchAnswer {
  readonly id: number;
  readonly result: Result<unknown> | { readonly ok: false; readonly error: string };
  readonly bugs: readonly string[];
}

// A bench of a site in a process of its own, controlled by its parent until it is killed.
const [start] = (await once(process, 'message')) as [BenchStart];
const { factor, from } = start.clock;
const { station, bugs, stop } = await startStationInNode({ ...start, clock: acceleratedClock(factor, from) });

const textOf = (error: unknown): string => String(error instanceof Error ? error.stack : error);
const answer = async (request: BenchRequest): Promise<BenchAnswer['result']> => {
  if (request.name !== 'stop') return station.call(request.name, request.input as never);
  await stop();
  return { ok: true, value: null };
};
process.on('message', (request: BenchRequest) => {
  const send = (result: BenchAnswer['result']): void =>
    void process.send?.({ id: request.id, result, bugs: bugs.map(textOf) } satisfies BenchAnswer, () => {
      if (request.name === 'stop') process.disconnect();
    });
  answer(request).then(send, (error: unknown) => send({ ok: false, error: textOf(error) }));
});
process.send?.({ id: 0, result: { ok: true, value: null }, bugs: [] } satisfies BenchAnswer);
