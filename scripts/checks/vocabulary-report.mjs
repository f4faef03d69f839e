// @ts-check
/** Lists the lines that use a private term; with paths, only those below them. */
import { ROOT } from '../set-up/run.mjs';
import { findPrivateTerms } from './vocabulary.mjs';

const paths = process.argv.slice(2);
const found = findPrivateTerms(ROOT).filter(
  ({ file }) => paths.length === 0 || paths.some((path) => file.startsWith(path)),
);
for (const { file, line, term, text } of found) process.stdout.write(`${file}:${line}: ${term}: ${text.trim()}\n`);
process.stdout.write(`${found.length} lines\n`);
