import { readFileSync } from 'node:fs';
import { engineKeepsDays } from '../../../src/main/core/ports/site-engine.ts';
import { factsOfParcel } from './site-facts.ts';

/** The load of the largest site that is supported, and what it asks of a server with the configuration of resources/site. */

export const load = {
  benches: 500,
  labelsAnHour: 60,
  hoursADay: 10,
  /** The busiest hour has that many times the labels of the others. */
  peak: 2,
} as const;

export const factsASecond = ((load.benches * load.labelsAnHour) / 3_600) * factsOfParcel;
export const factsADay = factsASecond * 3_600 * load.hoursADay;

/** The limit of the storage in a configuration of the server, bytes: its units are powers of 1,024. */
export function storageLimit(file: 'nats-server.conf' | 'cluster.conf'): number {
  const text = readFileSync(new URL(`../../../resources/site/${file}`, import.meta.url), 'utf8');
  const [, count, unit] = /^\s*max_file_store: (\d+)(MB|GB)$/m.exec(text) ?? [];
  return Number(count) * 1_024 ** (unit === 'GB' ? 3 : 2);
}

/** What is used of a part of the site; `power`: it grows with the benches, or with their square. */
export interface Use {
  readonly part: string;
  readonly share: number;
  readonly power: 1 | 2;
}

/** What the facts of all the days that the server keeps take of its storage. @param factBytes of one fact on its disk */
export const storageUse = (factBytes: number): Use => ({
  part: `server, storage of ${engineKeepsDays} days`,
  share: (factBytes * factsADay * engineKeepsDays) / storageLimit('nats-server.conf'),
  power: 1,
});

/** How many benches, or labels an hour at each, fill that part. */
export const fullAt = ({ share, power }: Use): { benches: number; labels: number } => ({
  benches: load.benches / share ** (1 / power),
  labels: load.labelsAnHour / share,
});
