import { describe, expect, it } from 'vitest';
import { createHidScanners, reopenPauseMs } from '../../../src/renderer/scanner/hid-scanners.ts';
import { withScanner } from '../../../src/shared/scanning/hid-scanner.ts';
import type { HidScanner } from '../../../src/shared/scanning/scanner-settings.ts';
import { examineSentText, testCardText } from '../../../src/shared/scanning/scanner-test.ts';
import { readingTrust, type SentScan } from '../../../src/shared/scanning/serial-scanner.ts';
import { settingGroups } from '../../../src/shared/settings/settings.ts';
import {
  collectionsOf,
  createFakeHid,
  descriptorBytes,
  type FakeDevice,
  honeywellDescriptor,
  honeywellReports,
  unnumberedDescriptor,
  unnumberedReports,
} from '../../helpers/fake-hid.ts';

const voyager = {
  ...{ vendorId: 0x0c2e, productId: 0x0b8f, productName: 'Voyager' },
  collections: collectionsOf(descriptorBytes(honeywellDescriptor)),
};
const other = {
  ...{ vendorId: 0x05e0, productId: 0x1300, productName: 'Other' },
  collections: collectionsOf(descriptorBytes(unnumberedDescriptor)),
};
const scanner = (name: string, { vendorId, productId, productName }: typeof voyager): HidScanner => ({
  ...{ name, vendorId, productId, product: productName, serialNumbers: [], profile: null },
});
const left = scanner('Left', voyager);
const right = scanner('Right', other);
const code = 'NL7K2M9P4R6T8V2X4B6D';

function station() {
  const hid = createFakeHid();
  const scans: SentScan[] = [];
  let timers: { milliseconds: number; action: () => void }[] = [];
  let now = 0;
  const scanners = createHidScanners({
    hid: () => hid,
    now: () => now,
    after(milliseconds, action) {
      const timer = { milliseconds, action };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    onScan: (scan) => void scans.push(scan),
    takeFound: async () => ({ ok: true, value: [] }),
  });
  return {
    ...{ hid, scanners, scans },
    texts: () => scans.map(({ scanner: name, text, problem }) => [name, problem ?? text]),
    isState: (states: object) => expect.poll(() => scanners.states.getState()).toEqual(states),
    elapse(milliseconds: number) {
      now += milliseconds;
      const due = timers.filter((timer) => timer.milliseconds <= milliseconds);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { action } of due) action();
    },
    scan: (device: FakeDevice, text: string) =>
      hid.send(
        device,
        device.productName === 'Voyager' ? 2 : 0,
        (device.productName === 'Voyager' ? honeywellReports(text) : unnumberedReports(text)).map((one) => [...one]),
      ),
  };
}

