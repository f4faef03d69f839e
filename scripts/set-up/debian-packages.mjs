// @ts-check
/** Debian packages that the station and its tests need, and what to do about missing ones. Pure. */

/** What Electron needs to run, and a display for machines without one. */
export const RUN_TIME_PACKAGES = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'xvfb',
  'xauth',
];

/**
 * What tests alone need: a print server, a keyring with its bus, the engine of a site and its certificates, real key events, a window
 * manager and a Wayland compositor.
 */
export const TEST_PACKAGES = [
  'cups',
  'cups-client',
  'dbus',
  'dbus-x11',
  'gnome-keyring',
  'libsecret-1-0',
  'nats-server',
  'openbox',
  'openssl',
  'weston',
  'xdotool',
];

/** What making a package needs: the tools that find its dependencies, write it and sign a folder of packages. */
export const PACKAGING_PACKAGES = ['dpkg-dev', 'xz-utils', 'apt-utils', 'gpg'];

/** What the tests of an installed package need besides: they make a Debian of its own for each. */
export const PACKAGE_TEST_PACKAGES = ['debootstrap'];

/** Debian 13 and Ubuntu 24.04 renamed these for 64-bit time. */
const RENAMED_WITH_64_BIT_TIME = new Set(['libgtk-3-0', 'libasound2']);

/**
 * @param {readonly string[]} wanted
 * @param {ReadonlySet<string>} installed
 * @returns {string[]} those that are there under neither of their names
 */
export function missingPackages(wanted, installed) {
  return wanted.filter((name) => !installed.has(name) && !installed.has(`${name}t64`));
}

/**
 * Reads /etc/debian_version: "12.11", or on Ubuntu and others the code name they are based on, "trixie/sid".
 * @param {string} debianVersion
 */
export function has64BitTimeNames(debianVersion) {
  return !/^(?:\d|1[0-2])(?:\.|$)|^(?:stretch|buster|bullseye|bookworm)\b/.test(debianVersion.trim());
}

/**
 * @param {readonly string[]} names
 * @param {string} debianVersion
 */
export function installNames(names, debianVersion) {
  const renamed = has64BitTimeNames(debianVersion);
  return names.map((name) => (renamed && RENAMED_WITH_64_BIT_TIME.has(name) ? `${name}t64` : name));
}

/**
 * @typedef {{ kind: 'nothing' }
 *   | { kind: 'install', names: string[] }
 *   | { kind: 'end', names: string[], why: string }
 *   | { kind: 'go-on', names: string[], why: string }} PackageDecision
 * what to do: nothing, install, end the run, or go on without packages that only tests need
 */

/**
 * @param {object} situation
 * @param {readonly string[]} situation.runTime missing packages the station cannot run without
 * @param {readonly string[]} situation.testOnly missing packages that only tests need
 * @param {boolean} situation.root
 * @param {boolean} situation.mayInstall false when the person said --no-install
 * @returns {PackageDecision}
 */
export function decideOnPackages({ runTime, testOnly, root, mayInstall }) {
  const names = [...runTime, ...testOnly];
  if (names.length === 0) return { kind: 'nothing' };
  if (root && mayInstall) return { kind: 'install', names };
  const why = root ? '--no-install was given' : 'only root can install them';
  return { kind: runTime.length > 0 ? 'end' : 'go-on', names, why };
}

/** Packages with a service that would listen on the network from then on. Tests start the program themselves. */
const WITH_UNWANTED_SERVICE = new Set(['nats-server']);

/**
 * Links to make before these packages are installed, so that systemd neither starts nor enables their services (as "systemctl mask" does,
 * which needs a running systemd).
 * @param {readonly string[]} names
 * @returns {{ link: string, target: string }[]}
 */
export function serviceMasks(names) {
  return names
    .filter((name) => WITH_UNWANTED_SERVICE.has(name))
    .map((name) => ({ link: `/etc/systemd/system/${name}.service`, target: '/dev/null' }));
}

/**
 * The command to paste into a shell.
 * @param {readonly string[]} names as installNames gives them
 * @param {boolean} root
 */
export function installCommand(names, root) {
  const sudo = root ? '' : 'sudo ';
  const masks = serviceMasks(names).map(({ link, target }) => `${sudo}ln -sn ${target} ${link}; `);
  return `${masks.join('')}${sudo}apt-get update && ${sudo}apt-get install --yes --no-install-recommends ${names.join(' ')}`;
}
