// @ts-check
import { log, SetUpFailure } from './step.mjs';

/**
 * Divides a command's arguments into ours and those passed on.
 * @param {readonly string[]} argv
 * @param {NodeJS.ProcessEnv} env npm keeps a `--no-install` that stands before `--` and says so here
 */
export function readArguments(argv, env) {
  const rest = argv.filter((argument) => argument !== '--no-install');
  const consumedByNpm = env.npm_config_install === '' || env.npm_config_install === 'false';
  return { mayInstall: rest.length === argv.length && !consumedByNpm, rest };
}

/**
 * Runs one of package.json's commands: its number is the exit code; an expected failure is printed without a stack.
 * @param {(argv: { mayInstall: boolean, rest: string[] }) => Promise<number>} command
 */
export async function runCommand(command) {
  try {
    process.exitCode = await command(readArguments(process.argv.slice(2), process.env));
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    log(error.message);
    process.exitCode = 1;
  }
}
