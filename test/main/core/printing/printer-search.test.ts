import { describe, expect, test } from 'vitest';
import type { PrinterDiscovery } from '../../../../src/main/core/ports/printing.ts';
import { createPrinterSearch } from '../../../../src/main/core/printing/printer-search.ts';
import type { Change } from '../../../../src/shared/contract/changes.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { Printer } from '../../../../src/shared/printing/printer.ts';
import type { FoundPrinter } from '../../../../src/shared/printing/printer-discovery.ts';
import { printerSearchSchema } from '../../../../src/shared/printing/printer-discovery.ts';

const linuxOnly = message('printer.discovery.linux-only');

const foundAt = (host: string, change: Partial<FoundPrinter> = {}): FoundPrinter => ({
  key: `zebra-broadcast: tcp ${host} 9100`,
  method: 'zebra-broadcast',
  name: 'Zebra A',
  details: [host],
  connection: { kind: 'tcp', host, port: 9100 },
  direct: null,
  setUpAs: null,
  ...change,
});

/** A search whose discovery is controlled by the test. */
function controlledSearch(printers: Printer[] = []) {
  const searches: {
    listener: Parameters<PrinterDiscovery['find']>[0];
    signal: AbortSignal;
    end(): void;
  }[] = [];
  const topics: Change[] = [];
  const discovery: PrinterDiscovery = {
    find: (listener, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
        searches.push({ listener, signal, end: resolve });
      }),
  };
  const search = createPrinterSearch({
    discovery,
    printers: () => printers,
    announce: (...changed) => topics.push(...changed),
    onBug: (error) => {
      throw error;
    },
  });
  return { search, searches, topics, printers };
}

describe('printer search', () => {
  test('shows nothing before the first search', () => {
    expect(controlledSearch().search.list()).toEqual({ isSearching: false, methods: [], printers: [] });
  });

  test('lists each printer and each finished method at once, and announces them', async () => {
    const { search, searches, topics } = controlledSearch();
    search.start();
    const [led] = searches;
    led?.listener.found(foundAt('10.0.0.8'));
    led?.listener.ended('usb', linuxOnly);
    expect(search.list()).toMatchObject({ isSearching: true, printers: [{ name: 'Zebra A' }] });
    expect(search.list().methods.find((method) => method.method === 'usb')).toEqual({
      method: 'usb',
      ended: true,
      problem: linuxOnly,
    });
    expect(search.list().methods.find((method) => method.method === 'zebra-broadcast')?.ended).toBe(false);
    expect(topics.length).toBeGreaterThanOrEqual(3);
    expect(new Set(topics)).toEqual(new Set(['found printers']));
    led?.end();
    await search.stop();
    expect(search.list()).toMatchObject({ isSearching: false, printers: [{ name: 'Zebra A' }] });
    expect(search.list().methods.every((method) => method.ended)).toBe(true);
    expect(printerSearchSchema.safeParse(search.list()).success).toBe(true);
  });

  test('runs one at a time, and a new one clears the previous results', async () => {
    const { search, searches } = controlledSearch();
    search.start();
    search.start();
    expect(searches).toHaveLength(1);
    searches[0]?.listener.found(foundAt('10.0.0.8'));
    await search.stop();
    expect(search.list().printers).toHaveLength(1);
    search.start();
    expect(searches).toHaveLength(2);
    expect(search.list()).toMatchObject({ isSearching: true, printers: [] });
    await search.stop();
  });

  test('ends when it is stopped, and keeps what it found', async () => {
    const { search, searches } = controlledSearch();
    search.start();
    searches[0]?.listener.found(foundAt('10.0.0.8'));
    await search.stop();
    expect(searches[0]?.signal.aborted).toBe(true);
    expect(search.list()).toMatchObject({
      isSearching: false,
      printers: [{ key: 'zebra-broadcast: tcp 10.0.0.8 9100' }],
    });
  });

  test('stopping without a search does nothing', async () => {
    await expect(controlledSearch().search.stop()).resolves.toBeUndefined();
  });

  test('shows the name of a printer as soon as it is set up', async () => {
    const { search, searches, printers } = controlledSearch();
    search.start();
    searches[0]?.listener.found(foundAt('Zebra.local'));
    expect(search.list().printers[0]?.setUpAs).toBeNull();
    printers.push({
      name: 'Bench 7',
      connection: { kind: 'tcp', host: 'zebra.LOCAL', port: 9100 },
      default: true,
    });
    expect(search.list().printers[0]?.setUpAs).toBe('Bench 7');
    await search.stop();
  });

  test('a raw queue whose printer is set up by its own address is set up', async () => {
    const { search, searches } = controlledSearch([
      { name: 'Bench 7', connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 }, default: true },
    ]);
    search.start();
    const queue = { kind: 'cups', queue: 'zebra' } as const;
    searches[0]?.listener.found(
      foundAt('x', { method: 'cups', connection: queue, direct: { kind: 'tcp', host: '10.0.0.8', port: 9100 } }),
    );
    expect(search.list().printers[0]?.setUpAs).toBe('Bench 7');
    await search.stop();
  });

  test('keeps at most two hundred printers, each once', async () => {
    const { search, searches } = controlledSearch();
    search.start();
    for (let index = 0; index < 300; index += 1) {
      searches[0]?.listener.found(foundAt(`10.0.${index >> 8}.${index & 255}`));
      searches[0]?.listener.found(foundAt(`10.0.${index >> 8}.${index & 255}`));
    }
    expect(search.list().printers).toHaveLength(200);
    expect(new Set(search.list().printers.map((printer) => printer.key)).size).toBe(200);
    await search.stop();
  });
});
