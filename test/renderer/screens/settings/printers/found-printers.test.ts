import { describe, expect, test } from 'vitest';
import {
  methodsProgress,
  searchSentence,
} from '../../../../../src/renderer/screens/settings/printers/found-printers.tsx';
import type { FoundPrinter, PrinterSearch } from '../../../../../src/shared/printing/printer-discovery.ts';

const found: FoundPrinter = {
  key: 'zebra-broadcast: tcp 10.0.0.8 9100',
  method: 'zebra-broadcast',
  name: 'Zebra A',
  details: '',
  connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
  direct: null,
  setUpAs: null,
};

const search = (change: Partial<PrinterSearch>): PrinterSearch => ({
  isLooking: true,
  methods: [
    { method: 'zebra-broadcast', ended: false, trouble: null },
    { method: 'dns-sd', ended: true, trouble: null },
    { method: 'usb', ended: true, trouble: 'This computer has no USB printer port.' },
  ],
  printers: [],
  ...change,
});

describe('the search for printers in words', () => {
  test('says nothing before anybody looked', () => {
    expect(searchSentence(search({ isLooking: false, methods: [] }))).toBeNull();
  });

  test('says how far it is, and what to do where nothing was found', () => {
    expect(searchSentence(search({}))).toBe('Looking for printers.');
    expect(searchSentence(search({ printers: [found] }))).toBe('Looking for printers: 1 printer found.');
    expect(searchSentence(search({ isLooking: false, printers: [found, { ...found, key: 'b' }] }))).toBe(
      '2 printers found.',
    );
    expect(searchSentence(search({ isLooking: false }))).toMatch(/add it by its address/);
  });

  test('says of each way what it found, or why it could not look', () => {
    const progressOf = (state: PrinterSearch) => methodsProgress(state).map(({ progress }) => progress);
    const trouble = 'This computer has no USB printer port.';
    expect(progressOf(search({}))).toEqual(['Looking', 'None found', trouble]);
    expect(progressOf(search({ printers: [found] }))).toEqual(['Looking, 1 found', 'None found', trouble]);
  });
});
