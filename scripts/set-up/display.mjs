// @ts-check
/** A private screen for machines without one, and for tests that press real keys. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SetUpFailure } from './step.mjs';

const READY_WITHIN_MS = 15_000;
const SCREEN = '1920x1080x24';

/** @typedef {{ env: NodeJS.ProcessEnv, end: () => void }} Display the environment of programs shown on it, and how to end it */

/**
 * @param {string} command
 * @param {string} path folders to look in, divided as the system's PATH is
 */
export function isOnPath(command, path = process.env.PATH ?? '') {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @param {NodeJS.ProcessEnv} env */
export function hasDisplay(env) {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * Runs something on a screen of its own, so that its windows and key presses do not disturb the desktop; on the
 * current display if there is no Xvfb.
 * @template T
 * @param {NodeJS.ProcessEnv} env
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function onPrivateDisplay(env, work) {
  const display = await startPrivateDisplay(env);
  if (display === null) return work(env);
  try {
    return await work(display.env);
  } finally {
    display.end();
  }
}

/**
 * A screen of its own, or null where the current display is to be used because there is no Xvfb.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Display | null>}
 */
export async function startPrivateDisplay(env) {
  return hasDisplay(env) && !hasPrivateDisplays() ? null : startDisplay(env);
}

/** Whether programs can be shown on displays of their own. */
export function hasPrivateDisplays() {
  return isOnPath('Xvfb');
}

/**
 * Starts Xvfb on a free number, closed to other users, with a window manager where one is installed (without one no
 * window gets the keyboard).
 * @param {NodeJS.ProcessEnv} outer
 * @returns {Promise<Display>}
 */
async function startDisplay(outer) {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-display-'));
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  const end = () => {
    process.off('exit', end);
    for (const child of children.reverse()) child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', end);
  try {
    const authority = join(folder, 'authority');
    writeFileSync(authority, cookieForEveryDisplay(), { mode: 0o600 });
    const server = startServer(authority);
    children.push(server.child);
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...outer, DISPLAY: `:${await server.number}`, XAUTHORITY: authority };
    // Electron on Wayland would not open its windows here.
    delete env.WAYLAND_DISPLAY;
    if (isOnPath('openbox')) {
      const marker = join(folder, 'openbox-ready');
      children.push(
        spawn('openbox', ['--sm-disable', '--startup', `touch ${marker}`], { env, detached: true, stdio: 'ignore' }),
      );
      await until(() => existsSync(marker), 'openbox');
    }
    return { env, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** @param {string} authority */
function startServer(authority) {
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset', '-auth', authority];
  const child = spawn('Xvfb', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-4000);
  });
  /** @type {Promise<string>} */
  const number = new Promise((found, failed) => {
    const fail = (/** @type {string} */ why) => failed(new SetUpFailure(`Xvfb did not start: ${why}\n${said}`));
    const limit = setTimeout(() => fail('no answer in time'), READY_WITHIN_MS);
    let digits = '';
    child.stdio[3]?.on('data', (chunk) => {
      digits += chunk;
      if (digits.endsWith('\n')) found(digits.trim());
    });
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code) => fail(`exit code ${code}`));
    child.stdio[3]?.on('close', () => clearTimeout(limit));
  });
  return { child, number };
}

/**
 * An X authority file with one entry that fits every display, since the number is known only once the server runs
 * (Xauth's file format: family 65535 is "wild", an empty number matches all).
 */
function cookieForEveryDisplay() {
  const name = Buffer.from('MIT-MAGIC-COOKIE-1');
  const field = (/** @type {Buffer} */ content) =>
    Buffer.concat([Buffer.from([content.length >> 8, content.length & 255]), content]);
  const empty = Buffer.alloc(0);
  return Buffer.concat([Buffer.from([255, 255]), field(empty), field(empty), field(name), field(randomBytes(16))]);
}

/**
 * @param {() => boolean} ready
 * @param {string} what
 */
async function until(ready, what) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!ready()) {
    if (Date.now() > deadline) throw new SetUpFailure(`${what} did not start in ${READY_WITHIN_MS / 1000} s.`);
    await pause(20);
  }
}
