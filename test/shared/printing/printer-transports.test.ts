import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTransportRegistry, type TransportFactories } from '../../../src/main/printers/transport-registry.ts';
import { connectionText } from '../../../src/renderer/presentation/printer-text.ts';
import { validationIssues } from '../../../src/shared/contract/validation-issues.ts';
import {
  connectionKey,
  connectionValues,
  isSameConnection,
  type PrinterConnection,
  printerConnectionSchema,
} from '../../../src/shared/printing/printer-connection.ts';
import {
  type TransportKind,
  transportFields,
  transportKinds,
} from '../../../src/shared/printing/printer-transports.ts';
import { sourceFiles } from '../../helpers/import-rules.ts';

/** One connection of each kind: a new kind fails to compile here. */
const samples: { readonly [K in TransportKind]: Extract<PrinterConnection, { kind: K }> } = {
  tcp: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
  usb: { kind: 'usb', path: '/dev/usb/lp0' },
  cups: { kind: 'cups', queue: 'Zebra' },
  windows: { kind: 'windows', printer: 'ZDesigner' },
  virtual: { kind: 'virtual' },
};

describe('printer transports: each kind of connection', () => {
  it.each(transportKinds)('%s has a schema, fields, a text and a factory', (kind) => {
    const connection = samples[kind];
    expect(printerConnectionSchema.parse(connection)).toEqual(connection);
    expect(Object.keys(connectionValues(connection))).toEqual(transportFields(kind).map(({ name }) => name));
    expect(Object.keys(connection).sort()).toEqual(['kind', ...transportFields(kind).map(({ name }) => name)].sort());
    expect(connectionText(connection)).toBeTruthy();
    expect(createTransportRegistry({ virtualLabelFolder: 'labels' })(connection).open).toBeTypeOf('function');
  });

  it('a kind without a factory does not compile', () => {
    const { tcp, ...others } = {} as TransportFactories;
    // @ts-expect-error: the factory of tcp is missing.
    const incomplete: TransportFactories = others;
    expect([tcp, incomplete]).toEqual([undefined, {}]);
  });

  it('no other source file decides by the kind of a connection', () => {
    const root = fileURLToPath(new URL('../../../src/', import.meta.url));
    const kinds = transportKinds.join('|');
    const decides = new RegExp(
      `case '(${kinds})':|\\bkind [!=]== '(${kinds})'|\\['(${kinds})'(, '(${kinds})')*\\]\\.includes`,
    );
    // Only the printer behind a CUPS queue, which is a network connection where there is one.
    const allowed = ['main/printers/cups/cups-queues.ts', 'main/printers/discovery/dns-sd.ts'];
    const found = sourceFiles(root).filter(
      (file) => !allowed.includes(file) && decides.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});

describe('printer transports: the connection key', () => {
  it('differs for every kind and every value', () => {
    const keys = Object.values(samples).map(connectionKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(isSameConnection(samples.tcp, { ...samples.tcp, port: 6101 })).toBe(false);
    expect(isSameConnection(samples.cups, { kind: 'cups', queue: 'zebra' })).toBe(false);
  });

  it('host names are the same in upper and lower case', () => {
    expect(
      isSameConnection(
        { kind: 'tcp', host: 'Zebra.example', port: 9100 },
        { kind: 'tcp', host: 'zebra.EXAMPLE', port: 9100 },
      ),
    ).toBe(true);
  });
});

describe('printer transports: a connection that is not valid', () => {
  it.each([
    [{ kind: 'tcp', host: 'zebra; reboot', port: 9100 }, 'settings.printer-host'],
    [{ kind: 'usb', path: '/dev/sda' }, 'settings.printer-usb-path'],
  ])('is named by a message of the catalogue: %o', (connection, code) => {
    const { error } = printerConnectionSchema.safeParse(connection);
    expect(error && validationIssues(error).map(({ message }) => message.code)).toEqual([code]);
  });
});
