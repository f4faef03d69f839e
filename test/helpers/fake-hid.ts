import type { HidCollection, HidReportItem } from '../../src/shared/scanning/hid-scanner.ts';

/** Items of a HID report descriptor (Device Class Definition for HID 1.11, 6.2.2), each one to four bytes of data. */
const tags = {
  usagePage: 0x04,
  reportSize: 0x74,
  reportId: 0x84,
  reportCount: 0x94,
  usage: 0x08,
  usageMinimum: 0x18,
  usageMaximum: 0x28,
  input: 0x80,
  feature: 0xb0,
  collection: 0xa0,
  endCollection: 0xc0,
} as const;
type Tag = keyof typeof tags;

/** An item and its data: `['usagePage', 0x8c]`. */
export type DescriptorItem = readonly [Tag, number?];

/** The bytes of a report descriptor, as a device sends them. */
export const descriptorBytes = (items: readonly DescriptorItem[]): number[] =>
  items.flatMap(([tag, value]) => {
    if (value === undefined) return [tags[tag]];
    return value < 0x100 ? [tags[tag] | 1, value] : [tags[tag] | 2, value & 0xff, value >> 8];
  });

interface OpenReport {
  readonly reportId: number;
  readonly items: HidReportItem[];
}

interface OpenCollection {
  readonly usagePage: number;
  readonly usage: number;
  readonly type: number;
  readonly children: OpenCollection[];
  readonly inputReports: OpenReport[];
  readonly featureReports: OpenReport[];
}

/** The collections of a descriptor as Chromium gives them to a page: an item belongs to its collection and to all around it. */
export function collectionsOf(bytes: readonly number[]): readonly HidCollection[] {
  const top: OpenCollection[] = [];
  const open: OpenCollection[] = [];
  const global = { usagePage: 0, reportSize: 0, reportId: 0, reportCount: 0 };
  let local = newLocal();
  for (let at = 0; at < bytes.length; ) {
    const head = bytes[at] ?? 0;
    const size = [0, 1, 2, 4][head & 3] ?? 0;
    const value = bytes.slice(at + 1, at + 1 + size).reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    at += 1 + size;
    const tag = (Object.keys(tags) as Tag[]).find((name) => tags[name] === (head & 0xfc));
    const ofPage = (usage: number): number => global.usagePage * 0x1_0000 + usage;
    if (tag === 'usage') local.usages.push(ofPage(value));
    else if (tag === 'usageMinimum' || tag === 'usageMaximum') local = { ...local, [tag]: ofPage(value) };
    else if (tag !== undefined && tag in global) Object.assign(global, { [tag]: value });
    else {
      if (tag === 'collection') {
        const [usage = 0] = local.usages;
        const begun = {
          usagePage: global.usagePage,
          usage: usage % 0x1_0000,
          type: value,
          children: [],
          inputReports: [],
          featureReports: [],
        };
        (open.at(-1)?.children ?? top).push(begun);
        open.push(begun);
      } else if (tag === 'endCollection') open.pop();
      else if (tag === 'input' || tag === 'feature')
        for (const collection of open) addItem(collection[`${tag}Reports`], global.reportId, itemOf(value));
      local = newLocal();
    }
  }
  return top;

  function itemOf(flags: number): HidReportItem {
    const isRange = local.usageMinimum !== null;
    return {
      isConstant: (flags & 1) !== 0,
      reportSize: global.reportSize,
      reportCount: global.reportCount,
      isRange,
      ...(isRange
        ? { usageMinimum: local.usageMinimum ?? 0, usageMaximum: local.usageMaximum ?? 0 }
        : { usages: local.usages }),
    };
  }
}

const newLocal = () => ({
  usages: [] as number[],
  usageMinimum: null as number | null,
  usageMaximum: null as number | null,
});

function addItem(reports: OpenReport[], reportId: number, item: HidReportItem): void {
  const report = reports.find((one) => one.reportId === reportId);
  if (report) report.items.push(item);
  else reports.push({ reportId, items: [item] });
}

/** Data, Variable, Absolute; with Buffered Bytes; Constant. */
const [variable, bufferedBytes, constant] = [0x02, 0x102, 0x03];

/**
 * The report of Honeywell's and Access-IS's scanners (their manuals, "Receive data"): length, symbology identifier, 56 bytes of data, two
 * bytes of the vendor, and a byte whose lowest bit says that the data goes on. A feature report (254) redirects the scans from keys to these
 * reports.
 */
export const honeywellDescriptor: readonly DescriptorItem[] = [
  ['usagePage', 0x8c],
  ['usage', 0x02],
  ['collection', 1],
  ['usage', 0x12],
  ['collection', 2],
  ['reportId', 2],
  ['reportSize', 8],
  ['reportCount', 1],
  ['usagePage', 0x01],
  ['usage', 0x3b],
  ['input', variable],
  ['reportCount', 3],
  ['usagePage', 0x8c],
  ['usage', 0xfb],
  ['usage', 0xfc],
  ['usage', 0xfd],
  ['input', variable],
  ['reportCount', 56],
  ['usage', 0xfe],
  ['input', bufferedBytes],
  ['usagePage', 0xff66],
  ['reportCount', 2],
  ['usage', 0x04],
  ['usage', 0x00],
  ['input', variable],
  ['usagePage', 0x8c],
  ['reportSize', 1],
  ['reportCount', 8],
  ['usage', 0xff],
  ['input', variable],
  ['endCollection'],
  ['usagePage', 0xff66],
  ['usage', 0x03],
  ['collection', 2],
  ['reportId', 254],
  ['reportSize', 8],
  ['reportCount', 1],
  ['usage', 0x03],
  ['feature', variable],
  ['endCollection'],
  ['endCollection'],
];

