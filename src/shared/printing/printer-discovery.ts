import { z } from 'zod';
import { printerConnectionSchema } from './printer.ts';

/** The ways printers are looked for. */
export const discoveryMethods = ['cups', 'dns-sd', 'zebra-broadcast', 'usb', 'windows'] as const;
export type DiscoveryMethod = (typeof discoveryMethods)[number];

/** A printer that was found and is not set up by being found. */
export const foundPrinterSchema = z.object({
  /** Stays the same for the same printer while the list lives. */
  key: z.string(),
  method: z.enum(discoveryMethods),
  /** The name it goes by: a queue's, a host's, a model's. */
  name: z.string(),
  /** One line to tell it from its likes: model, address, serial. */
  details: z.string(),
  connection: printerConnectionSchema,
  /** A better way to the same printer: the socket behind a raw print queue. */
  direct: printerConnectionSchema.nullable(),
  /** The name under which it is set up here already; null if it is not. */
  setUpAs: z.string().nullable(),
});
export type FoundPrinter = z.infer<typeof foundPrinterSchema>;

/** The list as it stands while it is looked for, and afterwards. */
export const printerSearchSchema = z.object({
  isLooking: z.boolean(),
  /** How far each way is; trouble is why it could not be looked at. */
  methods: z.array(z.object({ method: z.enum(discoveryMethods), ended: z.boolean(), trouble: z.string().nullable() })),
  printers: z.array(foundPrinterSchema),
});
export type PrinterSearch = z.infer<typeof printerSearchSchema>;
