import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Records } from '../../src/main/core/ports/records.ts';
import { openRecordsIn } from '../../src/main/storage/open-records.ts';
import { launchStation } from '../e2e/launch.ts';
import { goTo } from '../e2e/page-actions.ts';
import { forkBackupProcess } from '../helpers/forked-process.ts';
import { type BaselineStatements, openBaselineStatements } from './baseline-statements.ts';
import { type BenchRow, byRepetition, median, quantile, timeOf } from './bench-row.ts';
import { generatedParcel, makeBoardFile } from './board-file.ts';

const parcels = 1_000_000;
const lookUps = 1_000;
const people = 20;
const pageLength = 50;

/** All rows use one file of a million parcels, which takes a minute or two to make. The last needs a display and a built station. */
export async function boardRate(): Promise<BenchRow[]> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'packbench-board-'));
  const folder = join(userDataDir, 'records');
  const file = makeBoardFile(userDataDir, 'practice', parcels);
  const store = openRecordsIn({
    folder,
    workerFile: new URL('../programs/storage-worker.mjs', import.meta.url),
    startBackups: forkBackupProcess,
  });
  const records = await store.open('practice');
  const bare = openBaselineStatements(file, {
    code: 'SELECT * FROM parcels WHERE custom_code = ? COLLATE NOCASE',
    terms: `SELECT rowid AS id FROM parcel_search WHERE parcel_search MATCH ? ORDER BY rowid DESC LIMIT ${pageLength}`,
  });
  try {
    const rows = [await lookUpByCode(records, bare), await searchWhileTyping(records, bare)];
    const keys = await keysToType(records);
    await bare.close();
    await records.close();
    await store.close();
    return [...rows, await typingToRows(userDataDir, keys)];
  } finally {
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
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

/** What the board shows once a name is typed up to a letter. */
interface TypedKey {
  key: string;
  isFirst: boolean;
  rowCount: number;
  firstCode: string;
}

async function keysToType(records: Records): Promise<TypedKey[]> {
  const keys: TypedKey[] = [];
  for (let index = 0; index < people; index += 1) {
    const { name } = generatedParcel(1 + ((index * 50_021) % parcels));
    for (let letters = 1; letters <= name.length; letters += 1) {
      const { total, rows } = await records.parcelsPage({ find: name.slice(0, letters), offset: 0, limit: 1 });
      const firstCode = rows[0]?.customCode ?? '';
      keys.push({ key: name.charAt(letters - 1), isFirst: letters === 1, rowCount: total + 1, firstCode });
    }
  }
  return keys;
}

/** Milliseconds from a key in the search field to the frame with its rows, beside the first frame after the key. Real keys and window. */
async function typingToRows(userDataDir: string, keys: readonly TypedKey[]): Promise<BenchRow> {
  const { page, close } = await launchStation({ userDataDir });
  const ours: number[] = [];
  const bare: number[] = [];
  try {
    await goTo(page, 'Shipments');
    const find = page.getByRole('searchbox', { name: 'Find' });
    let before: TypedKey | null = null;
    for (const typed of keys) {
      if (typed.isFirst) await find.fill('');
      await find.focus();
      await page.evaluate(watchNextKey(typed));
      await page.keyboard.press(typed.key === ' ' ? 'Space' : typed.key);
      const took = (await page.evaluate('window.keyTook')) as { frame: number; rows: number };
      // Where the letter changes nothing of the list, its rows are there before the key.
      const isSame = before?.rowCount === typed.rowCount && before.firstCode === typed.firstCode;
      before = typed;
      if (isSame) continue;
      ours.push(took.rows);
      bare.push(took.frame);
    }
  } finally {
    await close();
  }
  return {
    id: 'typing',
    better: 'lower',
    name: `a key in the search field to its painted rows among ${parcels} parcels, beside the first frame after the key (p95; ${ours.length} keys)`,
    unit: 'ms',
    ours: byRepetition(ours, (group) => quantile(group, 0.95)),
    bare: byRepetition(bare, (group) => quantile(group, 0.95)),
    targets: [{ of: 'ours', target: 50, bound: 50 }],
  };
}

/** In the page: from the next key to the first frame after it, and to the frame that shows these rows. */
const watchNextKey = ({ rowCount, firstCode }: TypedKey): string => `
  window.keyTook = new Promise((resolve) => {
    addEventListener('keydown', ({ timeStamp }) => {
      let frame = null;
      const isShown = () => {
        const grid = document.querySelector('[role="grid"]');
        const first = grid?.querySelector('[aria-rowindex="2"]');
        return grid?.getAttribute('aria-rowcount') === '${rowCount}' && first?.textContent.includes('${firstCode}');
      };
      const look = () => {
        const shown = isShown();
        setTimeout(() => {
          frame ??= performance.now() - timeStamp;
          if (shown) resolve({ frame, rows: performance.now() - timeStamp });
          else requestAnimationFrame(look);
        });
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  });
  undefined`;
