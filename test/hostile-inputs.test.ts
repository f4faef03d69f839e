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

describe('hostile inputs', async () => {
  const counts = await rowsByFile();

  it('are counted in the README', () => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const shown = /([\d,]+)\s+hostile inputs/.exec(readme)?.[1]?.replace(',', '');
    expect(Number(shown), `the tables are ${JSON.stringify([...counts])}`).toBe(total);
  });

  it('have a table with a test beside it for each edge', () => {
    for (const count of counts.values()) expect(count).toBeGreaterThan(0);
    const folders = [...counts.keys()].map((file) => relative(tests, join(tests, dirname(file))));
    for (const edge of [
      'main/app',
      'main/files',
      'main/zpl',
      'main/service',
      'main/webhook',
      'main/provisioning',
      'main/printers',
    ]) {
      expect(folders).toContain(edge);
    }
  });
});
