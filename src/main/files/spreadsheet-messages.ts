import { z } from 'zod';

/** Why a sheet was not read. */
const sheetFaults = ['not a workbook', 'too large', 'too many rows', 'broken'] as const;
export type SheetFault = (typeof sheetFaults)[number];

/** Rows, and characters, after which a message ends: reading more at once would hold up main for longer than a packer may notice. */
export const rowsInMessage = 250;
export const charactersInMessage = 1_000_000;

/** What the thread says. Each piece is given when it is asked for. */
export const spreadsheetMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.custom<string[][]>(Array.isArray), isLast: z.boolean() }),
  z.object({ kind: z.literal('fault'), fault: z.enum(sheetFaults) }),
]);
export type SpreadsheetMessage = z.infer<typeof spreadsheetMessageSchema>;
