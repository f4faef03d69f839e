import { z } from 'zod';
import { type TransportFieldName, type TransportKind, transportFields } from './printer-transports.ts';

const connectionName = z.string().trim().min(1).max(200);

/** The connection of each kind, as it is stored. */
export const connectionSchemas = {
  tcp: z.object({
    kind: z.literal('tcp'),
    host: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9.:_-]+$/, 'settings.printer-host')
      .max(253),
    port: z.int().min(1).max(65535).default(9100),
  }),
  usb: z.object({
    kind: z.literal('usb'),
    path: z
      .string()
      .trim()
      .regex(/^\/dev\/usb\/lp\d+$/, 'settings.printer-usb-path'),
  }),
  cups: z.object({ kind: z.literal('cups'), queue: connectionName }),
  windows: z.object({ kind: z.literal('windows'), printer: connectionName }),
  virtual: z.object({ kind: z.literal('virtual') }),
} as const satisfies Readonly<Record<TransportKind, z.ZodObject>>;

type ConnectionSchema = (typeof connectionSchemas)[TransportKind];

/** How a printer is reached. */
export const printerConnectionSchema = z.discriminatedUnion(
  'kind',
  Object.values(connectionSchemas) as unknown as [ConnectionSchema, ...ConnectionSchema[]],
);
export type PrinterConnection = z.infer<ConnectionSchema>;
export type ConnectionOf<K extends TransportKind> = Extract<PrinterConnection, { kind: K }>;

/** The values of a connection's fields as text, by name. */
export function connectionValues(connection: PrinterConnection): Partial<Record<TransportFieldName, string>> {
  const values: Readonly<Record<string, string | number>> = connection;
  return Object.fromEntries(transportFields(connection.kind).map(({ name }) => [name, String(values[name])]));
}

/** A key that is equal for connections to the same printer. */
export function connectionKey(connection: PrinterConnection): string {
  const values: Readonly<Record<string, string | number>> = connection;
  const parts = transportFields(connection.kind).map(({ name, ignoresCase }) =>
    ignoresCase ? String(values[name]).toLowerCase() : String(values[name]),
  );
  return [connection.kind, ...parts].join(' ');
}

/** True where both connections lead to the same printer. */
export const isSameConnection = (one: PrinterConnection, other: PrinterConnection): boolean =>
  connectionKey(one) === connectionKey(other);
