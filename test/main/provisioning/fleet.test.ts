import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStationLog } from '../../../src/main/files/station-log.ts';
import { applyProvisioning } from '../../../src/main/provisioning/apply-provisioning.ts';
import { faultText } from '../../../src/main/provisioning/provisioning-fault.ts';
import { type ReadProvisioning, readProvisioning } from '../../../src/main/provisioning/read-provisioning.ts';
import { cleanToken } from '../../../src/main/service/service-token.ts';
import { siteKeyEntry, siteKeyOf } from '../../../src/main/site/site-key.ts';
import { speakLanguage } from '../../../src/main/text/main-text.ts';
import type { Provisioning } from '../../../src/shared/settings/provisioning.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { startStationInNode, vaultInMemory } from '../../helpers/station-in-node.ts';

const seed = Buffer.from(nkeys.createUser().getSeed()).toString();
const certificate = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
const settings = settingsSchema.parse({
  environments: [
    { name: 'practice', kind: 'practice' },
    { name: 'Live', kind: 'production', baseUrl: 'https://service.example' },
  ],
});
const site = { bench: 'bench-7', servers: ['tls://site.example:4222'], keyFile: 'key', environments: ['live'] };
const kept = {
  ...{ bench: 'bench-7', role: 'bench', servers: site.servers, environments: ['Live'], alone: 'ask' },
} as const;

let folder: string;
const opened = closedAfterEach();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-fleet-'));
  put('key', `# key of bench-7\n\n${seed}\n`);
  put('ca.pem', certificate);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string, mode = 0o600): void {
  writeFileSync(join(folder, name), content);
  chmodSync(join(folder, name), mode);
}

function read(fleet: unknown): ReadProvisioning {
  put('station.json', JSON.stringify({ fleet }));
  return readProvisioning(join(folder, 'station.json'), settings, { cleanToken, consumeVariable: () => undefined });
}
const faults = (fleet: unknown): string[] => {
  const result = read(fleet);
  return result.ok ? [] : result.faults.map(faultText);
};
const provisioned = (fleet: unknown): Provisioning => {
  const result = read(fleet);
  if (!result.ok) throw new Error(result.faults.map(faultText).join());
  return result.provisioning;
};

