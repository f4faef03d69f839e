import { expect } from 'vitest';
import type { ClosedAfterEach } from './closed-after-each.ts';
import { type StationInNode, type StationInNodeOptions, startStationInNode } from './station-in-node.ts';

/** A station that is closed after the test, which fails where the station met a bug. */
export async function openStation(opened: ClosedAfterEach, options: StationInNodeOptions = {}): Promise<StationInNode> {
  const station = await startStationInNode(options);
  opened.keep({
    async close() {
      await station.close();
      expect(station.bugs).toEqual([]);
    },
  });
  return station;
}