/** The scanned data report of the Point of Sale usage tables 1.02 in another order, without a length and without a report number. */
export const unnumberedDescriptor: readonly DescriptorItem[] = [
  ['usagePage', 0x8c],
  ['usage', 0x02],
  ['collection', 1],
  ['reportSize', 1],
  ['reportCount', 1],
  ['usage', 0xff],
  ['input', variable],
  ['reportSize', 7],
  ['input', constant],
  ['reportSize', 8],
  ['reportCount', 31],
  ['usage', 0xfe],
  ['input', bufferedBytes],
  ['reportCount', 3],
  ['usageMinimum', 0xfb],
  ['usageMaximum', 0xfd],
  ['input', variable],
  ['endCollection'],
];

/** A scan in the reports of `honeywellDescriptor`. */
export function honeywellReports(text: string, identifier = ']C0'): Uint8Array[] {
  const bytes = Buffer.from(text, 'latin1');
  const parts = Math.max(1, Math.ceil(bytes.length / 56));
  return Array.from({ length: parts }, (_, part) => {
    const data = bytes.subarray(part * 56, part * 56 + 56);
    const report = new Uint8Array(63);
    report[0] = data.length;
    report.set(Buffer.from(identifier, 'latin1'), 1);
    report.set(data, 4);
    report.set([0x6a, 0], 60);
    report[62] = part < parts - 1 ? 1 : 0;
    return report;
  });
}

/** A scan in the reports of `unnumberedDescriptor`. */
export function unnumberedReports(text: string): Uint8Array[] {
  const bytes = Buffer.from(text, 'latin1');
  const parts = Math.max(1, Math.ceil(bytes.length / 31));
  return Array.from({ length: parts }, (_, part) => {
    const report = new Uint8Array(35);
    report[0] = part < parts - 1 ? 1 : 0;
    report.set(bytes.subarray(part * 31, part * 31 + 31), 1);
    report.set(Buffer.from(']C0', 'latin1'), 32);
    return report;
  });
}

/** What a device reports about itself. */
export interface FakeScannerModel {
  readonly vendorId: number;
  readonly productId: number;
  readonly productName: string;
  readonly collections: readonly HidCollection[];
}

/** A device of the fake. */
export interface FakeDevice extends EventTarget, FakeScannerModel {
  readonly opened: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
  sendFeatureReport(reportId: number, data: Uint8Array): Promise<void>;
}

/** `navigator.hid` with devices that a test plugs in, unplugs and scans with. */
export interface FakeHid extends EventTarget {
  getDevices(): Promise<FakeDevice[]>;
  requestDevice(): Promise<FakeDevice[]>;
  plugIn(model: FakeScannerModel): FakeDevice;
  unplug(device: FakeDevice): void;
  /** The device sends reports: to a page that has opened it, and after it was asked to, where it types otherwise. */
  send(device: FakeDevice, reportId: number, reports: readonly (readonly number[])[]): void;
  /** The system refuses to open devices, until it is called with false. */
  refuse(isRefused: boolean): void;
}

/**
 * Behaves as WebHID is specified: a device that is plugged in again is another object, opens once, sends reports only while it is open, and is
 * gone from `getDevices` when it is unplugged. Self-contained, because it also runs inside a page.
 */
export function createFakeHid(): FakeHid {
  const failure = (name: string): Error => new DOMException(name, name);
  let isRefused = false;
  const plugged = new Map<FakeDevice, { opened: boolean; types: boolean }>();
  const dispatch = (target: EventTarget, type: string, values: object): void =>
    void target.dispatchEvent(Object.assign(new Event(type), values));
  const hid = Object.assign(new EventTarget(), {
    getDevices: async () => [...plugged.keys()],
    // Main gives no device this way.
    requestDevice: async () => [],
    plugIn(model: FakeScannerModel): FakeDevice {
      const redirecting = model.collections
        .flatMap(({ featureReports }) => featureReports ?? [])
        .map((one) => one.reportId);
      const own = { opened: false, types: redirecting.length > 0 };
      const opened = { enumerable: true, get: () => own.opened };
      const parts = Object.assign(new EventTarget(), model, {
        async open() {
          if (own.opened) throw failure('InvalidStateError');
          if (isRefused || !plugged.has(device)) throw failure('NotAllowedError');
          own.opened = true;
        },
        async close() {
          own.opened = false;
        },
        async sendFeatureReport(reportId: number, data: Uint8Array) {
          if (!own.opened) throw failure('InvalidStateError');
          if (!redirecting.includes(reportId) || data.length !== 1) throw failure('NotAllowedError');
          own.types = data[0] !== 1;
        },
      });
      const device: FakeDevice = Object.defineProperty(parts, 'opened', opened) as never;
      plugged.set(device, own);
      dispatch(hid, 'connect', { device });
      return device;
    },
    unplug(device: FakeDevice) {
      const own = plugged.get(device);
      if (own) own.opened = false;
      plugged.delete(device);
      dispatch(hid, 'disconnect', { device });
    },
    send(device: FakeDevice, reportId: number, reports: readonly (readonly number[])[]) {
      for (const report of reports) {
        const own = plugged.get(device);
        if (!own?.opened || own.types) continue;
        dispatch(device, 'inputreport', { device, reportId, data: new DataView(new Uint8Array(report).buffer) });
      }
    },
    refuse(what: boolean) {
      isRefused = what;
    },
  });
  return hid;
}
