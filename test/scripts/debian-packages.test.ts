import { describe, expect, it } from 'vitest';
import {
  decideOnPackages,
  has64BitTimeNames,
  installCommand,
  installNames,
  missingPackages,
  serviceMasks,
} from '../../scripts/set-up/debian-packages.mjs';

describe('Debian packages', () => {
  it('are missing only if not installed', () => {
    expect(missingPackages(['libnss3', 'xvfb'], new Set(['libnss3']))).toEqual(['xvfb']);
  });

  it('count as installed under the names of Debian 13 and Ubuntu 24.04', () => {
    expect(missingPackages(['libgtk-3-0', 'libasound2'], new Set(['libgtk-3-0t64', 'libasound2t64']))).toEqual([]);
  });

  it.each([
    ['11.9\n', false],
    ['12.11\n', false],
    ['bookworm/sid\n', false],
    ['13.1\n', true],
    ['trixie/sid\n', true],
    ['forky/sid\n', true],
  ])('have their newer names by /etc/debian_version %j: %s', (version, renamed) => {
    expect(has64BitTimeNames(version)).toBe(renamed);
  });

  it('are installed by the names of this system', () => {
    expect(installNames(['libgtk-3-0', 'libnss3'], '13.0')).toEqual(['libgtk-3-0t64', 'libnss3']);
    expect(installNames(['libgtk-3-0', 'libnss3'], '12.11')).toEqual(['libgtk-3-0', 'libnss3']);
  });

  it('need nothing where none is missing', () => {
    expect(decideOnPackages({ runTime: [], testOnly: [], root: false, mayInstall: true })).toEqual({ kind: 'nothing' });
  });

  it('are installed at once by root, those for tests too', () => {
    const decision = decideOnPackages({ runTime: ['xvfb'], testOnly: ['xdotool'], root: true, mayInstall: true });
    expect(decision).toEqual({ kind: 'install', names: ['xvfb', 'xdotool'] });
  });

  it.each([
    { root: true, mayInstall: false },
    { root: false, mayInstall: true },
    { root: false, mayInstall: false },
  ])('end the run where the station cannot start and nothing may be installed: %j', (who) => {
    expect(decideOnPackages({ runTime: ['xvfb'], testOnly: ['xdotool'], ...who })).toMatchObject({
      kind: 'end',
      names: ['xvfb', 'xdotool'],
    });
  });

  it.each([
    { root: true, mayInstall: false },
    { root: false, mayInstall: true },
  ])('do not end the run where only tests need them: %j', (who) => {
    expect(decideOnPackages({ runTime: [], testOnly: ['xdotool'], ...who })).toMatchObject({
      kind: 'go-on',
      names: ['xdotool'],
    });
  });

  it('have an install command that can be pasted', () => {
    expect(installCommand(['xvfb', 'xauth'], false)).toBe(
      'sudo apt-get update && sudo apt-get install --yes --no-install-recommends xvfb xauth',
    );
    expect(installCommand(['xvfb'], true)).toBe('apt-get update && apt-get install --yes --no-install-recommends xvfb');
  });

  it('do not start a service that only tests start', () => {
    expect(serviceMasks(['xvfb', 'nats-server'])).toEqual([
      { link: '/etc/systemd/system/nats-server.service', target: '/dev/null' },
    ]);
    expect(installCommand(['nats-server'], false)).toBe(
      'sudo ln -sn /dev/null /etc/systemd/system/nats-server.service; sudo apt-get update && ' +
        'sudo apt-get install --yes --no-install-recommends nats-server',
    );
  });
});
