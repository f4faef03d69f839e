import { loadProgram } from './load-program.mjs';

const source = new URL('../../src/main/storage/worker.ts', import.meta.url).href;
const { runRecordsProgram } = await loadProgram('storage-worker', source);
runRecordsProgram();
