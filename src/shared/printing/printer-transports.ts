import { z } from 'zod';

/** The commands that the station sends to printers; their bytes are in main/printers/protocol/printer-commands.ts. */
export const printerCommandNames = [
  'clear unfinished label',
  'pause',
  'resume',
  'cancel all',
  'calibrate',
  'ignore media commands',
] as const;
export type PrinterCommand = (typeof printerCommandNames)[number];

/** One field of a connection, as the printer form shows it. */
interface TransportField {
  readonly name: string;
  readonly isRequired: boolean;
  /** The value of the field for a new printer. */
  readonly initial: string;
  readonly isNumber?: true;
  /** Upper and lower case are equal, as in host names. */
  readonly ignoresCase?: true;
}

/** Describes one kind of connection. Its texts are in the catalogue under `printer-transport.<kind>`. */
interface TransportDescriptor {
  /** The connection as it is stored; its `kind` is the descriptor's key. */
  readonly connection: z.ZodObject;
  readonly fields: readonly TransportField[];
  readonly capabilities: TransportCapabilities;
}

export interface TransportCapabilities {
  /** The printer answers queries over it: status, counter, identity. */
  readonly answers: boolean;
  /** A queue of this computer accepts the labels and sends them itself. */
  readonly hasQueue: boolean;
  /** No printer: each label becomes a file and a picture in the window. */
  readonly isVirtual: boolean;
  /** The queue may have no driver; future versions of CUPS remove such raw queues. */
  readonly mayBeRaw: boolean;
  readonly commands: readonly PrinterCommand[];
}

const connectionName = z.string().trim().min(1).max(200);
const direct: TransportCapabilities = {
  answers: true,
  hasQueue: false,
  isVirtual: false,
  mayBeRaw: false,
  commands: ['calibrate', 'pause', 'resume', 'cancel all', 'clear unfinished label', 'ignore media commands'],
};

/** Every kind of connection, in the order in which the form offers them. */
export const printerTransports = {
  tcp: {
    connection: z.object({
      kind: z.literal('tcp'),
      host: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9.:_-]+$/, 'settings.printer-host')
        .max(253),
      port: z.int().min(1).max(65535).default(9100),
    }),
    fields: [
      { name: 'host', isRequired: true, initial: '', ignoresCase: true },
      // Nearly every label printer listens on 9100 for raw printing.
      { name: 'port', isRequired: false, initial: '9100', isNumber: true },
    ],
    capabilities: direct,
  },
  usb: {
    connection: z.object({
      kind: z.literal('usb'),
      path: z
        .string()
        .trim()
        .regex(/^\/dev\/usb\/lp\d+$/, 'settings.printer-usb-path'),
    }),
    fields: [{ name: 'path', isRequired: true, initial: '' }],
    capabilities: direct,
  },
  cups: {
    connection: z.object({ kind: z.literal('cups'), queue: connectionName }),
    fields: [{ name: 'queue', isRequired: true, initial: '' }],
    // Only commands that may wait behind labels.
    capabilities: {
      answers: false,
      hasQueue: true,
      isVirtual: false,
      mayBeRaw: true,
      commands: ['calibrate', 'ignore media commands'],
    },
  },
  windows: {
    connection: z.object({ kind: z.literal('windows'), printer: connectionName }),
    fields: [{ name: 'printer', isRequired: true, initial: '' }],
    capabilities: { answers: false, hasQueue: true, isVirtual: false, mayBeRaw: false, commands: [] },
  },
  virtual: {
    connection: z.object({ kind: z.literal('virtual') }),
    fields: [],
    capabilities: { answers: false, hasQueue: false, isVirtual: true, mayBeRaw: false, commands: [] },
  },
} as const satisfies Readonly<Record<string, TransportDescriptor>>;

type Transports = typeof printerTransports;
export type TransportKind = keyof Transports;
export type TransportFieldName = Transports[TransportKind]['fields'][number]['name'];

export const transportKinds = Object.keys(printerTransports) as readonly TransportKind[];

type ConnectionSchema = Transports[TransportKind]['connection'];

/** How a printer is reached. */
export const printerConnectionSchema = z.discriminatedUnion(
  'kind',
  Object.values(printerTransports).map(({ connection }) => connection) as [ConnectionSchema, ...ConnectionSchema[]],
);
export type PrinterConnection = z.infer<ConnectionSchema>;
export type ConnectionOf<K extends TransportKind> = Extract<PrinterConnection, { kind: K }>;

/** A field of any kind of connection. */
type AnyTransportField = TransportField & { readonly name: TransportFieldName };

export const transportFields = (kind: TransportKind): readonly AnyTransportField[] => printerTransports[kind].fields;

export const transportCapabilities = ({ kind }: Pick<PrinterConnection, 'kind'>): TransportCapabilities =>
  printerTransports[kind].capabilities;

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
