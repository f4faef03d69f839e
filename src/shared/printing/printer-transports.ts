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
    fields: [
      { name: 'host', isRequired: true, initial: '', ignoresCase: true },
      // Nearly every label printer listens on 9100 for raw printing.
      { name: 'port', isRequired: false, initial: '9100', isNumber: true },
    ],
    capabilities: direct,
  },
  usb: {
    fields: [{ name: 'path', isRequired: true, initial: '' }],
    capabilities: direct,
  },
  cups: {
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
    fields: [{ name: 'printer', isRequired: true, initial: '' }],
    capabilities: { answers: false, hasQueue: true, isVirtual: false, mayBeRaw: false, commands: [] },
  },
  virtual: {
    fields: [],
    capabilities: { answers: false, hasQueue: false, isVirtual: true, mayBeRaw: false, commands: [] },
  },
} as const satisfies Readonly<Record<string, TransportDescriptor>>;

type Transports = typeof printerTransports;
export type TransportKind = keyof Transports;
export type TransportFieldName = Transports[TransportKind]['fields'][number]['name'];

export const transportKinds = Object.keys(printerTransports) as readonly TransportKind[];

/** A field of any kind of connection. */
type AnyTransportField = TransportField & { readonly name: TransportFieldName };

export const transportFields = (kind: TransportKind): readonly AnyTransportField[] => printerTransports[kind].fields;

export const transportCapabilities = ({ kind }: { readonly kind: TransportKind }): TransportCapabilities =>
  printerTransports[kind].capabilities;
