import { loadProgram } from './load-program.mjs';

await loadProgram('storage-worker', new URL('../../src/main/storage/worker.ts', import.meta.url).href);
