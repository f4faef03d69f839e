import { describe, expect, it } from 'vitest';
import { refusedSwitches } from '../../../src/main/app/refused-switches.ts';

const refused: readonly (readonly [argument: string, name: string])[] = [
  ['--remote-debugging-port=9222', 'remote-debugging-port'],
  ['--remote-debugging-port', 'remote-debugging-port'],
  ['--remote-debugging-pipe', 'remote-debugging-pipe'],
  ['--remote-debugging-address=0.0.0.0', 'remote-debugging-address'],
  ['--remote-allow-origins=*', 'remote-allow-origins'],
  ['--inspect', 'inspect'],
  ['--inspect=0.0.0.0:9229', 'inspect'],
  ['--inspect-brk', 'inspect-brk'],
  ['--inspect-brk-node=1', 'inspect-brk-node'],
  ['--inspect-port=1', 'inspect-port'],
  ['--inspect-publish-uid=http', 'inspect-publish-uid'],
  ['--inspect-wait', 'inspect-wait'],
  ['--debug', 'debug'],
  ['--debug-brk=5858', 'debug-brk'],
  ['--debug-port=5858', 'debug-port'],
  ['--js-flags=--allow-natives-syntax', 'js-flags'],
  ['--renderer-cmd-prefix=gdb', 'renderer-cmd-prefix'],
  ['--utility-cmd-prefix=gdb', 'utility-cmd-prefix'],
  ['--gpu-launcher=sh', 'gpu-launcher'],
  ['--browser-subprocess-path=/tmp/other', 'browser-subprocess-path'],
  ['--disable-web-security', 'disable-web-security'],
  ['--ignore-certificate-errors', 'ignore-certificate-errors'],
  ['--host-resolver-rules=MAP * 127.0.0.1', 'host-resolver-rules'],
  ['--log-net-log=/tmp/log', 'log-net-log'],
  // Chromium takes one dash, a slash on Windows, and spaces around; Node takes underscores.
  ['-remote-debugging-port=1', 'remote-debugging-port'],
  ['/remote-debugging-port=1', 'remote-debugging-port'],
  [' --remote-debugging-port=1', 'remote-debugging-port'],
  ['--Remote-Debugging-Port=1', 'remote-debugging-port'],
  ['--inspect_brk', 'inspect-brk'],
];

const accepted = [
  '--provision=/etc/packbench/bench.json',
  '--provision=/var/inspect/bench.json',
  '--user-data-dir=/srv/--inspect',
  '--password-store=gnome-libsecret',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--ozone-platform=wayland',
  '--force-device-scale-factor=1.5',
  '--inspector-of-labels',
  '/home/inspect',
  'inspect',
  '--',
  '-',
  '',
];

const packaged = { isPackaged: true, isTestCopy: false };

describe('refused switches: in a packaged station', () => {
  it.each(refused)('%j is refused', (argument, name) => {
    expect(refusedSwitches(['/opt/packbench/packbench', argument], packaged)).toEqual([name]);
  });

  it.each(accepted)('%j is accepted', (argument) => {
    expect(refusedSwitches(['/opt/packbench/packbench', argument], packaged)).toEqual([]);
  });

  it('are found anywhere, after "--" too, and each is named once', () => {
    const argv = ['packbench', '--provision=x', '--inspect', '--', '--js-flags=--expose-gc', '--inspect=1'];
    expect(refusedSwitches(argv, packaged)).toEqual(['inspect', 'js-flags']);
  });

  it('the program itself is no switch', () => {
    expect(refusedSwitches(['--inspect'], packaged)).toEqual([]);
  });
});

describe('refused switches: none', () => {
  const argv = ['packbench', ...refused.map(([argument]) => argument)];

  it('in a development build', () => {
    expect(refusedSwitches(argv, { isPackaged: false, isTestCopy: false })).toEqual([]);
  });

  it('in the test copy of a package', () => {
    expect(refusedSwitches(argv, { isPackaged: true, isTestCopy: true })).toEqual([]);
  });
});
