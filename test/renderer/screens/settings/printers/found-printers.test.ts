import { describe, expect, test } from 'vitest';
import { methodTexts, searchText } from '../../../../../src/renderer/screens/settings/printers/found-printers.tsx';
import { message } from '../../../../../src/shared/messages/message.ts';
import type { FoundPrinter, PrinterSearch } from '../../../../../src/shared/printing/printer-discovery.ts';

const found: FoundPrinter = {
  key: 'zebra-broadcast: tcp 10.0.0.8 9100',
  method: 'zebra-broadcast',
  name: 'Zebra A',
  details: [],
  connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
  direct: null,
  setUpAs: null,
};

const search = (change: Partial<PrinterSearch>): PrinterSearch => ({
  isSearching: true,
  methods: [
    { method: 'zebra-broadcast', ended: false, problem: null },
    { method: 'dns-sd', ended: true, problem: null },
    { method: 'usb', ended: true, problem: message('printer.discovery.linux-only') },
  ],
  printers: [],
  ...change,
});

describe('printer search in the settings', () => {
  test('shows nothing before the first search', () => {
    expect(searchText(search({ isSearching: false, methods: [] }))).toBeNull();
  });

  test('shows the progress, and what to do where nothing was found', () => {
    expect(searchText(search({}))).toBe('Searching for printers.');
    expect(searchText(search({ printers: [found] }))).toBe('Searching for printers. 1 printer found.');
    expect(searchText(search({ isSearching: false, printers: [found, { ...found, key: 'b' }] }))).toBe(
      '2 printers found.',
    );
    expect(searchText(search({ isSearching: false }))).toMatch(/add the printer by its address/);
  });

  test('shows for each method what it found, or why it cannot be used', () => {
    const usb = 'USB devices: Linux only';
    expect(methodTexts(search({}))).toEqual(['Zebra broadcast: searching', 'Network announcements: none found', usb]);
    expect(methodTexts(search({ printers: [found] }))[0]).toBe('Zebra broadcast: searching, 1 found');
  });
});
