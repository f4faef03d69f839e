import {
  close as closeDescriptor,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  read,
  rmSync,
  symlinkSync,
  write,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import koffi from 'koffi';

/**
 * A printer behind a real character device: the far end of a pseudo-terminal (pty(7)) in raw mode, which opens, blocks, refuses
 * (EAGAIN) and breaks (EIO) as the kernel does it. Unlike usblp it opens more than once, keeps some kilobytes on the way, and
 * fails with EIO or ENOENT where usblp gives ENODEV.
 */
export interface PseudoDevice {
  readonly path: string;
  /** What was written, one entry for each opening with data. */
  received(): Buffer[];
  /** What was written since it was last opened. */
  lastWritten(): Buffer;
  /** Answers each of these queries, once it was written, by these bytes. */
  answer(query: string, reply: string): void;
  /** Sends data without a query. */
  say(text: string): Promise<void>;
  /** Stops or continues reading. */
  stall(isStalled: boolean): void;
  /** Stops reading once it has so many bytes since it was last opened. */
  stallAfter(bytes: number): void;
  /** Resolves when the device is closed and everything written was read. */
  atRest(): Promise<void>;
  /** Resolves when what was written until now can be seen in `received`, as long as it does not stall. */
  polledTwice(): Promise<void>;
  waitFor(condition: () => boolean): Promise<void>;
  /** The cable is pulled: the device and its name disappear. */
  pull(): Promise<void>;
}

const library = koffi.load(null);
const unlockpt = library.func('int unlockpt(int descriptor)');
const ptsname = library.func('int ptsname_r(int descriptor, _Out_ uint8_t *name, size_t size)');
const tcgetattr = library.func('int tcgetattr(int descriptor, _Out_ uint8_t *settings)');
const cfmakeraw = library.func('void cfmakeraw(_Inout_ uint8_t *settings)');
const tcsetattr = library.func('int tcsetattr(int descriptor, int when, uint8_t *settings)');

export function createPseudoDevice(): PseudoDevice {
  const descriptor = openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  const name = Buffer.alloc(64);
  const settings = Buffer.alloc(256); // more than any system's struct termios
  if (unlockpt(descriptor) !== 0 || ptsname(descriptor, name, name.length) !== 0) throw new Error('no pseudo-terminal');
  if (tcgetattr(descriptor, settings) !== 0) throw new Error('no settings');
  cfmakeraw(settings);
  if (tcsetattr(descriptor, 0, settings) !== 0) throw new Error('no raw mode');
  const path = nameOfItsOwn(name.toString('latin1', 0, name.indexOf(0)));
  // Only after a first open and close does a read report EIO while the device is not open.
  closeSync(openSync(path, constants.O_RDWR | constants.O_NOCTTY));
  return serve(descriptor, path);
}

/** The kernel reuses the number of a closed pseudo-terminal: the old path would open the new terminal. */
function nameOfItsOwn(terminal: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'packbench-usb-')), 'lp0');
  symlinkSync(terminal, path);
  return path;
}

function serve(descriptor: number, path: string): PseudoDevice {
  const sessions: Buffer[][] = [[]];
  const answers = new Map<string, string>();
  const watchers = new Set<() => void>();
  let stalled = false;
  let stallAt = Number.POSITIVE_INFINITY;
  let isOpen = false;
  let pulled = false;
  let polls = 0;

  const session = (): Buffer[] => sessions.at(-1) ?? [];
  const sessionBytes = (): number => session().reduce((sum, chunk) => sum + chunk.length, 0);
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher();
  };
  const waitFor = (condition: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!condition()) return;
        clearTimeout(timer);
        watchers.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        watchers.delete(look);
        reject(new Error('The pseudo-device waited ten seconds in vain.'));
      }, 10_000);
      watchers.add(look);
      look();
    });

  const readOnce = (): Promise<Buffer | string> =>
    new Promise((resolve) => {
      const into = Buffer.alloc(4096);
      read(descriptor, into, 0, into.length, null, (error, count) =>
        resolve(error ? (error.code ?? 'unknown') : into.subarray(0, count)),
      );
    });
  const say = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      write(descriptor, Buffer.from(text, 'latin1'), (error) => (error ? reject(error) : resolve()));
    });

  const take = async (chunk: Buffer): Promise<void> => {
    session().push(chunk);
    for (const [query, reply] of answers) {
      const said = Buffer.concat(session()).toString('latin1');
      if (said.endsWith(query)) await say(reply);
    }
  };
  const serving = (async () => {
    while (!pulled) {
      const got = stalled || sessionBytes() >= stallAt ? 'stalled' : await readOnce();
      // EIO: the far end is not open, and all that was written has been read (pty(7)).
      if (got === 'EIO' && session().length > 0) sessions.push([]);
      isOpen = got !== 'EIO';
      if (typeof got !== 'string') await take(got);
      polls += 1;
      changed();
      if (typeof got === 'string') await pause(1);
    }
  })();

  return {
    path,
    received: () => sessions.filter((chunks) => chunks.length > 0).map((chunks) => Buffer.concat(chunks)),
    lastWritten: () => Buffer.concat(session()),
    answer: (query, reply) => void answers.set(query, reply),
    say,
    stall(isStalled) {
      stalled = isStalled;
      if (!isStalled) stallAt = Number.POSITIVE_INFINITY;
    },
    stallAfter(bytes) {
      stallAt = bytes;
    },
    atRest() {
      const before = polls;
      return waitFor(() => polls > before + 1 && !isOpen);
    },
    polledTwice() {
      const before = polls;
      return waitFor(() => polls > before + 1);
    },
    waitFor,
    async pull() {
      if (pulled) return;
      pulled = true;
      rmSync(dirname(path), { recursive: true });
      await serving;
      await new Promise((resolve) => closeDescriptor(descriptor, resolve));
    },
  };
}
