import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  continuedPauseMs,
  createReportDecoder,
  type HidCollection,
  isBarcodeScanner,
  lateRestMs,
} from '../../src/shared/scanning/hid-scanner.ts';
import { longestScan } from '../../src/shared/scanning/scan.ts';
import { examineSentText, testCardText } from '../../src/shared/scanning/scanner-test.ts';
import {
  collectionsOf,
  type DescriptorItem,
  descriptorBytes,
  honeywellDescriptor,
  honeywellReports,
  unnumberedDescriptor,
  unnumberedReports,
} from '../helpers/fake-hid.ts';

const collectionsFrom = (items: readonly DescriptorItem[]) => collectionsOf(descriptorBytes(items));
const honeywell = collectionsFrom(honeywellDescriptor);
const unnumbered = collectionsFrom(unnumberedDescriptor);
const code = 'NL7K2M9P4R6T8V2X4B6D';

function decoding(collections: readonly HidCollection[]) {
  const seen: string[] = [];
  let due = { after: Number.POSITIVE_INFINITY, action: () => {} };
  const decoder = createReportDecoder(collections, {
    after(milliseconds, action) {
      due = { after: milliseconds, action };
      return () => {
        due = { after: Number.POSITIVE_INFINITY, action: () => {} };
      };
    },
    onBegin: () => {},
    onScan: (text) => void seen.push(text),
    onProblem: (problem) => void seen.push(`! ${problem}`),
  });
  return {
    seen,
    decoder,
    pause(milliseconds: number) {
      if (due.after <= milliseconds) due.action();
    },
    send(reportId: number, reports: readonly Uint8Array[]) {
      for (const report of reports) decoder.take(reportId, new DataView(report.buffer));
    },
  };
}

/** What a bar code can carry: printable ASCII, and the separators of GS1 and ISO/IEC 15434. */
const characters = [...Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)), '\x04', '\x1d', '\x1e'];
const anyText = fc
  .array(fc.constantFrom(...characters), { minLength: 1, maxLength: longestScan })
  .map((all) => all.join(''));

describe('HID POS scanner: reports', () => {
  it('any text divided into reports comes out whole, in both published layouts', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), (texts) => {
        const own = decoding(honeywell);
        const other = decoding(unnumbered);
        for (const text of texts) {
          own.send(2, honeywellReports(text));
          other.send(0, unnumberedReports(text));
        }
        expect(own.seen).toEqual(texts);
        expect(other.seen).toEqual(texts);
      }),
    );
  });

  it('any bytes in any report are read without an exception, and only as text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 20 }),
        fc.constantFrom(0, 2, 254),
        (all, id) => {
          for (const collections of [honeywell, unnumbered]) {
            const { seen, send } = decoding(collections);
            send(id, all);
            const isText = (text: string) =>
              [...text].every((one) => characters.includes(one) || '\x1c\x1f'.includes(one));
            expect(seen.every((text) => text.length <= longestScan && isText(text))).toBe(true);
          }
        },
      ),
    );
  });

  it('the example of a manual: 60 characters in two reports, of 56 and 4', () => {
    const { seen, send } = decoding(honeywell);
    const text = 'M1GATHERGOOD/MICHAEL YABCDEF LHRDURAK 3542 052Y003D23  ABCDEF';
    const reports = honeywellReports(text.slice(0, 60), ']Q0');
    expect(reports.map((report) => [report[0], report[62]])).toEqual([
      [0x38, 1],
      [0x04, 0],
    ]);
    send(2, reports);
    expect(seen).toEqual([text.slice(0, 60)]);
  });

  it('the symbology identifier beside the data is no part of the code, and end characters are removed', () => {
    const { seen, send } = decoding(honeywell);
    send(2, honeywellReports(`${code}\r\n`, ']Q3'));
    send(2, honeywellReports(testCardText));
    expect(seen).toEqual([code, testCardText]);
    expect(examineSentText(seen[1] ?? '', false)).toMatchObject({ problems: [], sendsIdentifier: false });
  });

  it('a report that carries no scan does nothing', () => {
    const { seen, send } = decoding(honeywell);
    send(254, honeywellReports(code));
    send(2, honeywellReports(''));
    expect(seen).toEqual([]);
  });
});

