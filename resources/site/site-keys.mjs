#!/usr/bin/env node
// @ts-check
/**
 * Keys and permissions of a site. It needs Node 18 and openssl 3, and nothing else; it runs where the server's folder is.
 * The names of the NATS subjects are those of src/main/site/site-stream.ts; test/main/site/secured-site.test.ts tries them.
 */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const help = `Usage: site-keys.mjs COMMAND [NAME] [--dir=DIR]

  init --hosts=HOST,… --environments=NAME,…   make the folder: authority, server certificate, configuration
  add NAME [--hub]      make a key for a bench, or for a hub, which is named "hub" or "hub-…"
  rotate NAME           make a new key; it and the ones before are accepted until "finish"
  finish NAME           accept the newest key only
  revoke NAME           accept no key of this bench any more
  certificate           make a new server certificate
  list                  show the benches and their public keys

--dir is the site's folder, else the present one. The server reads its part "server" alone, and reads it again after:
systemctl reload packbench-site, or nats-server --signal reload
`;

/**
 * @typedef {{ name: string, isHub: boolean, publicKeys: string[] }} Bench
 * @typedef {{ hosts: string[], environments: string[], benches: Bench[] }} Site
 */

class Wrong extends Error {}

const benchName = /^[a-z0-9][a-z0-9-]{0,31}$/;
/** Benches believe that a bench is a hub by its name alone (src/shared/site/heartbeat.ts). */
const hubName = /^hub(-|$)/;
const environmentName = /^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$/;
const hostName = /^(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|[0-9A-Fa-f:.]{2,45})$/;
const serverDays = 825;
const authorityDays = 3650;

/** @param {string[]} args */
function run(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      dir: { type: 'string', default: '.' },
      hosts: { type: 'string', default: '' },
      environments: { type: 'string', default: '' },
      hub: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [command = '', name = ''] = positionals;
  if (values.help || command === '') return process.stdout.write(help);
  const { dir } = values;
  if (command === 'init') return init(dir, list(values.hosts), list(values.environments));
  const site = readSite(dir);
  if (command === 'list') return printBenches(site);
  if (command === 'certificate') return certify(dir, site.hosts);
  if (!benchName.test(name)) throw new Wrong('Name a bench: 1 to 32 small letters, digits and -.');
  const known = site.benches.find((bench) => bench.name === name);
  if (command === 'add') {
    if (known) throw new Wrong(`${name} is there already. Use "rotate ${name}".`);
    if (values.hub !== hubName.test(name))
      throw new Wrong(
        values.hub ? 'Name a hub "hub" or "hub-…".' : `${name} is the name of a hub. Use --hub, or another name.`,
      );
    return save(dir, {
      ...site,
      benches: [...site.benches, { name, isHub: values.hub, publicKeys: [newKey(dir, name)] }],
    });
  }
  if (!known) throw new Wrong(`No bench is named ${name}.`);
  const others = site.benches.filter((bench) => bench !== known);
  if (command === 'revoke') {
    rmSync(keyFile(dir, name), { force: true });
    return save(dir, { ...site, benches: others });
  }
  const withKeys = (/** @type {string[]} */ publicKeys) =>
    save(dir, { ...site, benches: [...others, { ...known, publicKeys }] });
  if (command === 'finish') return withKeys(known.publicKeys.slice(-1));
  if (command !== 'rotate') throw new Wrong(help);
  // The bench may still use any of them.
  return withKeys([...known.publicKeys, newKey(dir, name)]);
}

/** @param {string} text */
const list = (text) => text.split(',').flatMap((each) => each.trim() || []);

/** @param {string} dir @param {string[]} hosts @param {string[]} environments */
function init(dir, hosts, environments) {
  if (existsSync(join(dir, 'site.json'))) throw new Wrong(`${dir} has a site already.`);
  if (hosts.length === 0 || !hosts.every((host) => hostName.test(host)))
    throw new Wrong('Name the hosts of the server.');
  if (environments.length === 0 || !environments.every((each) => environmentName.test(each)))
    throw new Wrong('Name the environments that are shared, never practice.');
  mkdirSync(join(dir, 'keys'), { recursive: true, mode: 0o700 });
  // A server that may write nowhere else, or a container, finds the folder of its data.
  mkdirSync(served(dir, 'data'), { recursive: true, mode: 0o700 });
  openssl([
    ...['req', '-x509', '-days', `${authorityDays}`, '-subj', '/CN=Packbench site authority'],
    ...['-addext', 'basicConstraints=critical,CA:TRUE,pathlen:0', '-addext', 'keyUsage=critical,keyCertSign'],
    ...newEcKey(join(dir, 'ca-key.pem'), join(dir, 'ca.pem')),
  ]);
  certify(dir, hosts);
  for (const file of ['nats-server.conf', 'cluster.conf']) copyFileSync(join(beside, file), served(dir, file));
  copyFileSync(join(dir, 'ca.pem'), served(dir, 'ca.pem'));
  copyFileSync(join(beside, 'compose.yaml'), join(dir, 'compose.yaml'));
  writeContainerUser(dir);
  save(dir, { hosts, environments, benches: [] });
}

/** The container runs as the owner of the files, whom compose.yaml cannot know; as root it does not. @param {string} dir */
function writeContainerUser(dir) {
  const user = process.getuid?.() ?? 0;
  if (user !== 0)
    writeFileSync(join(dir, '.env'), `SITE_USER=${user}:${process.getgid?.() ?? user}\n`, { mode: 0o644 });
}

