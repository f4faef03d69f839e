import { loadProgram } from './load-program.mjs';

await loadProgram('picture-process', new URL('../../src/main/labels/picture-process.ts', import.meta.url).href);
