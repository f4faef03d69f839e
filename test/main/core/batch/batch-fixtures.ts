import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { type PracticeService, startPracticeService } from '../../../../src/main/practice/practice-service.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { openStation } from '../../../helpers/open-station.ts';
import type { StationInNode, StationInNodeOptions } from '../../../helpers/station-in-node.ts';

/** A row of a batch file: the receiver, and what the service does with it. */
export interface TestRow {
  receiver?: string;
  /** May hold a sentinel of the practice service. */
  address: string;
  grams?: string;
  code?: string;
}

export const header = ['Receiver', 'Phone', 'Address', 'Weight (g)', 'Custom code', 'Remarks of the shop'];

/** A file as a shop exports it. Cells with separators are not needed here. */
export function csvOf(rows: readonly TestRow[]): string {
  const lines = rows.map(({ receiver = 'Aya Noor', address, grams = '900', code = '' }, index) =>
    [receiver, `+971 50 000 ${1000 + index}`, address, grams, code, `row ${index + 1}`].join(';'),
  );
  return [header.join(';'), ...lines, ''].join('\r\n');
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const pickUpAddress = { text: '18 Harbour Road', person_name: 'Bench 7' };

/** A custom code that ends in that number. */
export const codeOf = (number: number): string => `NLBATCH${String(number).padStart(11, '0')}`;

/** Takes the rows and chooses where all of them are picked up. */
export async function takeRows(station: StationInNode, rows: readonly TestRow[], combines = false) {
  await station.call('batch.open-file', { name: 'orders.csv', bytes: bytesOf(csvOf(rows)) });
  return station.call('batch.change', { combines, pickUpAddress });
}

/** Each row as the window shows it. */
export const rowsOf = async (station: StationInNode, limit = 200) =>
  (await station.call('batch.rows', { from: 0, limit })).rows;

/** Resolves with the batch when it is in one of these states. */
export async function batchIn(station: StationInNode, ...states: string[]) {
  const batch = await station.until('batch.read', null, (one) => one !== null && states.includes(one.state));
  if (!batch) throw new Error('There is no batch');
  return batch;
}

/** Rows of different receivers, all of which can be ordered. */
export const soundRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ address: `${index} Palm Street`, receiver: `Receiver ${index}` }));

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
  const opened = closedAfterEach();
  let folder: string;
  let service: PracticeService;
  beforeEach(async () => {
    folder = await opened.folder();
    service = opened.keep(await startPracticeService({ folder: join(folder, 'service'), token: rightToken }));
  });
  return {
    folder: () => folder,
    service: () => service,
    async open(settings = {}, options = {}) {
      const { baseUrl, labelUrl } = service;
      return openStation(opened, {
        provisioning: {
          environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token: rightToken }],
          activeEnvironment: 'sandbox',
        },
        settings: { bench: { printOnCreate: false }, ...settings },
        ...options,
      });
    },
  };
}
