import { longestScan } from './scan.ts';
import type { HidScanner, HidScannerFound } from './scanner-settings.ts';
import { type SentScanProblem, textOf, withoutEnd } from './serial-scanner.ts';

/** True for scanners of one model. */
export const isSameModel = (
  one: Pick<HidScanner, 'vendorId' | 'productId'>,
  other: Pick<HidScanner, 'vendorId' | 'productId'>,
): boolean => one.vendorId === other.vendorId && one.productId === other.productId;

/** True for a scanner that the entry names. */
export const isChosen = (scanner: HidScanner, found: Omit<HidScannerFound, 'product'>): boolean =>
  isSameModel(scanner, found) &&
  (scanner.serialNumbers.length === 0 || scanner.serialNumbers.some((number) => number === found.serialNumber));

/** The list with that scanner: added to the entry of its model, or as a new one. An entry whose scanners have no number takes all of them. */
export function withScanner(
  scanners: readonly HidScanner[],
  { serialNumber, ...found }: HidScannerFound,
  name: string,
): HidScanner[] {
  const added = serialNumber === null ? [] : [serialNumber];
  if (!scanners.some((one) => isSameModel(one, found)))
    return [...scanners, { ...found, name, serialNumbers: added, profile: null }];
  return scanners.map((one) =>
    isSameModel(one, found)
      ? { ...one, serialNumbers: serialNumber === null ? [] : [...one.serialNumbers, ...added] }
      : one,
  );
}

/** One field, or several of one kind, in a report; as WebHID gives it (`HIDReportItem`). Usages contain their page. */
export interface HidReportItem {
  readonly isConstant?: boolean;
  readonly isRange?: boolean;
  readonly usages?: readonly number[];
  readonly usageMinimum?: number;
  readonly usageMaximum?: number;
  /** Bits of each field. */
  readonly reportSize?: number;
  readonly reportCount?: number;
}

interface HidReport {
  readonly reportId?: number;
  readonly items?: readonly HidReportItem[];
}

/** A collection of a device (`HIDCollectionInfo`); its reports contain those of the collections inside it. */
export interface HidCollection {
  readonly usagePage?: number;
  readonly usage?: number;
  readonly inputReports?: readonly HidReport[];
  readonly featureReports?: readonly HidReport[];
}

/** The pages and usages of USB-IF's HID Point of Sale Usage Tables 1.02, and of the length (Generic Desktop, Byte Count). */
export const barcodeScannerPage = 0x8c;
const firstVendorPage = 0xff00;
const usages = { decodedData: 0x8c_00fe, continued: 0x8c_00ff, byteCount: 0x01_003b } as const;

/** Longest report that is read, bytes; a USB scanner sends 64. */
const longestReport = 1024;

/** Where a report holds its part of a scan; positions in bits. */
interface ScanReport {
  readonly data: readonly number[];
  readonly byteCount: { readonly at: number; readonly size: number } | null;
  readonly continued: number | null;
}

/** The report's fields in their order; null where it holds no data of a scan. */
function scanReport(items: readonly HidReportItem[]): ScanReport | null {
  const data: number[] = [];
  let byteCount: ScanReport['byteCount'] = null;
  let continued: number | null = null;
  let at = 0;
  for (const item of items) {
    const { reportSize: size = 0, reportCount: count = 0, isConstant = false } = item;
    if (size < 0 || count < 0 || at + size * count > longestReport * 8) return null;
    const fields = isConstant || size === 0 ? 0 : count;
    for (let field = 0; field < fields; field += 1) {
      const usage = usageOf(item, field);
      const begin = at + field * size;
      if (usage === usages.decodedData && size % 8 === 0 && begin % 8 === 0)
        for (let bit = 0; bit < size; bit += 8) data.push(begin + bit);
      if (usage === usages.byteCount && size <= 16) byteCount ??= { at: begin, size };
      // Some scanners declare all eight bits of its byte as this field; the first one counts.
      if (usage === usages.continued) continued ??= begin;
    }
    at += size * count;
  }
  return data.length > 0 ? { data, byteCount, continued } : null;
}

/** The last usage of a list stands for all further fields. */
const usageOf = (item: HidReportItem, field: number): number | undefined =>
  item.isRange
    ? Math.min((item.usageMinimum ?? 0) + field, item.usageMaximum ?? 0)
    : item.usages?.[Math.min(field, item.usages.length - 1)];

/** The reports that hold scans, by their number. */
const scanReports = (collections: readonly HidCollection[]): ReadonlyMap<number, ScanReport> =>
  new Map(
    collections
      .filter(({ usagePage }) => usagePage === barcodeScannerPage)
      .flatMap(({ inputReports }) => inputReports ?? [])
      .flatMap(({ reportId, items }) => {
        const report = scanReport(items ?? []);
        return report ? [[reportId ?? 0, report] as const] : [];
      }),
  );