describe('provisioning: a site of several benches', () => {
  it('is stored with its defaults, its environments as this station spells them, and without the key', () => {
    const provisioning = provisioned({ ...site, caFile: 'ca.pem' });
    expect(provisioning.fleet?.seed).toBe(seed);
    const applied = applyProvisioning(settings, provisioning).settings;
    expect(applied.fleet).toEqual({ ...kept, caFile: join(folder, 'ca.pem') });
    expect(settingsSchema.parse(JSON.parse(JSON.stringify(applied)))).toEqual(applied);
  });

  it('stays where a later file does not name it, is taken as a whole where it does, and is left by an empty list', () => {
    const before = applyProvisioning(settings, provisioned({ ...site, alone: 'own', role: 'hub' })).settings;
    expect(applyProvisioning(before, {}).settings.fleet).toMatchObject({ alone: 'own', role: 'hub' });
    expect(applyProvisioning(before, provisioned(site)).settings.fleet).toEqual(kept);
    expect(applyProvisioning(before, provisioned({ ...site, environments: [] })).settings.fleet?.environments).toEqual(
      [],
    );
    expect(applyProvisioning(settings, {}).settings.fleet).toBeUndefined();
  });

  it('needs no key for servers on this computer', () => {
    const { keyFile: _, ...open } = { ...site, servers: ['nats://127.0.0.1:4222'] };
    expect(provisioned(open).fleet).not.toHaveProperty('seed');
  });

  it.skipIf(process.platform === 'win32')('is refused with a key that others can read', () => {
    chmodSync(join(folder, 'key'), 0o640);
    expect(faults(site)).toEqual([
      `fleet.keyFile: ${join(folder, 'key')} can be read by others (mode 640). Run chmod 600 on it`,
    ]);
  });

  it.each([
    ['a missing key file', { keyFile: 'none' }, /^fleet\.keyFile: .*none cannot be read \(ENOENT\)$/],
    ['a file of another kind in place of the key', { keyFile: 'ca.pem' }, /^fleet\.keyFile: .* contains no key/],
    ['a key in place of the certificate', { caFile: 'key' }, /^fleet\.caFile: .*key contains no PEM certificate$/],
    ['no key for another computer', { keyFile: undefined }, /^fleet\.keyFile: Name the file with the key/],
    ['an unknown environment', { environments: ['Live', 'x'] }, /^fleet\.environments\[1\]: names no environment/],
    ['the practice environment', { environments: ['Practice'] }, /^fleet\.environments\[0\]: names a practice/],
    ['a server without encryption', { servers: ['nats://site.example'] }, /^fleet\.servers\[0\]: .*tls:\/\//],
    ['a name with capital letters', { bench: 'Bench 7' }, /^fleet\.bench: Use 1 to 32 small letters/],
  ])('is refused with %s, by one sentence without the key', (_, change, sentence) => {
    const found = faults({ ...site, ...change });
    expect(found).toEqual([expect.stringMatching(sentence)]);
    expect(found.join()).not.toContain(seed);
  });

  it('is refused in the language of the station', async () => {
    const wrong = { ...site, environments: ['practice'] };
    for (const [language, part] of [
      ['de', 'Übungsumgebung'],
      ['ar', 'تدريب'],
    ] as const) {
      await speakLanguage(language);
      expect(faults(wrong)[0]).toContain(part);
    }
    await speakLanguage('en');
  });
});

describe('the key of a bench for its site', () => {
  const environments: Provisioning['environments'] = [
    { name: 'Live', kind: 'production', baseUrl: 'https://service.example' },
  ];

  it('goes to the vault, and stands in no file of the station, no answer to the window, no log and no support file', async () => {
    const vault = vaultInMemory(true);
    const place = await opened.folder();
    const log = opened.keep(
      openStationLog({ folder: join(place, 'logs'), clock: { now: Date.now }, after: Promise.resolve() }),
    );
    const path = join(folder, 'support.zip');
    const provisioning = { ...provisioned(site), environments, activeEnvironment: 'Live' };
    const station = opened.keep(
      await startStationInNode({ folder: place, vault, log, provisioning, chooseExportFile: async () => path }),
    );
    expect(await vault.read(siteKeyEntry)).toMatchObject({ token: seed });
    expect(await siteKeyOf(vault, 'bench-7')).toBe(seed);
    log.write({ event: 'error', error: new Error(`A library repeats ${seed}`), state: seed });
    const answers = [
      await station.call('station.read', null),
      await station.call('support-file.prepare', null),
      ...(await log.read(100_000)),
    ];
    expect(JSON.stringify(answers)).not.toContain(seed.slice(2, 40));
    await station.stop();
    for (const entry of readdirSync(place, { recursive: true, encoding: 'utf8' }))
      if (statSync(join(place, entry)).isFile())
        expect(readFileSync(join(place, entry)).includes(seed.slice(2, 40)), entry).toBe(false);
  });

  it('is replaced with the bench’s name, never used under another one, and forgotten with a file that names none', async () => {
    const vault = vaultInMemory(true);
    const start = async (fleet: unknown): Promise<void> => {
      const provisioning = { ...provisioned(fleet), environments };
      await (await startStationInNode({ folder: await opened.folder(), vault, provisioning })).stop();
    };
    await start(site);
    expect(await siteKeyOf(vault, 'bench-8')).toBeNull();
    expect(await siteKeyOf(vault, 'bench-7')).toBeNull();
    await start({ ...site, bench: 'bench-8' });
    expect(await siteKeyOf(vault, 'bench-8')).toBe(seed);
    await start({ ...site, bench: 'bench-8', keyFile: undefined, servers: ['nats://localhost'] });
    expect(await siteKeyOf(vault, 'bench-8')).toBeNull();
  });

  it('that is lost with the program where there is no keyring is named in a notice', async () => {
    const provisioning = { ...provisioned(site), environments };
    const station = opened.keep(await startStationInNode({ provisioning }));
    const { notices } = await station.call('station.read', null);
    expect(notices.map(({ message }) => message.code)).toContain('site-key.not-kept');
  });
});
