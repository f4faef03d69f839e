import { loadProgram } from './load-program.mjs';

await loadProgram('station-process', new URL('./station-process.ts', import.meta.url).href);
