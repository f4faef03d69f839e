import { loadProgram } from './load-program.mjs';

await loadProgram('spreadsheet-process', new URL('../../src/main/files/spreadsheet-process.ts', import.meta.url).href);
