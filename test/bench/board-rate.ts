import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Records } from '../../src/main/core/ports/records.ts';
import { openRecordsIn, recordsFileName } from '../../src/main/storage/open-records.ts';
import { type BaselineStatements, openBaselineStatements } from './baseline-statements.ts';
import { type BenchRow, byRepetition, median, timeOf } from './bench-row.ts';
import { generatedParcel, makeBoardFile } from './board-file.ts';

const parcels = 1_000_000;
const lookUps = 1_000;
const people = 20;
const pageLength = 50;

/** Both rows use one file of a million parcels, which takes a minute or two to make. */
export async function boardRate(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-board-'));
  await mkdir(folder, { recursive: true });
  const file = join(folder, recordsFileName('bench'));
  makeBoardFile(file, parcels, Date.now());
  const store = openRecordsIn({ folder, workerFile: new URL('../programs/storage-worker.mjs', import.meta.url) });
  const records = await store.open('bench');
  const bare = openBaselineStatements(file, {
    code: 'SELECT * FROM parcels WHERE custom_code = ? COLLATE NOCASE',
    terms: `SELECT rowid AS id FROM parcel_search WHERE parcel_search MATCH ? ORDER BY rowid DESC LIMIT ${pageLength}`,
  });
  try {
    return [await lookUpByCode(records, bare), await searchWhileTyping(records, bare)];
  } finally {
    await bare.close();
    await records.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds for one scanned code: the whole parcel, beside the parcel's bare row by its index. */
async function lookUpByCode(records: Records, bare: BaselineStatements): Promise<BenchRow> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let index = 0; index < lookUps; index += 1) {
    const { customCode } = generatedParcel(1 + ((index * 7919) % parcels));
    ours.push(await timeOf(async () => mustFind((await records.findByCode(customCode))?.parcels)));
    theirs.push(await timeOf(async () => mustFind(await bare.all('code', customCode))));
  }
  return {
    id: 'look-up',
    better: 'lower',
    name: `look-up by code among ${parcels} parcels (${lookUps} codes, each over the thread; the bare one gives one row of one table)`,
    unit: 'ms',
    ours: byRepetition(ours, median),
    bare: byRepetition(theirs, median),
  };
}

/** Milliseconds for the board's page after each letter of a name, beside the bare full-text search for its newest fifty numbers. */
async function searchWhileTyping(records: Records, bare: BaselineStatements): Promise<BenchRow> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let index = 0; index < people; index += 1) {
    const { name } = generatedParcel(1 + ((index * 50_021) % parcels));
    for (let letters = 1; letters <= name.length; letters += 1) {
      const find = name.slice(0, letters);
      const terms = find
        .trim()
        .split(' ')
        .map((word) => `"${word}"*`);
      ours.push(
        await timeOf(async () => mustFind((await records.parcelsPage({ find, offset: 0, limit: pageLength })).rows)),
      );
      theirs.push(await timeOf(async () => mustFind(await bare.all('terms', terms.join(' ')))));
    }
  }
  return {
    id: 'search',
    better: 'lower',
    name: `search while typing among ${parcels} parcels (${people} names letter by letter, ${ours.length} pages of ${pageLength} whole parcels with their count; the bare one gives numbers; slowest page ${Math.max(...ours).toFixed(1)} ms)`,
    unit: 'ms',
    ours: byRepetition(ours, median),
    bare: byRepetition(theirs, median),
  };
}

function mustFind(found: readonly unknown[] | undefined): void {
  if (!found || found.length === 0) throw new Error('A parcel that is there was not found.');
}
