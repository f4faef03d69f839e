import { z } from 'zod';

const connectionName = z.string().trim().min(1).max(200);

/** How a printer is reached. The kind picks the transport. */
export const printerConnectionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tcp'),
    host: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or address')
      .max(253),
    port: z.int().min(1).max(65535).default(9100),
  }),
  z.object({ kind: z.literal('cups'), queue: connectionName }),
  z.object({
    kind: z.literal('usb'),
    path: z.string().regex(/^\/dev\/usb\/lp\d+$/, 'must be /dev/usb/lp and a number'),
  }),
  z.object({ kind: z.literal('windows'), printer: connectionName }),
  z.object({ kind: z.literal('virtual') }),
]);
export type PrinterConnection = z.infer<typeof printerConnectionSchema>;

export const printerSchema = z.object({
  /** Unique on this station; print jobs name their printer by it. */
  name: z.string().trim().min(1).max(60),
  connection: printerConnectionSchema,
  default: z.boolean().default(false),
});
export type Printer = z.infer<typeof printerSchema>;

/** Why a printer takes no label now. A set: several may be true at once. */
export const heldReasons = [
  'paper out',
  'ribbon out',
  'head open',
  'paused',
  'buffer full',
  'not answering',
  'unreachable',
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** What one printer is doing, for the status line and the Print queue. */
export const printerStateSchema = z.object({
  name: z.string(),
  connection: printerConnectionSchema,
  isDefault: z.boolean(),
  reasons: z.array(z.enum(heldReasons)),
  /** When the reasons began, ISO 8601; null while none holds it. */
  since: z.string().nullable(),
  sending: z.boolean(),
});
export type PrinterState = z.infer<typeof printerStateSchema>;

/** The hand movement that mends each reason. */
export const mendingWords: Record<HeldReason, string> = {
  'paper out': 'Put in a new roll and close the head. Printing goes on by itself, in order.',
  'ribbon out': 'Put in a new ribbon and close the head. Printing goes on by itself, in order.',
  'head open': 'Close the head. Printing goes on by itself, in order.',
  paused: 'Press the printer’s pause key. Printing goes on by itself, in order.',
  'buffer full': 'The printer is still busy. Printing goes on by itself, in order.',
  'not answering': 'Look at paper, ribbon and head. Printing goes on by itself, in order.',
  unreachable: 'Look at the cable, the network and the power. Printing goes on by itself, in order.',
};
