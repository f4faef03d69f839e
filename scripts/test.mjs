// @ts-check
/** Every check and test, then one line that counts them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSource } from './checks/source-rules.mjs';
import { ensureBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { countVitest, resultLine, sum } from './set-up/result-line.mjs';
import { packageCommand, ROOT, runOnScreen } from './set-up/run.mjs';
import { setUp } from './set-up/set-up.mjs';
import { log, SetUpFailure } from './set-up/step.mjs';

const PASSED = { passed: 1, failed: 0, skipped: 0 };
/** Biome colours its output even without a terminal. */
const COLOURS = process.stdout.isTTY ? '--colors=force' : '--colors=off';
const FAILED = { passed: 0, failed: 1, skipped: 0 };

await runCommand(async ({ mayInstall, rest }) => {
  // The long scenarios and every matrix, instead of their short forms.
  if (rest.includes('--long')) process.env.PACKBENCH_TEST_LENGTH = 'long';
  const total = sum(
    await runAll(
      mayInstall,
      rest.filter((argument) => argument !== '--long'),
    ),
  );
  process.stdout.write(`\n${resultLine(total)}\n`);
  return total.failed === 0 ? 0 : 1;
});

/**
 * @param {boolean} mayInstall
 * @param {string[]} rest passed to vitest
 * @returns {Promise<import('./set-up/result-line.mjs').Counts[]>}
 */
async function runAll(mayInstall, rest) {
  const ready = await orLogFailure(() => setUp({ forTests: true, mayInstall, mayFetch: false }));
  if (ready === null) return [FAILED];
  const built = await orLogFailure(async () => {
    await ensureBuild(ready.electron);
    return PASSED;
  });
  // One of them alone does not keep two processors busy.
  const checks = await Promise.all([
    check('Format and lint', '@biomejs/biome', 'biome', ['ci', COLOURS, '.']),
    // Several checkers would each work out the same types, on processors that the other checks need.
    check('Types', 'typescript', 'tsc', ['-b', '--singleThreaded']),
    sourceRules(),
  ]);
  const tests = built === null ? null : await orLogFailure(() => runVitest(ready.env, rest));
  return [built ?? FAILED, ...checks, tests ?? FAILED];
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null when it failed as it may
 */
async function orLogFailure(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    log(error.message);
    return null;
  }
}

/**
 * @param {string} title
 * @param {string} packageName
 * @param {string} command
 * @param {string[]} args
 */
async function check(title, packageName, command, args) {
  log(`${title} …`);
  const code = await runOnScreen(process.execPath, [packageCommand(packageName, command), ...args]);
  return code === 0 ? PASSED : FAILED;
}

/** Sizes, circular imports, duplicates and vocabulary. */
async function sourceRules() {
  log('Source rules …');
  const { figures, problems } = await checkSource(ROOT);
  for (const line of [figures, ...problems]) log(line);
  return problems.length === 0 ? PASSED : FAILED;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} rest
 */
async function runVitest(env, rest) {
  log('Tests …');
  const folder = mkdtempSync(join(tmpdir(), 'packbench-test-'));
  try {
    const report = join(folder, 'report.json');
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest];
    const vitest = [packageCommand('vitest', 'vitest'), ...args];
    const code = await runOnScreen(process.execPath, vitest, env);
    return countVitest(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @returns {import('./set-up/result-line.mjs').VitestReport | null}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
