import { z } from 'zod';

/** What a call to the spooler gave: its value, or a Win32 error code (below 0: no spooler was reached). */
export type SpoolerAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: number };

/** An open printer of a spooler; good for that spooler alone. */
const openedSchema = z.int().min(1);
export type OpenedPrinter = z.infer<typeof openedSchema>;

/** RAW reaches the printer as it is through a v3 driver, XPS_PASS through a v4 one (support.microsoft.com 2779300). */
const datatypeSchema = z.enum(['RAW', 'XPS_PASS']);
export type Datatype = z.infer<typeof datatypeSchema>;

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes');

const documentSchema = z.object({ name: z.string().min(1).max(100), datatype: datatypeSchema });

const jobSchema = z.object({
  document: z.string().nullable(),
  /** JOB_STATUS_* bits. */
  status: z.int().min(0),
  /** The driver's or port's own words; they go before the bits (JOB_INFO_1). */
  words: z.string().nullable(),
});
export type SpoolerJob = z.infer<typeof jobSchema>;

const listedPrinterSchema = z.object({
  name: z.string(),
  driver: z.string().nullable(),
  port: z.string().nullable(),
});

/** Every call: what it takes and what it gives. It crosses a thread's border, and is parsed there. */
export const spoolerCallShapes = {
  openPrinter: { takes: z.tuple([z.string().min(1).max(300)]), gives: openedSchema },
  /** `dwPrinterDriverAttributes`. */
  driverAttributes: { takes: z.tuple([openedSchema]), gives: z.int() },
  /** Gives the job's number. */
  startDocument: { takes: z.tuple([openedSchema, documentSchema]), gives: z.int().min(1) },
  startPage: { takes: z.tuple([openedSchema]), gives: z.null() },
  /** Gives how many bytes were taken. */
  write: { takes: z.tuple([openedSchema, bytesSchema]), gives: z.int().min(0) },
  endPage: { takes: z.tuple([openedSchema]), gives: z.null() },
  endDocument: { takes: z.tuple([openedSchema]), gives: z.null() },
  abortDocument: { takes: z.tuple([openedSchema]), gives: z.null() },
  job: { takes: z.tuple([openedSchema, z.int().min(1)]), gives: jobSchema },
  closePrinter: { takes: z.tuple([openedSchema]), gives: z.null() },
  printers: { takes: z.tuple([]), gives: z.array(listedPrinterSchema).max(500) },
} as const;

type Shapes = typeof spoolerCallShapes;
export type SpoolerCallName = keyof Shapes;
type Takes<Name extends SpoolerCallName> = z.infer<Shapes[Name]['takes']>;
export type Gives<Name extends SpoolerCallName> = z.infer<Shapes[Name]['gives']>;

/** The spooler on the thread that calls it: each call blocks until Windows is done. */
export type SpoolerCalls = {
  [Name in SpoolerCallName]: (...takes: Takes<Name>) => SpoolerAnswer<Gives<Name>>;
};

/** The spooler as everybody else sees it. Never rejects. */
export type Spooler = {
  [Name in SpoolerCallName]: (...takes: Takes<Name>) => Promise<SpoolerAnswer<Gives<Name>>>;
};

export const given = <T>(value: T): SpoolerAnswer<T> => ({ ok: true, value });
export const refused = (error: number): SpoolerAnswer<never> => ({ ok: false, error });
