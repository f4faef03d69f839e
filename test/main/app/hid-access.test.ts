import { describe, expect, it } from 'vitest';
import { createHidAccess, type HidSession } from '../../../src/main/app/hid-access.ts';
import type { HidScanner } from '../../../src/shared/scanning/scanner-settings.ts';
import { collectionsOf, descriptorBytes, honeywellDescriptor } from '../../helpers/fake-hid.ts';

type Handlers = Parameters<HidSession['setPermissionCheckHandler']>[0];
type DeviceHandler = NonNullable<Parameters<HidSession['setDevicePermissionHandler']>[0]>;
type Selecting = Parameters<HidSession['on']>[1];

const origin = 'packbench://station';
const page = { mainFrame: {} } as unknown as Electron.WebContents;
const collections = collectionsOf(descriptorBytes(honeywellDescriptor)) as Electron.HIDDevice['collections'];
const scanner: Electron.HIDDevice = {
  ...{ deviceId: '1', vendorId: 0x0c2e, productId: 0x0b8f, name: 'Voyager', serialNumber: 'A1', collections },
};
const entry: HidScanner = {
  ...{
    name: 'Scanner 1',
    vendorId: 0x0c2e,
    productId: 0x0b8f,
    product: 'Voyager',
    serialNumbers: ['A1'],
    profile: null,
  },
};
const collectionOf = (usagePage: number, usage: number) =>
  [{ usagePage, usage, inputReports: [] }] as unknown as Electron.HIDDevice['collections'];

/** A session that keeps the handlers it is given. */
function access(chosen: readonly HidScanner[]) {
  let checks: Handlers = null;
  let devices: DeviceHandler = () => true;
  let select: Selecting = () => {};
  let current = chosen;
  const session: HidSession = {
    setPermissionCheckHandler(handler) {
      checks = handler;
    },
    setDevicePermissionHandler(handler) {
      if (handler) devices = handler;
    },
    on(_, listener) {
      select = listener;
    },
  };
  const hid = createHidAccess({ session, page, origin })(() => current);
  return {
    hid,
    choose(next: readonly HidScanner[]) {
      current = next;
    },
    mayLook: (asking: Electron.WebContents | null, permission: string, from = `${origin}/`) =>
      checks?.(asking, permission as never, from, {} as never),
    mayUse: (device: object, asking = `${origin}/`, deviceType: 'hid' | 'serial' | 'usb' = 'hid') =>
      devices({ deviceType, origin: asking, device: device as Electron.HIDDevice }),
    /** What the page would be given. */
    look(deviceList: Electron.HIDDevice[], frame: unknown = page.mainFrame) {
      const given: unknown[] = [];
      let isHandled = false;
      const preventDefault = (): void => {
        isHandled = true;
      };
      select({ preventDefault }, { deviceList, frame }, (...device: unknown[]) => {
        given.push(...device);
      });
      return { isHandled, given };
    },
  };
}

describe('access to HID devices', () => {
  it('the page may use a barcode scanner that the settings name, from then on until they name it no more', () => {
    const { mayUse, choose } = access([]);
    expect(mayUse(scanner)).toBe(false);
    choose([entry]);
    expect(mayUse(scanner)).toBe(true);
    expect(mayUse({ ...scanner, serialNumber: 'A2' })).toBe(false);
    expect(mayUse({ ...scanner, productId: 1 })).toBe(false);
    choose([{ ...entry, serialNumbers: [] }]);
    expect(mayUse({ ...scanner, serialNumber: undefined })).toBe(true);
    choose([]);
    expect(mayUse(scanner)).toBe(false);
  });

  it('no other kind of device, also where the settings name its numbers', () => {
    const { mayUse } = access([entry]);
    const keyboard = collectionOf(1, 6);
    const securityKey = collectionOf(0xf1d0, 1);
    const others = [
      keyboard,
      securityKey,
      collectionOf(0x8c, 2),
      [...collections, ...keyboard],
      [...collections, ...securityKey],
    ];
    for (const other of others) expect(mayUse({ ...scanner, collections: other })).toBe(false);
    // Older versions of Electron do not describe a device to main.
    expect(mayUse({ ...scanner, collections: undefined })).toBe(false);
    expect(mayUse(scanner, `${origin}/`, 'usb')).toBe(false);
    expect(mayUse(scanner, `${origin}/`, 'serial')).toBe(false);
  });

  it('no other origin and no other page', () => {
    const { mayUse, mayLook } = access([entry]);
    for (const asking of ['https://evil.example/', 'packbench://other/', `${origin}.evil/`, ''])
      expect(mayUse(scanner, asking)).toBe(false);
    expect([mayLook(page, 'hid'), mayLook(null, 'hid')]).toEqual([true, true]);
    expect([mayLook({} as Electron.WebContents, 'hid'), mayLook(null, 'hid', 'https://evil.example/')]).toEqual([
      false,
      false,
    ]);
    for (const permission of ['usb', 'serial', 'media', 'geolocation', 'notifications', 'clipboard-read'])
      expect(mayLook(page, permission)).toBe(false);
  });

  it('looking for devices gives the page none; main is shown the barcode scanners among them, once', () => {
    const { look, hid } = access([entry]);
    const keyboard = { ...scanner, deviceId: '2', name: 'Keyboard', collections: collectionOf(1, 6) };
    expect(look([scanner, keyboard, { ...scanner, serialNumber: '' }])).toEqual({ isHandled: true, given: [] });
    const found = { vendorId: 0x0c2e, productId: 0x0b8f, product: 'Voyager' };
    expect(hid.takeFound()).toEqual([
      { ...found, serialNumber: 'A1' },
      { ...found, serialNumber: null },
    ]);
    expect(hid.takeFound()).toEqual([]);
    expect(look([scanner], {})).toEqual({ isHandled: true, given: [] });
    expect(hid.takeFound()).toEqual([]);
  });
});
