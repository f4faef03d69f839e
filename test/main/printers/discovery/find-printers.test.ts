import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DiscoveredPrinter, PrinterDiscoverer } from '../../../../src/main/printers/discovery/find-printers.ts';
import { createPrinterDiscovery, sanitizeText } from '../../../../src/main/printers/discovery/find-printers.ts';
import {
  type PrintQueue,
  printQueueDiscoverer,
  systemDiscoverers,
  usbDiscoverer,
  windowsDiscoverer,
} from '../../../../src/main/printers/discovery/system-discoverers.ts';
import { localNetworks } from '../../../../src/main/printers/discovery/udp.ts';
import { messageText } from '../../../../src/renderer/text/text.ts';
import { failed, success } from '../../../../src/shared/contract/failure.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import {
  type DiscoveryMethod,
  discoveryMethods,
  type FoundPrinter,
  foundPrinterSchema,
} from '../../../../src/shared/printing/printer-discovery.ts';

const linuxOnly = message('printer.discovery.linux-only');
const windowsOnly = message('printer.discovery.windows-only');

const at = (host: string, change: Partial<DiscoveredPrinter> = {}): DiscoveredPrinter => ({
  name: 'Zebra A',
  details: [],
  connection: { kind: 'tcp', host, port: 9100 },
  ...change,
});

const discovererOf = (name: DiscoveryMethod, ...printers: DiscoveredPrinter[]): PrinterDiscoverer => ({
  name,
  async discover(onPrinter) {
    for (const printer of printers) onPrinter(printer);
    return null;
  },
});

interface SearchResult {
  found: FoundPrinter[];
  ended: Record<string, Message | null>;
  bugs: unknown[];
}

async function search(
  discoverers: PrinterDiscoverer[],
  options: { limitMs?: number; signal?: AbortSignal } = {},
): Promise<SearchResult> {
  const result: SearchResult = { found: [], ended: {}, bugs: [] };
  const discovery = createPrinterDiscovery({
    discoverers,
    onBug: (error) => result.bugs.push(error),
    ...(options.limitMs !== undefined && { limitMs: options.limitMs }),
  });
  await discovery.find(
    {
      found: (printer) => result.found.push(printer),
      ended: (method, problem) => {
        result.ended[method] = problem;
      },
    },
    options.signal ?? new AbortController().signal,
  );
  return result;
}

