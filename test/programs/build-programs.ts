import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { schemasOnFirstUse } from '../../scripts/build-plugins/schemas-on-first-use.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Before any test: the station's threads and processes, and those of the tests that kill a whole station, are built once, as the
 * station's own build does, instead of being read anew as TypeScript at each of the hundreds of starts.
 */
export async function setup(): Promise<() => void> {
  // Inside the project, where packages outside the bundle are found.
  const folder = mkdtempSync(join(root, 'node_modules/.packbench-test-programs-'));
  const own = [schemasOnFirstUse(root)];
  // The records' thread, of which the tests start the most, has a file of what it needs alone.
  await buildInto(folder, own, { 'storage-worker': 'src/main/storage/worker.ts' });
  await buildInto(folder, own, {
    'picture-process': 'src/main/labels/picture-process.ts',
    'hub-program': 'src/main/hub/hub-program.ts',
    'spreadsheet-process': 'src/main/files/spreadsheet-process.ts',
  });
  // Modules of the tests name schemas too, which that plugin does not read.
  await buildInto(folder, [], {
    'station-process': 'test/programs/station-process.ts',
    'bench-process': 'test/programs/bench-process.ts',
    'listener-process': 'test/main/webhook/listener-process.ts',
  });
  process.env.PACKBENCH_TEST_PROGRAMS = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** As the station's own build does. */
function buildInto(folder: string, plugins: Plugin[], input: Readonly<Record<string, string>>): Promise<unknown> {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins,
    ssr: { noExternal: ['zod'] },
    build: {
      ssr: true,
      minify: true,
      emptyOutDir: false,
      target: 'node20.18',
      outDir: folder,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(root, file)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}
