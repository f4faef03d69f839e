import { compiledCode, readCompiledCode } from './compiled-code.ts';

// Before the first of them is read.
readCompiledCode(import.meta.dirname);
void import('../app/index.ts').then(({ runProgram }) => runProgram(compiledCode));