describe('printer discovery: several methods at once', () => {
  test('gathers the printers of every method, with the socket behind a raw queue', async () => {
    const queue: DiscoveredPrinter = {
      name: 'zebra',
      details: [message('printer.discovery.raw-queue')],
      connection: { kind: 'cups', queue: 'zebra' },
      direct: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
    };
    const { found, ended } = await search([
      discovererOf('cups', queue),
      discovererOf('zebra-broadcast', at('10.0.0.8')),
    ]);
    expect(found.map(({ method, name, direct }) => ({ method, name, direct }))).toEqual([
      { method: 'cups', name: 'zebra', direct: { kind: 'tcp', host: '10.0.0.8', port: 9100 } },
      { method: 'zebra-broadcast', name: 'Zebra A', direct: null },
    ]);
    expect(ended).toEqual({ cups: null, 'zebra-broadcast': null });
  });

  test('a method that cannot be used reports why, and the others continue', async () => {
    const without: PrinterDiscoverer = { name: 'usb', discover: async () => linuxOnly };
    const broken: PrinterDiscoverer = {
      name: 'dns-sd',
      discover: async () => Promise.reject(new Error('broken')),
    };
    const { found, ended, bugs } = await search([without, broken, discovererOf('zebra-broadcast', at('10.0.0.8'))]);
    expect(found).toHaveLength(1);
    expect(ended).toEqual({
      usb: linuxOnly,
      'dns-sd': message('printer.discovery.failed'),
      'zebra-broadcast': null,
    });
    expect(bugs).toHaveLength(1);
  });

  test('the same printer found twice by one method is reported once', async () => {
    const { found } = await search([discovererOf('zebra-broadcast', at('10.0.0.8'), at('10.0.0.8'), at('10.0.0.9'))]);
    expect(found).toHaveLength(2);
    expect(new Set(found.map((printer) => printer.key)).size).toBe(2);
  });

  test('a flood of printers in one method leaves room for the others, and ends at two hundred', async () => {
    const flood = (net: number) =>
      Array.from({ length: 500 }, (_, index) => at(`10.${net}.${index >> 8}.${index & 255}`));
    const { found } = await search([
      discovererOf('dns-sd', ...flood(0)),
      discovererOf('zebra-broadcast', ...flood(1)),
      discovererOf('cups', ...flood(2)),
      discovererOf('usb', at('10.3.0.1')),
    ]);
    expect(found).toHaveLength(200);
    expect(found.filter((printer) => printer.method === 'dns-sd')).toHaveLength(80);
  });

  test('a connection that could not be stored is not offered', async () => {
    const { found } = await search([
      discovererOf(
        'dns-sd',
        at('fe80::1%eth0'),
        at('10.0.0.8 -o raw'),
        at('10.0.0.8', { connection: { kind: 'tcp', host: '10.0.0.8', port: 0 } }),
        at('10.0.0.8', { connection: { kind: 'usb', path: '/dev/sda' } }),
      ),
    ]);
    expect(found).toEqual([]);
  });

  test('names from the network are sanitised, and an empty one becomes the address', async () => {
    const { found } = await search([
      discovererOf(
        'dns-sd',
        at('10.0.0.1', { name: '\u001b[31mZebra\u202e\n A\u200b', details: ['a\tb', null, '', 'a b'] }),
        at('10.0.0.2', { name: '\u0000\u200b \n' }),
        at('10.0.0.3', { name: 'x'.repeat(100_000), details: ['y'.repeat(100_000)] }),
      ),
    ]);
    expect(found.map((printer) => printer.name)).toEqual(['[31mZebra A', '10.0.0.2', 'x'.repeat(60)]);
    expect(found[0]?.details).toEqual(['a b']);
    expect(found[2]?.details).toEqual(['y'.repeat(100)]);
  });

  test('any text from the network is shortened to one line and fits the contract', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, detail, host) => {
        const { found } = await search([
          discovererOf('dns-sd', at(host, { name, details: [detail] }), at('10.0.0.1', { name })),
        ]);
        for (const printer of found) {
          expect(foundPrinterSchema.safeParse(printer).success).toBe(true);
          expect([...printer.name].length).toBeLessThanOrEqual(60);
          expect(printer.name.trim()).toBe(printer.name);
          expect(
            `${printer.name}${printer.details.map((detail) => (typeof detail === 'string' ? detail : messageText(detail))).join('')}`,
          ).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });

  const neverEnds = (name: DiscoveryMethod): PrinterDiscoverer => ({ name, discover: () => new Promise(() => {}) });

  test('a method that never ends is reported as late', async () => {
    const { found, ended } = await search([neverEnds('cups'), discovererOf('zebra-broadcast', at('10.0.0.8'))], {
      limitMs: 5,
    });
    expect(found).toHaveLength(1);
    expect(ended.cups).toEqual(message('printer.discovery.timed-out'));
  });

  test('ends at once when it is stopped, and reports nothing afterwards', async () => {
    const stopping = new AbortController();
    let late: ((printer: DiscoveredPrinter) => void) | undefined;
    const method: PrinterDiscoverer = {
      name: 'zebra-broadcast',
      discover: (seen) => {
        late = seen;
        stopping.abort();
        return new Promise(() => {});
      },
    };
    const { found, ended } = await search([method], { signal: stopping.signal });
    late?.(at('10.0.0.8'));
    expect(found).toEqual([]);
    expect(ended).toEqual({ 'zebra-broadcast': null });
  });
});

