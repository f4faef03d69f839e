import { readCompiledCode } from './compiled-code.ts';

// Before the thread's program is read.
readCompiledCode(import.meta.dirname);
void import('../storage/worker.ts').then(({ runRecordsProgram }) => runRecordsProgram());
