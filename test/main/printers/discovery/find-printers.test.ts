import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DiscoveredPrinter, PrinterDiscoverer } from '../../../../src/main/printers/discovery/find-printers.ts';
import { createPrinterDiscovery, sanitizeText } from '../../../../src/main/printers/discovery/find-printers.ts';
import {
  type PrintQueue,
  printQueueDiscoverer,
  usbDiscoverer,
  windowsDiscoverer,
} from '../../../../src/main/printers/discovery/local-printers.ts';
import { systemDiscoverers } from '../../../../src/main/printers/discovery/system-discoverers.ts';
import { localNetworks } from '../../../../src/main/printers/discovery/udp.ts';
import { failed, success } from '../../../../src/shared/contract/failure.ts';
import {
  type DiscoveryMethod,
  discoveryMethods,
  type FoundPrinter,
  foundPrinterSchema,
} from '../../../../src/shared/printing/printer-discovery.ts';

const at = (host: string, change: Partial<DiscoveredPrinter> = {}): DiscoveredPrinter => ({
  name: 'Zebra A',
  details: [],
  connection: { kind: 'tcp', host, port: 9100 },
  ...change,
});

const wayOf = (name: DiscoveryMethod, ...printers: DiscoveredPrinter[]): PrinterDiscoverer => ({
  name,
  async discover(seen) {
    for (const printer of printers) seen(printer);
    return null;
  },
});

interface Heard {
  found: FoundPrinter[];
  ended: Record<string, string | null>;
  bugs: unknown[];
}

async function search(
  discoverers: PrinterDiscoverer[],
  options: { limitMs?: number; signal?: AbortSignal } = {},
): Promise<Heard> {
  const heard: Heard = { found: [], ended: {}, bugs: [] };
  const finding = createPrinterDiscovery({
    discoverers,
    onBug: (error) => heard.bugs.push(error),
    ...(options.limitMs !== undefined && { limitMs: options.limitMs }),
  });
  await finding.find(
    {
      found: (printer) => heard.found.push(printer),
      ended: (method, trouble) => {
        heard.ended[method] = trouble;
      },
    },
    options.signal ?? new AbortController().signal,
  );
  return heard;
}

