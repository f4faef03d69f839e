// @ts-check
/** Every check that needs no test run: format, lint, types, import rules, sizes, duplicates and vocabulary. */
import { findDuplicates } from './checks/duplicates.mjs';
import { measureSource, sizeProblems } from './checks/source-size.mjs';
import { findPrivateTerms } from './checks/vocabulary.mjs';
import { runCommand } from './set-up/command.mjs';
import { packageCommand, ROOT, runOnScreen } from './set-up/run.mjs';

/** @param {string} packageName @param {string} command @param {string[]} args */
const tool = (packageName, command, args) =>
  runOnScreen(process.execPath, [packageCommand(packageName, command), ...args]);

await runCommand(async () => {
  const codes = [
    await tool('@biomejs/biome', 'biome', ['ci', '.']),
    await tool('typescript', 'tsc', ['-b']),
    await tool('vitest', 'vitest', ['run', '--project', 'node', 'test/architecture.test.ts']),
  ];
  const size = measureSource(ROOT);
  const duplicates = await findDuplicates();
  const problems = [
    ...sizeProblems(size),
    ...duplicates.problems,
    ...findPrivateTerms(ROOT).map(({ file, line, term }) => `${file}:${line}: "${term}" is not in the glossary`),
  ];
  process.stdout.write(
    `${size.files} source files, ${size.lines} lines, ${size.folders} folders; ` +
      `median ${size.median} lines, longest ${size.longest.lines} (${size.longest.file}); ` +
      `most entries in a folder ${size.fullest.entries} (${size.fullest.folder}); ` +
      `${duplicates.pairs} duplicated blocks\n`,
  );
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  return problems.length === 0 && codes.every((code) => code === 0) ? 0 : 1;
});
