// @ts-check
/** The thread of the hub's records. It does not inherit how its parent reads TypeScript. */
import { register } from 'tsx/esm/api';

register();
const { runRecordsProgram } = await import(new URL('../../src/main/storage/worker.ts', import.meta.url).href);
runRecordsProgram();
