import { loadProgram } from './load-program.mjs';

await loadProgram('bench-process', new URL('./bench-process.ts', import.meta.url).href);
