import { benchName } from '../../shared/site/parcel-at-site.ts';
import type { SiteRecords } from '../core/ports/site-records.ts';
import type { ParcelHolder } from './parcel-holder.ts';

/** What became of a take-over. `left`: parcels that could not be taken over now. */
export interface TakenOver {
  readonly taken: number;
  readonly left: number;
}

/** Takes over the parcels of benches that are gone for good, as an operator decided. */
export interface TakeOvers {
  /** How many parcels the bench holds that may still need a label or a deletion. */
  count(bench: string): Promise<number>;
  /** Null while another one runs, or the site is not connected. @param bench its name, without an epoch */
  run(bench: string): Promise<TakenOver | null>;
  /** The one that runs. */
  running(): { readonly bench: string; readonly taken: number } | null;
  close(): Promise<void>;
}

export interface TakeOversParts {
  records: Pick<SiteRecords, 'heldParcels'>;
  holder: Pick<ParcelHolder, 'takeOver'>;
  isConnected(): boolean;
  /** A part of it is done. */
  onChange(): void;
}

/** Claims that are sent before the first is answered: they share the engine's writes. */
const atOnce = 10;

export function createTakeOvers({ records, holder, isConnected, onChange }: TakeOversParts): TakeOvers {
  let running: { bench: string; taken: number } | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const parts = async function* (bench: string): AsyncGenerator<readonly number[]> {
    for (let behind: number | null = 0; behind !== null && !isClosed; ) {
      const { parcels, next }: Awaited<ReturnType<SiteRecords['heldParcels']>> = await records.heldParcels(
        bench,
        behind,
      );
      yield parcels;
      behind = next;
    }
  };

  const takeAll = async (bench: string): Promise<TakenOver> => {
    const isGone = (other: string): boolean => benchName(other) === bench;
    const done = { bench, taken: 0 };
    running = done;
    let left = 0;
    for await (const parcels of parts(bench))
      for (let from = 0; from < parcels.length; from += atOnce) {
        const some = parcels.slice(from, from + atOnce);
        const taken =
          isClosed || !isConnected() ? [] : await Promise.all(some.map((id) => holder.takeOver(id, isGone)));
        const count = taken.filter(Boolean).length;
        done.taken += count;
        left += some.length - count;
        onChange();
      }
    return { taken: done.taken, left };
  };

  return {
    async count(bench) {
      let count = 0;
      for await (const parcels of parts(bench)) count += parcels.length;
      return count;
    },
    async run(bench) {
      if (running || isClosed || !isConnected()) return null;
      const work = takeAll(bench).finally(() => {
        running = null;
        onChange();
      });
      ended = work.catch(() => {});
      return work;
    },
    running: () => running && { ...running },
    async close() {
      isClosed = true;
      await ended;
    },
  };
}
