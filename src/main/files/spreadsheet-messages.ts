import { z } from 'zod';

/** Why a sheet was not read. */
const sheetFaults = ['not a workbook', 'too large', 'too many rows', 'broken'] as const;
export type SheetFault = (typeof sheetFaults)[number];

/** Rows, and characters, after which a message ends: receiving more at once would block the main process noticeably. */
export const rowsInMessage = 250;
export const charactersInMessage = 1_000_000;

/** Messages of the thread. Each part is sent when it is requested. */
export const spreadsheetMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.custom<string[][]>(Array.isArray), isLast: z.boolean() }),
  z.object({ kind: z.literal('fault'), fault: z.enum(sheetFaults) }),
]);
export type SpreadsheetMessage = z.infer<typeof spreadsheetMessageSchema>;