describe('HID POS scanners in the page', () => {
  it('scans arrive; after the scanner was unplugged and plugged in again, they arrive again', async () => {
    const { hid, scanners, isState, scan, texts } = station();
    scanners.follow([left]);
    await isState({ Left: 'not connected' });
    const first = hid.plugIn(voyager);
    await isState({ Left: 'connected' });
    scan(first, code);
    hid.unplug(first);
    expect(scanners.states.getState()).toEqual({ Left: 'not connected' });
    const second = hid.plugIn(voyager);
    await isState({ Left: 'connected' });
    scan(first, 'of the old device');
    scan(second, `${code}2`);
    expect(texts()).toEqual([
      ['Left', code],
      ['Left', `${code}2`],
    ]);
  });

  it('several scanners at once, also two of one model, keep their scans apart', async () => {
    const { hid, scanners, isState, texts } = station();
    const [one, two, third] = [hid.plugIn(voyager), hid.plugIn(voyager), hid.plugIn(other)];
    scanners.follow([left, right]);
    await isState({ Left: 'connected', Right: 'connected' });
    expect([one, two, third].map(({ opened }) => opened)).toEqual([true, true, true]);
    const texts3 = ['7', '8', '9'].map((digit) => digit.repeat(80));
    const [a, b] = [honeywellReports(texts3[0] ?? ''), honeywellReports(texts3[1] ?? '')];
    const c = unnumberedReports(texts3[2] ?? '');
    for (let part = 0; part < 3; part += 1) {
      hid.send(
        one,
        2,
        a.slice(part, part + 1).map((report) => [...report]),
      );
      hid.send(
        two,
        2,
        b.slice(part, part + 1).map((report) => [...report]),
      );
      hid.send(
        third,
        0,
        c.slice(part, part + 1).map((report) => [...report]),
      );
    }
    expect(texts()).toEqual([
      ['Left', texts3[0]],
      ['Left', texts3[1]],
      ['Right', texts3[2]],
    ]);
  });

  it('a scanner that cannot be opened is tried again, and says so', async () => {
    const { hid, scanners, isState, elapse } = station();
    hid.refuse(true);
    hid.plugIn(voyager);
    scanners.follow([left]);
    await isState({ Left: 'not opened' });
    hid.refuse(false);
    elapse(reopenPauseMs);
    await isState({ Left: 'connected' });
  });

  it('a scanner that the settings name no more is closed, and its scans end', async () => {
    const { hid, scanners, isState, scan, texts } = station();
    const device = hid.plugIn(voyager);
    scanners.follow([left]);
    await isState({ Left: 'connected' });
    hid.send(device, 2, [[...(honeywellReports('7'.repeat(80))[0] ?? [])]]);
    scanners.follow([right]);
    await expect.poll(() => device.opened).toBe(false);
    await isState({ Right: 'not connected' });
    scan(device, code);
    expect(texts()).toEqual([]);
    scanners.close();
  });

  it('a part of a scan that was sent before unplugging is reported, with the age of its first report', async () => {
    const { hid, scanners, isState, scans, elapse } = station();
    const device = hid.plugIn(voyager);
    scanners.follow([left]);
    await isState({ Left: 'connected' });
    hid.send(device, 2, [[...(honeywellReports('7'.repeat(80))[0] ?? [])]]);
    elapse(40);
    hid.unplug(device);
    expect(scans).toEqual([{ scanner: 'Left', ageMs: 40, text: '', endsByPause: false, problem: 'incomplete' }]);
  });

  it('devices that are no barcode scanner, or not chosen, are not opened', async () => {
    const { hid, scanners, isState } = station();
    const keyboard = hid.plugIn({ ...voyager, collections: [{ usagePage: 1, usage: 6 }] });
    const unknown = hid.plugIn(other);
    scanners.follow([left]);
    await isState({ Left: 'not connected' });
    expect([keyboard.opened, unknown.opened]).toEqual([false, false]);
  });

  it('without a configured scanner, WebHID is left alone', () => {
    let asked = 0;
    const scanners = createHidScanners({
      ...{ now: () => 0, after: () => () => {}, onScan: () => {}, takeFound: async () => ({ ok: true, value: [] }) },
      hid() {
        asked += 1;
        return null;
      },
    });
    scanners.follow([]);
    expect(asked).toBe(0);
    scanners.follow([left]);
    expect([asked, scanners.states.getState()]).toEqual([1, { Left: 'not connected' }]);
  });
});

describe('HID POS scanners in the settings', () => {
  const found = { vendorId: 1, productId: 2, product: 'Scanner', serialNumber: 'A' };

  it('scanners of one model share an entry; one without a number stands for all', () => {
    const one = withScanner([], found, 'Scanner 1');
    const both = withScanner(one, { ...found, serialNumber: 'B' }, 'Scanner 2');
    expect(both).toEqual([{ ...one[0], serialNumbers: ['A', 'B'] }]);
    expect(withScanner(both, { ...found, serialNumber: null }, 'Scanner 2')[0]?.serialNumbers).toEqual([]);
    expect(withScanner(both, { ...found, productId: 3 }, 'Scanner 2').map(({ name }) => name)).toEqual([
      'Scanner 1',
      'Scanner 2',
    ]);
  });

  it('no two scanners have one name, and no two entries one model', () => {
    const faults = (value: object) =>
      settingGroups.scanner.safeParse(value).error?.issues.map(({ message }) => message);
    expect(faults({ hid: [left, right] })).toBeUndefined();
    expect(faults({ hid: [left, { ...left, name: 'Twin' }] })).toEqual(['settings.duplicate-models']);
    expect(faults({ hid: [left], serial: [{ name: 'left', path: '/dev/ttyACM0' }] })).toEqual([
      'settings.duplicate-names',
    ]);
  });

  it('an unsafe scanner, and one that was removed, delete nothing', () => {
    const trust = (hid: readonly Pick<HidScanner, 'name' | 'profile'>[]) =>
      readingTrust({ scanner: 'Left' }, { keyboard: null, serial: [], hid }, () => false);
    const tested = (sent: string) => [{ name: 'Left', profile: examineSentText(sent, false) }];
    expect([trust([left]), trust(tested(testCardText))]).toEqual(['full', 'full']);
    expect(trust(tested(testCardText.toUpperCase()))).toBe('none');
    expect(trust([])).toBe('none');
  });
});