describe('looking in several ways at once', () => {
  test('gathers what every way found, with what stood behind a raw queue', async () => {
    const queue: DiscoveredPrinter = {
      name: 'zebra',
      details: ['raw queue'],
      connection: { kind: 'cups', queue: 'zebra' },
      direct: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
    };
    const { found, ended } = await search([wayOf('cups', queue), wayOf('zebra-broadcast', at('10.0.0.8'))]);
    expect(found.map(({ method, name, direct }) => ({ method, name, direct }))).toEqual([
      { method: 'cups', name: 'zebra', direct: { kind: 'tcp', host: '10.0.0.8', port: 9100 } },
      { method: 'zebra-broadcast', name: 'Zebra A', direct: null },
    ]);
    expect(ended).toEqual({ cups: null, 'zebra-broadcast': null });
  });

  test('a way that cannot look says why, and the others go on', async () => {
    const without: PrinterDiscoverer = { name: 'usb', discover: async () => 'This computer has no USB printer port.' };
    const broken: PrinterDiscoverer = {
      name: 'dns-sd',
      discover: async () => Promise.reject(new Error('broken')),
    };
    const { found, ended, bugs } = await search([without, broken, wayOf('zebra-broadcast', at('10.0.0.8'))]);
    expect(found).toHaveLength(1);
    expect(ended).toEqual({
      usb: 'This computer has no USB printer port.',
      'dns-sd': 'It could not be looked at.',
      'zebra-broadcast': null,
    });
    expect(bugs).toHaveLength(1);
  });

  test('the same printer in the same way is told once', async () => {
    const { found } = await search([wayOf('zebra-broadcast', at('10.0.0.8'), at('10.0.0.8'), at('10.0.0.9'))]);
    expect(found).toHaveLength(2);
    expect(new Set(found.map((printer) => printer.key)).size).toBe(2);
  });

  test('a flood in one way leaves room for the others, and ends at two hundred', async () => {
    const flood = (net: number) =>
      Array.from({ length: 500 }, (_, index) => at(`10.${net}.${index >> 8}.${index & 255}`));
    const { found } = await search([
      wayOf('dns-sd', ...flood(0)),
      wayOf('zebra-broadcast', ...flood(1)),
      wayOf('cups', ...flood(2)),
      wayOf('usb', at('10.3.0.1')),
    ]);
    expect(found).toHaveLength(200);
    expect(found.filter((printer) => printer.method === 'dns-sd')).toHaveLength(80);
  });

  test('a connection that could not be kept is not offered', async () => {
    const { found } = await search([
      wayOf(
        'dns-sd',
        at('fe80::1%eth0'),
        at('10.0.0.8 -o raw'),
        at('10.0.0.8', { connection: { kind: 'tcp', host: '10.0.0.8', port: 0 } }),
        at('10.0.0.8', { connection: { kind: 'usb', path: '/dev/sda' } }),
      ),
    ]);
    expect(found).toEqual([]);
  });

  test('names from the network are cleaned, and one that says nothing becomes the address', async () => {
    const { found } = await search([
      wayOf(
        'dns-sd',
        at('10.0.0.1', { name: '\u001b[31mZebra\u202e\n A\u200b', details: ['a\tb', null, '', 'a b'] }),
        at('10.0.0.2', { name: '\u0000\u200b \n' }),
        at('10.0.0.3', { name: 'x'.repeat(100_000), details: ['y'.repeat(100_000)] }),
      ),
    ]);
    expect(found.map((printer) => printer.name)).toEqual(['[31mZebra A', 'Printer 10.0.0.2', 'x'.repeat(60)]);
    expect(found[0]?.details).toBe('a b');
    expect(found[2]?.details).toHaveLength(200);
  });

  test('whatever the network says, what is shown is short, on one line and fits the contract', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, detail, host) => {
        const { found } = await search([
          wayOf('dns-sd', at(host, { name, details: [detail] }), at('10.0.0.1', { name })),
        ]);
        for (const printer of found) {
          expect(foundPrinterSchema.safeParse(printer).success).toBe(true);
          expect([...printer.name].length).toBeLessThanOrEqual(60);
          expect(printer.name.trim()).toBe(printer.name);
          expect(`${printer.name}${printer.details}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });

  const neverEnds = (name: DiscoveryMethod): PrinterDiscoverer => ({ name, discover: () => new Promise(() => {}) });

  test('a way that never ends is left, and is said to be late', async () => {
    const { found, ended } = await search([neverEnds('cups'), wayOf('zebra-broadcast', at('10.0.0.8'))], {
      limitMs: 5,
    });
    expect(found).toHaveLength(1);
    expect(ended.cups).toMatch(/in time/);
  });

  test('ends at once when it is stopped, and nothing is told afterwards', async () => {
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

describe('the lists of this computer', () => {
  const discover = async (
    method: PrinterDiscoverer,
  ): Promise<{ trouble: string | null; seen: DiscoveredPrinter[] }> => {
    const seen: DiscoveredPrinter[] = [];
    const trouble = await method.discover((printer) => seen.push(printer), new AbortController().signal);
    return { trouble, seen };
  };

  test('a raw print queue shows the socket behind it, another queue does not', async () => {
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
    expect(seen[0]?.details).toContain('sends a label again after an error');
    expect(seen[1]?.direct).toBeNull();
    expect(seen[1]?.details.filter(Boolean)).toEqual(['Zebra ZPL Label Printer', 'socket://10.0.0.9']);
  });

  test('USB and Windows printers go by their own names', async () => {
    const usb = await discover(
      usbDiscoverer(async () => success([{ path: '/dev/usb/lp0', maker: 'Zebra', model: 'ZD421', serial: '50J' }])),
    );
    expect(usb.seen).toEqual([
      {
        name: 'Zebra ZD421',
        details: ['serial 50J', '/dev/usb/lp0'],
        connection: { kind: 'usb', path: '/dev/usb/lp0' },
      },
    ]);
    const windows = await discover(
      windowsDiscoverer(async () => success([{ name: 'ZDesigner ZD421', driver: 'ZDesigner', port: 'USB001' }])),
    );
    expect(windows.seen[0]?.connection).toEqual({ kind: 'windows', printer: 'ZDesigner ZD421' });
  });

  test('a list that cannot be had says why', async () => {
    const refused = failed({ code: 'printer-unreachable', message: 'CUPS does not run on this computer.' });
    expect((await discover(printQueueDiscoverer(async () => refused))).trouble).toBe(
      'CUPS does not run on this computer.',
    );
  });
});

test('a computer says of each way that it does not have on which computers it is', async () => {
  const troubles = async (platform: NodeJS.Platform) => {
    const listWindowsPrinters = async () => success([]);
    const discoverers = systemDiscoverers({ platform, listWindowsPrinters });
    expect(discoverers.map((method) => method.name).sort()).toEqual([...discoveryMethods].sort());
    const local = discoverers.filter((method) => ['usb', 'windows'].includes(method.name));
    return Promise.all(local.map((method) => method.discover(() => {}, new AbortController().signal)));
  };
  expect(await troubles('win32')).toEqual(['Only on Linux.', null]);
  expect(await troubles('darwin')).toEqual(['Only on Linux.', 'Only on Windows.']);
  expect((await troubles('linux'))[1]).toBe('Only on Windows.');
});

test('a network’s broadcast address has all bits set that its mask leaves free', () => {
  const of = (address: string, netmask: string, internal = false) =>
    localNetworks({ eth0: [{ address, netmask, internal, family: 'IPv4', mac: '', cidr: null }] });
  expect(of('10.1.2.3', '255.255.255.0')).toEqual([{ address: '10.1.2.3', broadcast: '10.1.2.255' }]);
  expect(of('172.20.5.9', '255.255.240.0')[0]?.broadcast).toBe('172.20.15.255');
  expect(of('127.0.0.1', '255.0.0.0', true)).toEqual([]);
});

test('a text keeps its letters, whatever language they are of', () => {
  expect(sanitizeText('Принтер 7 – Żółw 印刷', 60)).toBe('Принтер 7 – Żółw 印刷');
});
