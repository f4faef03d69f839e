// @ts-check
/** Every check that needs no test run: format, lint, types, import rules, sizes, duplicates and vocabulary. */
import { checkSource } from './checks/source-rules.mjs';
import { runCommand } from './set-up/command.mjs';
import { packageCommand, ROOT, runOnScreen } from './set-up/run.mjs';

/** @param {string} packageName @param {string} command @param {string[]} args */
const tool = (packageName, command, args) =>
  runOnScreen(process.execPath, [packageCommand(packageName, command), ...args]);

await runCommand(async () => {
  const codes = [
    await tool('@biomejs/biome', 'biome', ['ci', '.']),
    // Several checkers would each work out the same types.
    await tool('typescript', 'tsc', ['-b', '--singleThreaded']),
    await tool('vitest', 'vitest', ['run', '--project', 'node', 'test/architecture.test.ts']),
  ];
  const { figures, problems } = await checkSource(ROOT);
  process.stdout.write(`${[figures, ...problems].join('\n')}\n`);
  return problems.length === 0 && codes.every((code) => code === 0) ? 0 : 1;
});
