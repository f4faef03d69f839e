import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Cipher, createTokenVault } from '../../../src/main/app/token-vault.ts';
import { systemTimers } from '../../../src/main/concurrency/waiting.ts';
import type { Clock } from '../../../src/main/core/ports/clock.ts';
import { copySettings, newestSettingsCopy } from '../../../src/main/files/settings-copies.ts';
import { unfilteredBoard } from '../../../src/shared/shipments/board-query.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { type StationInNode, sandboxAt, storedSettings } from '../../helpers/station-in-node.ts';
import { codeNumber, orderFor } from '../core/outbox/outbox-fixture.ts';

/**
 * A data folder as each release wrote it. That of the present version is made with
 * `PACKBENCH_WRITE_RELEASE=1 npx vitest run --project node test/main/station/release-folders.test.ts`, when it is released.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const releases = join(root, 'test/fixtures/releases');
const { version: presentVersion } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const opened = closedAfterEach();
const [first, second, third] = [1, 2, 3].map(codeNumber) as [string, string, string];

/** A keyring of which every computer has the key, so that a vault that was written on one is read on another. */
const keyring: Cipher = {
  isProtected: async () => true,
  encrypt: async (text) => Buffer.from(text).reverse(),
  decrypt: async (bytes) => Buffer.from(bytes).reverse().toString(),
};

/** A clock at the day on which a folder was written, so that nothing in it is too old. */
function clockAt(writtenAt: number): Clock {
  const startedAt = Date.now();
  return { now: () => writtenAt + Date.now() - startedAt, after: systemTimers.after };
}

const vaultIn = (folder: string) => createTokenVault({ file: join(folder, 'vault.json'), cipher: keyring });

/** What an operator finds in the environment in use. What waits is stopped in a copied folder, and is compared by its codes alone. */
async function contentsOf(station: StationInNode) {
  const { rows } = await station.call('shipments.page', { ...unfilteredBoard, offset: 0, limit: 50 });
  const { pickUpAddresses, templates } = await station.call('order-book.read', null);
  const { scans } = await station.call('scans.recent', null);
  // A deletion that counted down asks in a copied folder.
  const waiting = [
    ...(await station.call('deletions.pending', null)),
    ...(await station.call('commands.open', null)).filter(({ state }) => state !== 'counting'),
  ];
  return {
    parcels: rows.map(({ customCode, trackingCode, recipient, label, copies }) => ({
      ...{ customCode, trackingCode, recipient: recipient.name, label: label?.state ?? null, copies },
    })),
    jobs: (await station.call('print-jobs.list', null)).map(({ id, printer }) => ({ id, printer })),
    waiting: waiting.map(({ id, kind, codes }) => ({ id, kind, codes })),
    addresses: pickUpAddresses.map(({ name, address }) => ({ name, address })),
    templates: templates.map(({ name }) => name),
    scans: scans.map(({ code, mode }) => ({ code, mode })),
  };
}

/** What an operator finds in both environments, and the settings that the window shows. */
async function shownBy(station: StationInNode) {
  const practice = await contentsOf(station);
  await station.call('environment.use', { name: 'sandbox' });
  const { settings, vault } = await station.call('station.read', null);
  const { station: about, printers, environments, people, bench } = settings;
  const kept = { name: about.name, printers, environments: environments.map(({ name }) => name), people, bench };
  return { practice, sandbox: await contentsOf(station), settings: kept, tokens: vault.environmentsWithToken };
}

type Shown = Awaited<ReturnType<typeof shownBy>>;

async function writeRelease(target: string): Promise<void> {
  const folder = await opened.folder();
  const writtenAt = Date.now();
  const provisioning = { ...sandboxAt('http://127.0.0.1:9', 'token-of-the-release'), activeEnvironment: 'practice' };
  const settings = { station: { name: 'Bench 7' }, bench: { deleteUndoSeconds: 60 } };
  const station = await openStation(opened, { folder, settings, provisioning, vault: vaultIn(folder) });
  const order = (code: string) => station.call('order.create', { request: orderFor(code), evenIfDuplicate: true });
  for (const code of [first, second]) {
    const { command } = await order(code);
    await station.until('order.progress', { commandId: command.id }, ({ parcels }) =>
      parcels.some(({ label }) => label?.state === 'stored'),
    );
  }
  const scan = (text: string, mode: 'print' | 'look up' | 'delete') =>
    station.call('scan.submit', { reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' }, mode });
  await scan(first, 'print');
  await station.until('print-jobs.list', null, ([job]) => job?.state === 'sent');
  await scan(second, 'look up');
  await scan(second, 'delete');
  await station.call('order-book.save-address', { name: 'Dock 4', address: { text: '18 Harbour Road' } });
  const shownInPractice = await contentsOf(station);
  await station.call('environment.use', { name: 'sandbox' });
  await order(third);
  await station.until('commands.open', null, ([command]) => command?.state === 'waiting' && command.attempts > 0);
  await station.call('environment.use', { name: 'practice' });
  const shown = { ...(await shownBy(station)), practice: shownInPractice };
  await station.call('environment.use', { name: 'practice' });
  await station.stop();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(storedSettings(folder), null, '\t'));
  await copySettings(join(folder, 'settings.json'), writtenAt);
  const kept = ['settings.json', 'vault.json', 'settings-backups', 'practice'];
  for (const name of kept) cpSync(join(folder, name), join(target, name), { recursive: true });
  mkdirSync(join(target, 'records'));
  for (const name of readdirSync(join(folder, 'records')).filter((file) => file.endsWith('.sqlite3')))
    writeFileSync(
      join(target, 'records', `${name}.gz`),
      gzipSync(readFileSync(join(folder, 'records', name)), { level: 9 }),
    );
  writeFileSync(join(target, 'as-shown.json'), `${JSON.stringify({ writtenAt, shown }, null, 2)}\n`);
}

const ofThisVersion = join(releases, presentVersion);
const writes = process.env.PACKBENCH_WRITE_RELEASE === '1';
if (writes) {
  it(`writes the data folder of ${presentVersion}`, async () => {
    rmSync(ofThisVersion, { recursive: true, force: true });
    await writeRelease(ofThisVersion);
  });
}

const written = existsSync(releases) ? readdirSync(releases) : [];

describe('data folder of a release', () => {
  it('is there for this version', () => {
    if (!writes) expect(written).toContain(presentVersion);
  });

  it.each(written)('%s opens with everything in it', async (version) => {
    const source = join(releases, version);
    const folder = await opened.folder();
    cpSync(source, folder, { recursive: true });
    for (const name of readdirSync(join(source, 'records')))
      writeFileSync(
        join(folder, 'records', name.replace('.gz', '')),
        gunzipSync(readFileSync(join(source, 'records', name))),
      );
    const { writtenAt, shown }: { writtenAt: number; shown: Shown } = JSON.parse(
      readFileSync(join(source, 'as-shown.json'), 'utf8'),
    );
    const settingsFile = join(folder, 'settings.json');
    const settings = JSON.parse(readFileSync(settingsFile, 'utf8'));
    expect(newestSettingsCopy(settingsFile, writtenAt)).toEqual({ settings, at: new Date(writtenAt).toISOString() });
    const station = await openStation(opened, { folder, settings, vault: vaultIn(folder), clock: clockAt(writtenAt) });
    expect(await shownBy(station)).toMatchObject(shown);
  });
});
