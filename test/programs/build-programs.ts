import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Before any test: the station's threads and processes, and those of the tests that kill a whole station, are built once, as the
 * station's own build does, instead of being read anew as TypeScript at each of the hundreds of starts.
 */
export async function setup(): Promise<() => void> {
  // Inside the project, where packages outside the bundle are found.
  const folder = mkdtempSync(join(root, 'node_modules/.packbench-test-programs-'));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // As the station's own build does.
    ssr: { noExternal: ['zod'] },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir: folder,
      rollupOptions: {
        input: {
          'storage-worker': join(root, 'src/main/storage/worker.ts'),
          'picture-process': join(root, 'src/main/labels/picture-process.ts'),
          'station-process': join(root, 'test/programs/station-process.ts'),
          'bench-process': join(root, 'test/programs/bench-process.ts'),
          'listener-process': join(root, 'test/main/webhook/listener-process.ts'),
          'spreadsheet-process': join(root, 'src/main/files/spreadsheet-process.ts'),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  process.env.PACKBENCH_TEST_PROGRAMS = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