/** True for a device that reports scans and, beside them, nothing but what its vendor defined: no keys, no cards, no security key. */
export const isBarcodeScanner = (collections: readonly HidCollection[]): boolean =>
  collections.every(({ usagePage = 0 }) => usagePage === barcodeScannerPage || usagePage >= firstVendorPage) &&
  scanReports(collections).size > 0;

/** Bytes beyond the longest scan that are kept, so that an end character behind it is no part of it. */
const longestEnd = 8;

/** Honeywell's usage Output Redirection, on a page of its own: such a scanner types until it is asked for reports. */
const outputRedirection = 0xff66_0003;

/** The numbers of the feature reports to which 1 is written, so that the device sends reports instead of keys. */
export const redirectingReports = (collections: readonly HidCollection[]): number[] =>
  collections
    .flatMap(({ featureReports }) => featureReports ?? [])
    .filter(({ items }) => items?.some((item) => usageOf(item, 0) === outputRedirection))
    .map(({ reportId }) => reportId ?? 0);

/** Milliseconds in which a scan that continues must do so. */
export const continuedPauseMs = 1000;

/** Milliseconds after that in which further reports are the rest of that scan. */
export const lateRestMs = 5000;

interface DecoderParts {
  /** Runs `action` once after that many milliseconds; the returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void;
  /** The first report of a scan. */
  onBegin(): void;
  onScan(text: string): void;
  onProblem(problem: SentScanProblem): void;
}

/** Reads scans from the reports of one device. */
export interface ReportDecoder {
  take(reportId: number, report: DataView): void;
  /** The device is gone: what is there of a scan is incomplete. */
  end(): void;
}

/**
 * The layout of reports comes from the device's own description. A scan of several reports ends with the first that does not say that it
 * continues. The symbology identifier has fields of its own there, which no code needs.
 */
export function createReportDecoder(
  collections: readonly HidCollection[],
  { after, onBegin, onScan, onProblem }: DecoderParts,
): ReportDecoder {
  const reports = scanReports(collections);
  /** The bytes until now; null: no scan has begun. */
  let bytes: number[] | null = null;
  let isLate = false;
  let stopTimer = (): void => {};

  const waitFor = (milliseconds: number, action: () => void): void => {
    stopTimer();
    stopTimer = after(milliseconds, action);
  };
  const reset = (): void => {
    stopTimer();
    bytes = null;
    isLate = false;
  };
  const fail = (problem: SentScanProblem): void => {
    reset();
    onProblem(problem);
  };
  const interrupt = (): void => {
    fail('incomplete');
    isLate = true;
    waitFor(lateRestMs, reset);
  };
  const finish = (received: readonly number[]): void => {
    const sent = withoutEnd(received);
    const text = textOf(sent);
    reset();
    if (sent.length === 0) return;
    if (sent.length > longestScan) onProblem('too long');
    else if (text === null) onProblem('unreadable');
    else onScan(text);
  };

  return {
    take(reportId, report) {
      const layout = reports.get(reportId);
      if (!layout) return;
      const part = partOf(layout, report);
      if (!part) return fail('unreadable');
      if (isLate) return part.continues ? waitFor(lateRestMs, reset) : fail('incomplete');
      if (!bytes) onBegin();
      bytes = [...(bytes ?? []), ...part.data].slice(0, longestScan + longestEnd);
      if (part.continues) waitFor(continuedPauseMs, interrupt);
      else finish(bytes);
    },
    end() {
      if (bytes) fail('incomplete');
      else reset();
    },
  };
}

/** The bytes that a report adds to its scan; null where it is shorter than its description, or its length longer. */
function partOf(
  { data, byteCount, continued }: ScanReport,
  report: DataView,
): { readonly data: readonly number[]; readonly continues: boolean } | null {
  const bit = (at: number): number => (report.getUint8(at >> 3) >> (at & 7)) & 1;
  const last = Math.max(...data.slice(-1), byteCount ? byteCount.at + byteCount.size - 1 : 0, continued ?? 0);
  if (last >> 3 >= report.byteLength) return null;
  const all = data.map((at) => report.getUint8(at >> 3));
  const continues = continued !== null && bit(continued) === 1;
  if (!byteCount) return { data: all.slice(0, all.findLastIndex((byte) => byte !== 0) + 1), continues };
  let length = 0;
  for (let at = byteCount.size - 1; at >= 0; at -= 1) length = length * 2 + bit(byteCount.at + at);
  return length <= all.length ? { data: all.slice(0, length), continues } : null;
}