/** @param {string} dir @param {string[]} hosts */
function certify(dir, hosts) {
  const names = hosts.map((host) => (/^[\d.]+$|:/.test(host) ? `IP:${host}` : `DNS:${host}`));
  openssl([
    ...['req', '-x509', '-days', `${serverDays}`, '-subj', '/CN=Packbench site'],
    ...['-CA', join(dir, 'ca.pem'), '-CAkey', join(dir, 'ca-key.pem')],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-addext', `subjectAltName=${names.join(',')}`],
    ...['-addext', 'extendedKeyUsage=serverAuth,clientAuth'],
    ...newEcKey(served(dir, 'server-key.pem'), served(dir, 'server.pem')),
  ]);
}

/** @param {string} key @param {string} certificate */
const newEcKey = (key, certificate) => [
  ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-keyout', key, '-out', certificate],
];

/** @param {string[]} args */
const openssl = (args) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });

const beside = dirname(fileURLToPath(import.meta.url));
/** What the server and its other nodes get: neither the authority's key nor those of benches. */
const served = (/** @type {string} */ dir, /** @type {string} */ name) => join(dir, 'server', name);
const keyFile = (/** @type {string} */ dir, /** @type {string} */ name) => join(dir, 'keys', `${name}.key`);

/** Writes a new seed, which its owner alone may read, and returns the public key. @param {string} dir @param {string} name */
function newKey(dir, name) {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  replace(keyFile(dir, name), `${nkey([0x95, 0x00], d)}\n`, 0o600);
  return nkey([0xa0], x);
}

/** The text form of NATS keys: kind, 32 bytes, CRC-16/XMODEM, in base 32. @param {number[]} kind @param {string} base64url */
function nkey(kind, base64url) {
  const bytes = [...kind, ...Buffer.from(base64url, 'base64url')];
  const sum = bytes.reduce((crc, byte) => {
    let next = crc ^ (byte << 8);
    for (let bit = 0; bit < 8; bit += 1) next = ((next << 1) ^ (next & 0x8000 ? 0x1021 : 0)) & 0xffff;
    return next;
  }, 0);
  const bits = [...bytes, sum & 0xff, sum >> 8].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** @param {string} dir @returns {Site} */
function readSite(dir) {
  try {
    return JSON.parse(readFileSync(join(dir, 'site.json'), 'utf8'));
  } catch {
    throw new Wrong(`${dir} has no site. Begin with "init".`);
  }
}

/** @param {string} dir @param {Site} site */
function save(dir, site) {
  const benches = [...site.benches].sort((one, other) => (one.name < other.name ? -1 : 1));
  replace(served(dir, 'users.conf'), usersConfiguration({ ...site, benches }), 0o644);
  replace(join(dir, 'site.json'), `${JSON.stringify({ ...site, benches }, null, 2)}\n`, 0o644);
}

/** @param {Site} site */
function usersConfiguration({ environments, benches }) {
  const users = benches.flatMap((bench) => {
    const { publish, subscribe } = permissionsOf(bench, environments);
    const lists = `publish: { allow: [${quoted(publish)}] }, subscribe: { allow: [${quoted(subscribe)}] }`;
    return bench.publicKeys.map((key) => `    # ${bench.name}\n    { nkey: ${key}, permissions: { ${lists} } }`);
  });
  return `# Written by site-keys.mjs from site.json. It holds public keys only.
authorization: {
  timeout: 5
  users: [
${users.join('\n')}
  ]
}
`;
}

const quoted = (/** @type {string[]} */ subjects) => subjects.map((each) => JSON.stringify(each)).join(', ');

/**
 * The least that a bench needs. It writes its own facts, and acts on parcels, which are signed. What is missing is as important:
 * - CONSUMER.MSG.NEXT and DIRECT.GET: their answers go to a subject that the request names, with bytes of the bench's choice or with none.
 *   With them a bench writes to the subjects of others, and deletes streams.
 * - STREAM.UPDATE, STREAM.DELETE, STREAM.PURGE, STREAM.MSG.DELETE, and consumers of other names.
 * @param {Bench} bench @param {string[]} environments
 */
function permissionsOf({ name, isHub }, environments) {
  const publish = environments.flatMap((environment) => {
    const part = environment.toLowerCase().replaceAll(' ', '=');
    const [subject, stream] = [`site.${part}`, `site-${part}`];
    return [
      ...[`${subject}.by.${name}`, `${subject}.by.${name}.*`, `${subject}.parcel.>`],
      ...['INFO', 'MSG.GET', ...(isHub ? ['CREATE'] : [])].map((each) => `$JS.API.STREAM.${each}.${stream}`),
      ...['CREATE', 'INFO', 'DELETE'].map((each) => `$JS.API.CONSUMER.${each}.${stream}.${name}`),
      `$JS.FC.${stream}.${name}.>`,
    ];
  });
  return { publish, subscribe: [`_INBOX.${name}.>`] };
}

/** @param {Site} site */
function printBenches({ environments, hosts, benches }) {
  process.stdout.write(`Hosts: ${hosts.join(', ')}. Environments: ${environments.join(', ')}.\n`);
  for (const { name, isHub, publicKeys } of benches)
    process.stdout.write(`${name}${isHub ? ' (hub)' : ''}  ${publicKeys.join(' ')}\n`);
}

/** The server never reads half a file. @param {string} file @param {string} text @param {number} mode */
function replace(file, text, mode) {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, text, { mode, flag: 'wx' });
  renameSync(fresh, file);
}

try {
  // Keys of the authority and the server are written by openssl.
  process.umask(0o077);
  run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Wrong)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
