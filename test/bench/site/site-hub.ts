import { readFile } from 'node:fs/promises';
import { natsSiteServer } from '../../fakes/site-server.ts';
import { openedResources } from '../../helpers/opened-resources.ts';
import { startHubProcess, until } from '../../main/hub/hub-fixture.ts';
import { type BenchRow, repetitions } from '../bench-row.ts';
import { publishDay } from './site-catch-up.ts';
import { factsOfParcel } from './site-facts.ts';

const parcels = 500;
const facts = parcels * factsOfParcel;

/** The memory of a hub that has read the same number of facts of 50 benches, beside one that has read them of one bench. */
export async function siteHub(): Promise<BenchRow> {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < repetitions; round += 1) {
    bare.push(await memoryOfHub(1));
    ours.push(await memoryOfHub(50));
  }
  return {
    ...{ id: 'site-hub', unit: 'MB', better: 'lower', ours, bare },
    name: `memory of a hub that has read ${facts.toLocaleString('en')} facts of 50 benches, beside one that has read as many of one`,
  };
}

/** Its resident memory in MB. */
async function memoryOfHub(benches: number): Promise<number> {
  const opened = openedResources();
  try {
    const server = await natsSiteServer();
    opened.keep(server);
    const hub = await startHubProcess(opened, { server: server.address });
    await until(hub.health, ({ body }) => body.environments[0]?.state === 'connected');
    const names = Array.from({ length: benches }, (_, index) => `bench-${index + 1}`);
    await publishDay(server.address, names, parcels / benches);
    await until(hub.health, ({ body }) => body.environments[0]?.factsApplied === facts);
    const status = await readFile(`/proc/${hub.id}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  } finally {
    await opened.close();
  }
}
