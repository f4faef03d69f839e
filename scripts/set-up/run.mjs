// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetUpFailure } from './step.mjs';

/** The repository's own folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const KEPT_OUTPUT_CHARACTERS = 20_000;

/**
 * @typedef {object} Ended
 * @property {number | null} code exit code, or null when a signal ended it or it never started
 * @property {string} output the end of what it wrote on both streams
 * @property {boolean} timedOut
 */

/**
 * Runs a command without showing it and gives the end of its output. Never throws: a command that cannot be started
 * has no code, and its output says why.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, onLine?: (line: string) => void }} [options]
 * @returns {Promise<Ended>}
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command.endsWith('.cmd'),
    });
    let output = '';
    let timedOut = false;
    const limit =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill('SIGKILL');
          }, options.timeoutMs);
    const take = (/** @type {string} */ text) => {
      output = (output + text).slice(-KEPT_OUTPUT_CHARACTERS);
      const line = text.trim().split('\n').at(-1);
      if (line) options.onLine?.(line.trim());
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    const end = (/** @type {number | null} */ code) => {
      clearTimeout(limit);
      done({ code, output: output.trim(), timedOut });
    };
    child.on('error', (error) => {
      output += error.message;
      end(null);
    });
    child.on('close', end);
  });
}

/**
 * Runs a command that must succeed; its failure carries the command's output.
 * @param {string} what the step, for the failure's first line
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options]
 * @returns {Promise<string>} what it wrote
 */
export async function mustRun(what, command, args, options = {}) {
  const ended = await runQuietly(command, args, options);
  if (ended.code === 0) return ended.output;
  throw new SetUpFailure(`${what} failed: ${command} ${args.join(' ')}\n${ended.output}`);
}

/** The npm that started us, else the one on the path. */
export function npmCommand() {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('npm-cli.js')) return { command: process.execPath, args: [npm] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/**
 * The script behind an installed package's command, found by reading its files, so that it runs under this very Node
 * on every platform.
 * @param {string} packageName
 * @param {string} command
 */
export function packageCommand(packageName, command) {
  const folder = join(ROOT, 'node_modules', packageName);
  const bin = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin;
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a command with our own streams; signals that end this process end it first.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it, 127 when it did not start
 */
export function runOnScreen(command, args, env = process.env) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' });
    // A terminal sends Ctrl-C to the child as well; a second one would interrupt its shutdown.
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    const end = (/** @type {number} */ code) => {
      for (const signal of signals) process.off(signal, forward);
      done(code);
    };
    child.on('error', (error) => {
      process.stderr.write(`${command} did not start: ${error.message}\n`);
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? 128 + (signal === null ? 0 : signalNumber(signal))));
  });
}

/** @param {NodeJS.Signals} signal */
function signalNumber(signal) {
  return constants.signals[signal] ?? 0;
}

/**
 * A file of this repository that a command runs.
 * @param {string} path relative to the root
 * @returns {string} its absolute path
 */
export function sourceFile(path) {
  const file = join(ROOT, path);
  if (!existsSync(file)) throw new SetUpFailure(`This clone has no ${path}, so there is nothing to run.`);
  return file;
}
