import { loadProgram } from '../../programs/load-program.mjs';

await loadProgram('listener-process', new URL('./listener-process.ts', import.meta.url).href);
