/**
 * Command-line switches that would open the packaged station to other programs. Electron's fuses already disable Node's inspector in a
 * package; Chromium's switches have no fuse.
 */
const refusedNames = new Set([
  // Node's inspector, with its names of earlier versions.
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'debug',
  'debug-brk',
  'debug-port',
  // Chromium's debugging protocol, which reads and controls the page.
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-allow-origins',
  // Flags of the JavaScript engine.
  'js-flags',
  // Another program in place of, or around, a child process.
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'ppapi-plugin-launcher',
  'gpu-launcher',
  'browser-subprocess-path',
  // Protection of the page and of connections, and recordings of either.
  'disable-web-security',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-rules',
  'host-resolver-rules',
  'log-net-log',
  'ssl-key-log-file',
]);

/** A file in the package's resources folder, which only the copy made for tests contains. */
export const testCopyMarker = 'packbench-test-copy';

export interface ProgramKind {
  /** Whether the program runs from a package. */
  isPackaged: boolean;
  /** Whether `testCopyMarker` is beside the package's code. */
  isTestCopy: boolean;
}

/**
 * The names of the switches in `argv` for which the station must not start; none in development and in the test copy. A name is read
 * more broadly than Chromium and Node read it: both kinds of dashes, Windows' slash, any case.
 */
export function refusedSwitches(argv: readonly string[], { isPackaged, isTestCopy }: ProgramKind): string[] {
  if (!isPackaged || isTestCopy) return [];
  const names = argv.slice(1).flatMap((argument) => {
    const name = /^(?:--?|\/)([^=]+)/.exec(argument.trim())?.[1]?.trim().toLowerCase().replaceAll('_', '-');
    return name !== undefined && refusedNames.has(name) ? [name] : [];
  });
  return [...new Set(names)];
}

/** The value of the last `--name=VALUE`, possibly empty; `null` without the switch. */
export function commandLineValue(args: readonly string[], name: string): string | null {
  const last = args.findLast((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  return last === undefined ? null : last.slice(`--${name}=`.length);
}
