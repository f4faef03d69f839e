import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const tests = fileURLToPath(new URL('.', import.meta.url));
const readme = readFileSync(join(tests, '../README.md'), 'utf8');

/** The rows of every table of hostile inputs: each list, or record by name, that a file `hostile-*.ts` exports. */
async function rowsByFile(): Promise<Map<string, number>> {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|[\\/])hostile-[\w-]+\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .sort();
  const counts = new Map<string, number>();
  for (const file of files) {
    const tables = Object.values(await import(pathToFileURL(join(tests, file)).href)).filter(
      (table) => typeof table === 'object' && table !== null,
    );
    // A table may contain another one.
    counts.set(file, new Set(tables.flatMap((table) => Object.values(table as object))).size);
  }
  return counts;
}

/** The folders of each edge's tables, and how the README calls its inputs. */
const edges: readonly (readonly [inputs: string, ...folders: string[]])[] = [
  ['labels', 'main/zpl', 'main/labels'],
  ['service answers', 'main/service'],
  ['webhooks', 'main/webhook'],
  ['files', 'main/files'],
  ['calls of the window', 'main/app'],
  ['provisioning files', 'main/provisioning'],
  ['printer replies', 'main/printers'],
];

describe('hostile inputs', async () => {
  const counts = await rowsByFile();
  const folderOf = (file: string): string => relative(tests, join(tests, dirname(file)));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, count) => total + count, 0);

  it('are counted in the README, together and for each edge', () => {
    const text = readme.slice(readme.indexOf('\n## Security\n')).replaceAll(/\s+/g, ' ');
    const shown = (inputs: string): number => Number(new RegExp(`(\\d+) ${inputs}`).exec(text)?.[1]);
    const why = `the tables are ${JSON.stringify([...counts])}`;
    expect(shown('hostile inputs'), why).toBe(sum([...counts.values()]));
    for (const [inputs, ...folders] of edges) {
      const own = [...counts].flatMap(([file, count]) => (folders.includes(folderOf(file)) ? [count] : []));
      expect(shown(inputs), `${inputs}: ${why}`).toBe(sum(own));
    }
  });

  it('have a table with a test beside it for each edge, and none elsewhere', () => {
    for (const count of counts.values()) expect(count).toBeGreaterThan(0);
    const folders = edges.flatMap(([, ...own]) => own);
    expect([...new Set([...counts.keys()].map(folderOf))].sort()).toEqual(folders.sort());
  });
});
