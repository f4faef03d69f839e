import { loadProgram } from './load-program.mjs';

await loadProgram(
  'spreadsheet-thread',
  new URL('../src/main/spreadsheets/spreadsheet-thread.ts', import.meta.url).href,
);
