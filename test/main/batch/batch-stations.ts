import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { type PracticeService, startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { type StationInNode, type StationInNodeOptions, startStationInNode } from '../../station-in-node.ts';

export const rightToken = 'right-token-0123456789';

export interface BatchStations {
  /** A folder of the test's own. */
  folder(): string;
  service(): PracticeService;
  /** A station on that service; closed after the test, which fails where it met a bug. */
  open(settings?: object, options?: StationInNodeOptions): Promise<StationInNode>;
}

/** A practice service for each test of the file, and stations on it. */
export function batchStations(): BatchStations {
  const opened: { close(): Promise<unknown> }[] = [];
  let folder: string;
  let service: PracticeService;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packbench-batch-'));
    opened.push({ close: () => rm(folder, { recursive: true, force: true }) });
    service = await startPracticeService({ folder: join(folder, 'service'), token: rightToken });
    opened.push(service);
  });
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });
  return {
    folder: () => folder,
    service: () => service,
    async open(settings = {}, options = {}) {
      const { baseUrl, labelUrl } = service;
      const bench = await startStationInNode({
        provisioning: {
          environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token: rightToken }],
          activeEnvironment: 'sandbox',
        },
        settings: { bench: { printOnCreate: false }, ...settings },
        ...options,
      });
      opened.push({
        async close() {
          await bench.close();
          expect(bench.bugs).toEqual([]);
        },
      });
      return bench;
    },
  };
}