describe('printer discovery: the lists of this computer', () => {
  const discover = async (
    method: PrinterDiscoverer,
  ): Promise<{ problem: Message | null; seen: DiscoveredPrinter[] }> => {
    const seen: DiscoveredPrinter[] = [];
    const problem = await method.discover((printer) => seen.push(printer), new AbortController().signal);
    return { problem, seen };
  };

  test('a raw print queue has the socket behind it, another queue does not', async () => {
    const raw: PrintQueue = {
      name: 'zebra',
      description: 'Bench 7',
      makeAndModel: 'Local Raw Printer',
      deviceUri: 'socket://10.0.0.8:9101/?waiteof=false',
      isRaw: true,
      errorPolicy: 'retry-job',
      direct: { kind: 'tcp', host: '10.0.0.8', port: 9101 },
    };
    const driven: PrintQueue = {
      ...raw,
      name: 'office',
      description: null,
      makeAndModel: 'Zebra ZPL Label Printer',
      deviceUri: 'socket://user:secret@10.0.0.9',
      isRaw: false,
      errorPolicy: 'abort-job',
    };
    const { seen } = await discover(printQueueDiscoverer(async () => success([raw, driven])));
    expect(seen[0]?.direct).toEqual({ kind: 'tcp', host: '10.0.0.8', port: 9101 });
    expect(seen[0]?.details).toContainEqual(message('printer.discovery.retrying-queue'));
    expect(seen[1]?.direct).toBeNull();
    expect(seen[1]?.details.filter(Boolean)).toEqual(['Zebra ZPL Label Printer', 'socket://10.0.0.9']);
  });

  test('USB and Windows printers have their own names', async () => {
    const usb = await discover(
      usbDiscoverer(async () => success([{ path: '/dev/usb/lp0', maker: 'Zebra', model: 'ZD421', serial: '50J' }])),
    );
    expect(usb.seen).toEqual([
      {
        name: 'Zebra ZD421',
        details: [message('printer.discovery.serial', { serial: '50J' }), '/dev/usb/lp0'],
        connection: { kind: 'usb', path: '/dev/usb/lp0' },
      },
    ]);
    const windows = await discover(
      windowsDiscoverer(async () => success([{ name: 'ZDesigner ZD421', driver: 'ZDesigner', port: 'USB001' }])),
    );
    expect(windows.seen[0]?.connection).toEqual({ kind: 'windows', printer: 'ZDesigner ZD421' });
  });

  test('a list that is not available reports why', async () => {
    const refused = failed({ code: 'printer-unreachable', message: message('printer.cups-not-answering') });
    expect((await discover(printQueueDiscoverer(async () => refused))).problem).toEqual(
      message('printer.cups-not-answering'),
    );
  });
});

test('printer discovery: a method that this computer lacks names the systems that have it', async () => {
  const problems = async (platform: NodeJS.Platform) => {
    const listWindowsPrinters = async () => success([]);
    const discoverers = systemDiscoverers({ platform, listWindowsPrinters });
    expect(discoverers.map((method) => method.name).sort()).toEqual([...discoveryMethods].sort());
    const local = discoverers.filter((method) => ['usb', 'windows'].includes(method.name));
    return Promise.all(local.map((method) => method.discover(() => {}, new AbortController().signal)));
  };
  expect(await problems('win32')).toEqual([linuxOnly, null]);
  expect(await problems('darwin')).toEqual([linuxOnly, windowsOnly]);
  expect((await problems('linux'))[1]).toEqual(windowsOnly);
});

test('printer discovery: a network’s broadcast address has all bits set outside its mask', () => {
  const of = (address: string, netmask: string, internal = false) =>
    localNetworks({ eth0: [{ address, netmask, internal, family: 'IPv4', mac: '', cidr: null }] });
  expect(of('10.1.2.3', '255.255.255.0')).toEqual([{ address: '10.1.2.3', broadcast: '10.1.2.255' }]);
  expect(of('172.20.5.9', '255.255.240.0')[0]?.broadcast).toBe('172.20.15.255');
  expect(of('127.0.0.1', '255.0.0.0', true)).toEqual([]);
});

test('printer discovery: sanitised text keeps the letters of every language', () => {
  expect(sanitizeText('Принтер 7 – Żółw 印刷', 60)).toBe('Принтер 7 – Żółw 印刷');
});
