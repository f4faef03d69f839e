import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { billOfMaterialsFile } from './scripts/set-up/bill-of-materials.mjs';
import { licencesFile } from './scripts/set-up/licences.mjs';

/**
 * Three builds into `out/`. The floor is the oldest Electron the station runs on: 33 (Node 20.18, Chromium 130).
 * Packages under `dependencies` stay outside main's bundles, so that native ones find their prebuilt parts; but zod, which each
 * thread would load anew, a hundred files at every start.
 */
export default defineConfig({
  main: {
    plugins: [licencesFile(import.meta.dirname), billOfMaterialsFile(import.meta.dirname)],
    build: {
      target: 'node20.18',
      externalizeDeps: { exclude: ['zod', 'intl-messageformat'] },
      rollupOptions: {
        input: {
          index: resolve('src/main/app/index.ts'),
          'storage-worker': resolve('src/main/storage/worker.ts'),
          'spooler-thread': resolve('src/main/printers/windows/spooler-thread.ts'),
          'spreadsheet-process': resolve('src/main/files/spreadsheet-process.ts'),
          'picture-process': resolve('src/main/labels/picture-process.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      rollupOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    build: {
      target: 'chrome130',
      outDir: 'out/renderer',
      rollupOptions: { input: resolve('src/renderer/index.html') },
      assetsInlineLimit: 0,
    },
    plugins: [react(), billOfMaterialsFile(import.meta.dirname, { writes: false })],
  },
});
