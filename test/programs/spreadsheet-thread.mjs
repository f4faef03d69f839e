import { loadProgram } from './load-program.mjs';

await loadProgram('spreadsheet-thread', new URL('../../src/main/files/spreadsheet-thread.ts', import.meta.url).href);
