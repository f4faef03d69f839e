import { z } from 'zod';
import { type SpoolerCallName, spoolerCallShapes } from './spooler.ts';

/** What goes to the spooler's thread. */
export const spoolerRequestSchema = z.object({
  id: z.int(),
  call: z.enum(Object.keys(spoolerCallShapes) as [SpoolerCallName, ...SpoolerCallName[]]),
  takes: z.array(z.unknown()).max(2),
});
export type SpoolerRequest = z.infer<typeof spoolerRequestSchema>;

/** What comes back; the value is parsed by the call's own shape. */
export const spoolerReplySchema = z.object({
  id: z.int(),
  answer: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.unknown() }),
    z.object({ ok: z.literal(false), error: z.int() }),
  ]),
});
export type SpoolerReply = z.infer<typeof spoolerReplySchema>;
