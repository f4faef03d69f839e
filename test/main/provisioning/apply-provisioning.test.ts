import { describe, expect, it } from 'vitest';
import { applyProvisioning, tryProvisioning } from '../../../src/main/provisioning/apply-provisioning.ts';
import { printerForNewLabels } from '../../../src/shared/printing/printer.ts';
import { examineSentText, testCardText } from '../../../src/shared/scanning/scanner-test.ts';
import type { Provisioning } from '../../../src/shared/settings/provisioning.ts';
import { newStationSettings, type Settings, settingsSchema } from '../../../src/shared/settings/settings.ts';

const fresh = settingsSchema.parse({});
const busy: Settings = settingsSchema.parse({
  station: { name: 'Bench 7' },
  environments: [
    { name: 'practice', kind: 'practice' },
    { name: 'sandbox', kind: 'sandbox', baseUrl: 'https://old.example', currency: 'AED' },
  ],
  activeEnvironment: 'sandbox',
  printers: [
    { name: 'Practice printer', connection: { kind: 'virtual' } },
    { name: 'Zebra A', connection: { kind: 'tcp', host: '10.0.0.8' }, default: true },
  ],
  webhooks: { enabled: true, port: 9000 },
  network: { proxy: 'http://proxy.example:3128' },
  bench: { deleteUndoSeconds: 9, printOnCreate: true },
});

const faultPaths = (settings: Settings, provisioning: Provisioning): string[] => {
  const tried = tryProvisioning(settings, provisioning);
  return tried.ok ? [] : tried.faults.map((fault) => fault.path);
};

