import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';
import { printerConnectionSchema } from './printer-connection.ts';

/** How printers are searched for. */
export const discoveryMethods = ['cups', 'dns-sd', 'zebra-broadcast', 'usb', 'windows'] as const;
export type DiscoveryMethod = (typeof discoveryMethods)[number];

/** A printer that a search found. Finding a printer does not set it up. */
export const foundPrinterSchema = z.object({
  /** Identifies the printer within this list. */
  key: z.string(),
  method: z.enum(discoveryMethods),
  /** The name of a queue, a host or a model. */
  name: z.string(),
  /** What distinguishes it from similar printers: model, address, serial number. */
  details: z.array(z.union([z.string().max(200), messageSchema])).max(10),
  connection: printerConnectionSchema,
  /** A better connection to the same printer: the socket behind a raw print queue. */
  direct: printerConnectionSchema.nullable(),
  /** The name of the station's printer with this connection; null if there is none. */
  setUpAs: z.string().nullable(),
});
export type FoundPrinter = z.infer<typeof foundPrinterSchema>;

/** The list of found printers, during a search and afterwards. */
export const printerSearchSchema = z.object({
  isSearching: z.boolean(),
  /** The progress of each method; `problem` is why it could not be used. */
  methods: z.array(
    z.object({ method: z.enum(discoveryMethods), ended: z.boolean(), problem: messageSchema.nullable() }),
  ),
  printers: z.array(foundPrinterSchema),
});
export type PrinterSearch = z.infer<typeof printerSearchSchema>;
