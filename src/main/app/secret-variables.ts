import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * On Linux, Chromium starts the first processes of its own before any code of an application runs, and every page comes from them. So
 * they, and each page, have the environment with which the application was started in their memory. A token in a variable is removed
 * there before a page exists; where the system forbids that, this process replaces itself by one that never had the variable.
 */

/** Names the pipe through which a replaced process passes variables on. */
const pipeVariable = 'PACKBENCH_PASSED_VARIABLES';

/** Variables that were taken out of the environment. */
export interface TakenVariables {
  readonly values: ReadonlyMap<string, string>;
  /** Names of those that another process of this application still has. */
  readonly exposed: readonly string[];
}

/** Functions that a test replaces. */
export interface TakeVariablesParts {
  /** False where a process that this one started may still have a value. */
  eraseInChildren?(entries: ReadonlyMap<string, string>): boolean;
}

/** Takes the variables out of the environment of this process and of all that it has started. May not return, but start anew. */
export function takeVariables(names: readonly string[], parts: TakeVariablesParts = {}): TakenVariables {
  const { eraseInChildren = eraseFromChildren } = parts;
  const passed = readPassedVariables();
  const values = new Map<string, string>();
  for (const name of new Set(names)) {
    const value = process.env[name];
    if (value !== undefined) values.set(name, value);
    delete process.env[name];
  }
  const secrets = new Map([...values].filter(([, value]) => value !== ''));
  let exposed: string[] = [];
  if (process.platform === 'linux' && secrets.size > 0) {
    eraseFromOwnStack(secrets);
    if (!eraseInChildren(secrets)) {
      if (passed.size === 0 && !isDebugged()) startAnew(secrets);
      exposed = [...secrets.keys()];
    }
  }
  return { values: new Map([...passed, ...values]), exposed };
}

/** Puts them back for one action: a new start of this application, which takes them out again. */
export function withVariables({ values }: Pick<TakenVariables, 'values'>, startAgain: () => void): void {
  Object.assign(process.env, Object.fromEntries(values));
  startAgain();
  for (const name of values.keys()) delete process.env[name];
}

/** What this process was started with, as the system shows it to others. */
function eraseFromOwnStack(entries: ReadonlyMap<string, string>): void {
  try {
    eraseFrom(process.pid, entries, ({ place }) => place === '[stack]');
  } catch {
    // Only main has it.
  }
}

/** Passes over all children until none has a value; a program that is just starting may still copy it. */
function eraseFromChildren(entries: ReadonlyMap<string, string>): boolean {
  for (let pass = 0; pass < 10; pass += 1) {
    try {
      const found = descendantsOf(process.pid).map((pid) => eraseFrom(pid, entries, () => true));
      if (found.every((count) => count === 0)) return true;
    } catch (error) {
      // A process that ended in the meantime is no longer listed in the next pass.
      if (pass > 2 || !['ENOENT', 'ESRCH'].includes(String(Object(error).code))) return false;
    }
  }
  return false;
}

/** Processes that this one started, and those that they started. Throws where the system does not list them. */
function descendantsOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

interface MemoryRegion {
  readonly from: number;
  readonly to: number;
  readonly place: string;
}

/** The memory that a process may have written: its variables are on its stack, copies of them on its heap. */
function writableRegions(pid: number): MemoryRegion[] {
  return readFileSync(`/proc/${pid}/maps`, 'latin1')
    .split('\n')
    .flatMap((line) => {
      const [, from, to, place] = /^([0-9a-f]+)-([0-9a-f]+) rw.p \S+ \S+ \d+ *(.*)$/.exec(line) ?? [];
      if (from === undefined || to === undefined) return [];
      return [{ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), place: place ?? '' }];
    });
}

const chunkBytes = 4 * 1024 * 1024;

/** Overwrites the values of the variables in a process; returns how often one was there. Throws where it may not. */
function eraseFrom(
  pid: number,
  entries: ReadonlyMap<string, string>,
  includes: (region: MemoryRegion) => boolean,
): number {
  const patterns = [...entries].map(([name, value]) => ({
    bytes: Buffer.from(`${name}=${value}`),
    valueAt: Buffer.byteLength(name) + 1,
  }));
  const overlap = Math.max(...patterns.map(({ bytes }) => bytes.length));
  const buffer = Buffer.alloc(chunkBytes + overlap);
  let count = 0;
  const memory = openSync(`/proc/${pid}/mem`, 'r+');
  try {
    for (const { from, to } of writableRegions(pid).filter(includes)) {
      for (let start = from; start < to; start += chunkBytes) {
        const length = readMemory(memory, buffer, Math.min(buffer.length, to - start), start);
        const read = buffer.subarray(0, length);
        for (const { bytes, valueAt } of patterns) {
          for (let at = read.indexOf(bytes); at >= 0; at = read.indexOf(bytes, at + 1)) {
            writeSync(memory, Buffer.alloc(bytes.length - valueAt), 0, bytes.length - valueAt, start + at + valueAt);
            count += 1;
          }
        }
      }
    }
  } finally {
    closeSync(memory);
  }
  return count;
}

/** The bytes read; 0 for memory that is reserved and not in use, or whose process has ended. */
function readMemory(memory: number, buffer: Buffer, length: number, position: number): number {
  try {
    return readSync(memory, buffer, 0, length, position);
  } catch (error) {
    if (['EIO', 'EFAULT', 'ESRCH'].includes(String(Object(error).code))) return 0;
    throw error;
  }
}

/** True under a debugger or a test tool, which would lose a process that starts anew. */
function isDebugged(): boolean {
  const parameters = [...process.execArgv, ...commandLine()];
  return parameters.some((parameter) => /^--(?:inspect|remote-debugging)/.test(parameter));
}

/** As the process was started, with the switches that Electron leaves out of `process.argv`. */
const commandLine = (): string[] => readFileSync('/proc/self/cmdline', 'utf8').split('\0').slice(0, -1);

/** F_SETFD of Linux. */
const setDescriptorFlags = 2;

/**
 * Replaces this process by a new start of the same program, without the variables: process id, streams, signals and exit code stay those
 * of the first. Returns only where that failed.
 */
function startAnew(values: ReadonlyMap<string, string>): void {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi')['default'];
    const system = koffi.load(null);
    const pipe = system.func('int pipe(_Out_ int *ends)');
    const fcntl = system.func('int fcntl(int descriptor, int command, ...)');
    const execve = system.func('int execve(const char *path, const char **parameters, const char **variables)');
    const ends = [0, 0] as [number, number];
    if (pipe(ends) !== 0) return;
    writeSync(ends[1], JSON.stringify([...values]));
    closeSync(ends[1]);
    const variables = Object.entries({ ...process.env, [pipeVariable]: String(ends[0]) });
    // Node may have marked its streams to be closed in other programs.
    for (const descriptor of [0, 1, 2]) fcntl(descriptor, setDescriptorFlags, 'int', 0);
    execve(process.execPath, [...commandLine(), null], [...variables.map(([name, value]) => `${name}=${value}`), null]);
    closeSync(ends[0]);
  } catch {
    // Goes on with the variables, and reports that they can be read.
  }
}

/** The variables that the process had before it started anew. */
function readPassedVariables(): Map<string, string> {
  const pipe = Number(process.env[pipeVariable]);
  delete process.env[pipeVariable];
  try {
    if (!Number.isInteger(pipe) || pipe < 3 || !fstatSync(pipe).isFIFO()) return new Map();
    const text = readFileSync(pipe, 'utf8');
    closeSync(pipe);
    return new Map(JSON.parse(text));
  } catch {
    return new Map();
  }
}
