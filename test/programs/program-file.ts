import { pathToFileURL } from 'node:url';

/**
 * The address of a program below `test`, by its path there. Counted from the project, where every run starts: the tests' own
 * processes are built too, and then stand elsewhere than their source.
 */
export const programFile = (path: string): URL => new URL(`test/${path}`, pathToFileURL(`${process.cwd()}/`));