describe('HID POS scanner: limits', () => {
  it('a part of a scan is never a scan: a rest that comes late is refused with it, and the next scan is read', () => {
    const { seen, send, pause } = decoding(honeywell);
    const [first, second] = honeywellReports('7'.repeat(80)) as [Uint8Array, Uint8Array];
    send(2, [first]);
    pause(continuedPauseMs);
    send(2, [second]);
    send(2, honeywellReports(code));
    expect(seen).toEqual(['! incomplete', '! incomplete', code]);
  });

  it('a scanner that announces more than it sends loses one scan, and not the next', () => {
    const { seen, send, pause } = decoding(honeywell);
    const [report] = honeywellReports('7'.repeat(56)) as [Uint8Array];
    report[62] = 1;
    send(2, [report]);
    pause(continuedPauseMs);
    pause(lateRestMs);
    send(2, honeywellReports(code));
    expect(seen).toEqual(['! incomplete', code]);
  });

  it('what was sent before the scanner was unplugged is incomplete', () => {
    const { seen, send, decoder } = decoding(honeywell);
    send(2, honeywellReports('7'.repeat(80)).slice(0, 1));
    decoder.end();
    decoder.end();
    send(2, honeywellReports(code));
    expect(seen).toEqual(['! incomplete', code]);
  });

  it('more characters than any code has, other bytes, and a length beyond the report are refused', () => {
    const { seen, send } = decoding(honeywell);
    send(2, honeywellReports(`${'7'.repeat(longestScan)}\r\n`));
    send(2, honeywellReports('7'.repeat(longestScan + 1)));
    send(2, honeywellReports('caf\xe9'));
    const [long] = honeywellReports(code) as [Uint8Array];
    long[0] = 57;
    send(2, [long, new Uint8Array([20, 0x5d])]);
    send(2, honeywellReports(code));
    expect(seen).toEqual(['7'.repeat(longestScan), '! too long', '! unreadable', '! unreadable', '! unreadable', code]);
  });
});

describe('HID POS scanner: which devices are one', () => {
  const collection = (usagePage: number, usage: number): DescriptorItem[] => [
    ['usagePage', usagePage],
    ['usage', usage],
    ['collection', 1],
    ['reportId', 9],
    ['reportSize', 8],
    ['reportCount', 1],
    ['input', 2],
    ['endCollection'],
  ];

  it('a device of the usage page that reports decoded data, also beside a collection of its vendor', () => {
    expect(isBarcodeScanner(honeywell)).toBe(true);
    expect(isBarcodeScanner(unnumbered)).toBe(true);
    expect(isBarcodeScanner(collectionsFrom([...honeywellDescriptor, ...collection(0xff00, 1)]))).toBe(true);
  });

  it('a keyboard, a security key, a card reader, and a scanner that is one of them too are none', () => {
    const others = [collection(1, 6), collection(0xf1d0, 1), collection(0x8e, 1), collection(0x8c, 2), []];
    for (const other of others) expect(isBarcodeScanner(collectionsFrom(other))).toBe(false);
    for (const other of others.slice(0, 3))
      expect(isBarcodeScanner(collectionsFrom([...honeywellDescriptor, ...other]))).toBe(false);
  });

  it('a device that announces reports of any size is read with bounds', () => {
    const sizes = [
      [4_000_000_000, 4_000_000_000],
      [0, 4_000_000_000],
      [8, -4],
    ] as const;
    for (const [reportSize, reportCount] of sizes) {
      const items = [{ usages: [0x8c_00fe], reportSize, reportCount }];
      expect(isBarcodeScanner([{ usagePage: 0x8c, usage: 2, inputReports: [{ reportId: 1, items }] }])).toBe(false);
    }
  });
});