describe('provisioning: applying the file', () => {
  it('changes nothing when it names nothing', () => {
    expect(applyProvisioning(busy, {})).toEqual({ settings: busy, tokens: [] });
  });

  it('leaves out the set-up of a new bench where it names an environment, or says so', () => {
    const isOpen = (provisioning: Provisioning) =>
      applyProvisioning(newStationSettings(), provisioning).settings.setUp.isOpen;
    expect(isOpen({})).toBe(true);
    expect(isOpen({ station: { name: 'Bench 7' } })).toBe(true);
    expect(isOpen({ setup: false })).toBe(false);
    expect(isOpen({ environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl: 'https://new.example' }] })).toBe(
      false,
    );
  });

  it('refuses another kind for the name of a removed environment, whose records are on disk', () => {
    const settings = settingsSchema.parse({ removedEnvironments: [{ name: 'Sandbox', kind: 'sandbox' }] });
    const named = (kind: 'sandbox' | 'production') => ({
      environments: [{ name: 'sandbox', kind, baseUrl: 'https://new.example' }],
    });
    expect(faultPaths(settings, named('production'))).toEqual(['environments[0].kind']);
    expect(applyProvisioning(settings, named('sandbox')).settings.removedEnvironments).toEqual([]);
  });

  it('replaces the values it names and keeps the others, within one entry too', () => {
    const { settings } = applyProvisioning(busy, {
      environments: [{ name: 'sandbox', baseUrl: 'https://new.example' }],
      webhooks: { port: 8787 },
      network: { caFile: '/ca.pem' },
      bench: { printOnCreate: false },
    });
    expect(settings.environments[1]).toEqual({
      name: 'sandbox',
      kind: 'sandbox',
      baseUrl: 'https://new.example',
      currency: 'AED',
    });
    expect(settings.webhooks).toEqual({ enabled: true, host: '127.0.0.1', port: 8787 });
    expect(settings.network).toEqual({ proxy: 'http://proxy.example:3128', caFile: '/ca.pem' });
    expect(settings.bench).toEqual({
      deleteUndoSeconds: 9,
      printOnCreate: false,
      commandBarCodes: false,
      shiftHours: 12,
    });
    expect(settings.station.name).toBe('Bench 7');
    expect(settings.activeEnvironment).toBe('sandbox');
  });

  it('sets a spending limit per hour, keeps it if the file names none, and removes it for null', () => {
    const capped = applyProvisioning(busy, { spending: { capPerHour: 500 } }).settings;
    expect(capped.spending).toEqual({ capPerHour: 500 });
    expect(applyProvisioning(capped, { spending: {} }).settings.spending).toEqual({ capPerHour: 500 });
    expect(applyProvisioning(capped, { spending: { capPerHour: null } }).settings.spending).toEqual({
      capPerHour: null,
    });
  });

  it('names the scanners that send text, which keep the test of their port or model, and leaves the others', () => {
    const port = '/dev/serial/by-id/usb-Zebra';
    const tested = examineSentText(testCardText, false);
    const voyager = { vendorId: 0x0c2e, productId: 0x0b8f, product: 'Voyager' };
    const settings = settingsSchema.parse({
      scanner: {
        serial: [
          { name: 'Scanner 1', path: port, profile: tested },
          { name: 'Own', path: 'COM3' },
        ],
        hid: [{ name: 'Scanner 2', ...voyager, serialNumbers: ['A'], profile: tested }],
      },
    });
    const scanners = [
      { name: 'Left', port },
      { name: 'Right', model: '0C2E:0b8f' },
      { name: 'Third', model: '05e0:1300', serialNumbers: ['B'] },
    ];
    const applied = applyProvisioning(settings, { station: { scanners } }).settings;
    expect(applied.scanner).toEqual({
      keyboard: null,
      serial: [
        { name: 'Own', path: 'COM3', baudRate: 9600, profile: null },
        { name: 'Left', path: port, baudRate: 9600, profile: tested },
      ],
      hid: [
        { name: 'Right', ...voyager, serialNumbers: [], profile: tested },
        {
          name: 'Third',
          vendorId: 0x05e0,
          productId: 0x1300,
          product: '05e0:1300',
          serialNumbers: ['B'],
          profile: null,
        },
      ],
    });
    expect(applyProvisioning(applied, { station: { scanners } }).settings).toEqual(applied);
    expect(applied.station).toEqual(settings.station);
    const other = { station: { scanners: [{ name: 'own', model: '05e0:1300' }] } };
    expect(applyProvisioning(applied, other).settings.scanner.serial.map(({ name }) => name)).toEqual(['Left']);
  });

  it('makes the bench a kiosk, and keeps what the file does not name', () => {
    const { settings } = applyProvisioning(busy, { kiosk: { startWithComputer: true } });
    expect(settings.kiosk).toEqual({ startWithComputer: true, fullScreen: false, verdictScreen: false });
    const named = { fullScreen: true, verdictScreen: true };
    expect(applyProvisioning(settings, { kiosk: named }).settings.kiosk).toEqual({ startWithComputer: true, ...named });
  });

  it('accepts webhooks with two values and a public address, and refuses one header for two environments', () => {
    const webhook = { path: '/webhooks', header: { name: 'X-Hook-Key', value: 'one', otherValue: 'two' } };
    const { settings } = applyProvisioning(busy, {
      environments: [{ name: 'sandbox', webhook }],
      webhooks: { publicAddress: 'https://hooks.example' },
    });
    expect(settings.environments[1]?.webhook).toEqual(webhook);
    expect(settings.webhooks).toEqual({
      ...{ enabled: true, host: '127.0.0.1', port: 9000, publicAddress: 'https://hooks.example' },
    });
    const other = { path: '/webhooks', header: { name: 'x-hook-key', value: 'two' } };
    expect(faultPaths(settings, { environments: [{ name: 'practice', webhook: other }] })).toEqual(['environments']);
  });

  it('adds new environments and printers after the old ones', () => {
    const { settings } = applyProvisioning(fresh, {
      environments: [{ name: 'live', kind: 'production', baseUrl: 'https://service.example' }],
      activeEnvironment: 'live',
      printers: [{ name: 'Zebra B', connection: { kind: 'tcp', host: 'zebra-b', port: 9100 }, default: true }],
    });
    expect(settings.environments.map((entry) => entry.name)).toEqual(['practice', 'live']);
    expect(settings.activeEnvironment).toBe('live');
    expect(settings.printers).toEqual([
      { name: 'Practice printer', connection: { kind: 'virtual' }, default: false },
      { name: 'Zebra B', connection: { kind: 'tcp', host: 'zebra-b', port: 9100 }, default: true },
    ]);
  });

  it('makes a known printer the default by its name alone, and keeps the default when none is named', () => {
    const named = applyProvisioning(busy, { printers: [{ name: 'practice printer', default: true }] }).settings
      .printers;
    expect(named.map((printer) => [printer.name, printer.default])).toEqual([
      ['Practice printer', true],
      ['Zebra A', false],
    ]);
    const added = applyProvisioning(busy, { printers: [{ name: 'New', connection: { kind: 'virtual' } }] });
    expect(added.settings.printers.find((printer) => printer.default)?.name).toBe('Zebra A');
  });

  it('drops the identity of a printer that gets another address, unless the file names it', () => {
    const known = { model: 'ZD421', serial: 'D2J1', dotsPerMillimetre: 8 };
    const met = { ...busy, printers: busy.printers.map((one) => ({ ...one, ...(one.default && { known }) })) };
    const identityAt = (host: string, named = {}) =>
      applyProvisioning(met, {
        printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host, port: 9100 }, ...named }],
      }).settings.printers[1]?.known;
    expect(identityAt('10.0.0.9')).toBeUndefined();
    expect(identityAt('10.0.0.8')).toEqual(known);
    expect(identityAt('10.0.0.9', { known: { ...known, serial: 'D2J2' } })).toEqual({ ...known, serial: 'D2J2' });
    expect(applyProvisioning(met, { printers: [{ name: 'Zebra A' }] }).settings.printers[1]?.known).toEqual(known);
  });

  it('a virtual printer that the file makes the default prints outside practice too; the built-in one never does', () => {
    const chosen = (settings: Settings) => printerForNewLabels(settings.printers, 'production')?.name ?? null;
    expect(chosen(fresh)).toBeNull();
    expect(chosen(applyProvisioning(fresh, { station: { name: 'Bench 7' } }).settings)).toBeNull();
    const virtual = { name: 'To files', connection: { kind: 'virtual' } } as const;
    expect(chosen(applyProvisioning(fresh, { printers: [virtual] }).settings)).toBeNull();
    const { settings } = applyProvisioning(fresh, { printers: [{ ...virtual, default: true }] });
    expect(chosen(settings)).toBe('To files');
    expect(chosen(applyProvisioning(settings, { printers: [{ name: 'To files' }] }).settings)).toBe('To files');
    expect(
      chosen(applyProvisioning(settings, { printers: [{ name: 'to files', default: false }] }).settings),
    ).toBeNull();
    const zebra = { name: 'Zebra A', connection: { kind: 'tcp', host: 'zebra-a', port: 9100 }, default: true } as const;
    expect(chosen(applyProvisioning(settings, { printers: [zebra] }).settings)).toBe('Zebra A');
  });

  it('finds entries without case and keeps the spelling that records are stored under', () => {
    const { settings, tokens } = applyProvisioning(busy, {
      environments: [{ name: 'SANDBOX', token: 'abc' }],
      activeEnvironment: 'Sandbox',
    });
    expect(settings).toEqual(busy);
    expect(tokens).toEqual([{ environment: 'sandbox', pasted: 'abc' }]);
  });

  it('never puts the password of the proxy into the settings', () => {
    const proxy = 'http://packer:very%20secret@proxy.example:3128';
    const { settings } = applyProvisioning(fresh, { network: { proxy } });
    expect(settings.network.proxy).toBe('http://packer@proxy.example:3128/');
    const again = applyProvisioning(settings, { network: { proxy: 'http://proxy.example:3128' } });
    expect(again.settings.network.proxy).toBe('http://proxy.example:3128');
  });

  it('gives tokens separately, as pasted, and never puts one into the settings', () => {
    const { settings, tokens } = applyProvisioning(fresh, {
      environments: [
        { name: 'practice', token: 'not-needed' },
        { name: 'one', kind: 'sandbox', baseUrl: 'https://one.example', token: 'Bearer secret-one' },
      ],
    });
    expect(tokens).toEqual([{ environment: 'one', pasted: 'Bearer secret-one' }]);
    expect(JSON.stringify(settings)).not.toMatch(/secret-one|not-needed/);
  });

  it('refuses incomplete new entries, and an active environment that does not exist', () => {
    const provisioning: Provisioning = {
      environments: [{ name: 'a' }, { name: 'b', kind: 'sandbox' }],
      printers: [{ name: 'p' }],
      activeEnvironment: 'c',
    };
    expect(faultPaths(fresh, provisioning)).toEqual([
      'environments[0].kind',
      'environments[1].baseUrl',
      'printers[0].connection',
      'activeEnvironment',
    ]);
    expect(() => applyProvisioning(fresh, provisioning)).toThrow('environments[0].kind');
  });

  it('refuses an address of a practice environment, known or new; one in older settings is dropped', () => {
    const environments = [
      { name: 'practice', baseUrl: 'https://new.example' },
      { name: 'second', kind: 'practice', labelUrl: 'https://new.example' },
    ] as const;
    expect(faultPaths(busy, { environments: [...environments] })).toEqual([
      'environments[0].baseUrl',
      'environments[1].labelUrl',
    ]);
    const older = settingsSchema.parse({
      environments: [{ name: 'practice', kind: 'practice', baseUrl: 'https://old.example' }],
    });
    expect(older.environments).toEqual([{ name: 'practice', kind: 'practice' }]);
  });

  it('never changes the kind of an environment: its records would be shown in the other', () => {
    expect(faultPaths(busy, { environments: [{ name: 'sandbox', kind: 'production' }] })).toEqual([
      'environments[0].kind',
    ]);
  });

  it('refuses the whole file when the lists would exceed their limits', () => {
    const printers = Array.from({ length: 50 }, (_, index) => ({
      name: `p${index}`,
      connection: { kind: 'virtual' as const },
    }));
    expect(faultPaths(fresh, { printers })).toEqual(['printers']);
  });
});
