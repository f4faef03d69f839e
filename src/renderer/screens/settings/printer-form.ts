import { type Printer, printerSchema } from '../../../shared/printer.ts';

/** The kinds of connection that can be entered here; a provisioning file knows more. */
export const enteredKinds = ['tcp', 'virtual'] as const;
export type EnteredKind = (typeof enteredKinds)[number];

/** A printer as it is being written: texts as they stand in the fields. */
export interface PrinterFields {
  readonly name: string;
  readonly kind: EnteredKind;
  readonly host: string;
  readonly port: string;
}
export type PrinterFaults = Readonly<Partial<Record<keyof PrinterFields, string>>>;

export type ReadPrinter =
  | { readonly ok: true; readonly printer: Printer }
  | { readonly ok: false; readonly faults: PrinterFaults };

/** Raw printing listens on 9100 on nearly every label printer. */
export const blankPrinter: PrinterFields = { name: '', kind: 'tcp', host: '', port: '9100' };

/** The fields of a printer that is known; null where its connection cannot be entered here. */
export function fieldsOfPrinter({ name, connection }: Printer): PrinterFields | null {
  if (connection.kind === 'tcp') return { name, kind: 'tcp', host: connection.host, port: String(connection.port) };
  return connection.kind === 'virtual' ? { ...blankPrinter, name, kind: 'virtual' } : null;
}

/** Reads the fields, or says what is wrong beside which. The first printer of a station is its default. */
export function readPrinter(fields: PrinterFields, known: Printer | null, others: readonly Printer[]): ReadPrinter {
  const { kind } = fields;
  const port = /^\d+$/.test(fields.port.trim()) ? Number(fields.port) : Number.NaN;
  const parsed = printerSchema.safeParse({
    name: fields.name,
    connection: kind === 'tcp' ? { kind, host: fields.host, port } : { kind },
    default: known?.default ?? others.length === 0,
  });
  const faults: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path.at(-1));
    faults[field] ??= faultWords[field] ?? issue.message;
  }
  const name = fields.name.trim().toLowerCase();
  if (others.some((other) => other.name.toLowerCase() === name)) faults.name = 'Another printer has this name';
  if (!parsed.success || Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, printer: parsed.data };
}

const faultWords: Readonly<Record<string, string>> = {
  name: 'Fill in a name of at most 60 characters',
  host: 'Fill in the printer’s host name or address, such as 10.0.0.8',
  port: 'A number from 1 to 65535; most label printers use 9100',
};
