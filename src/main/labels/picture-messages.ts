import { z } from 'zod';

/** Largest label a picture is drawn of, in bytes. */
export const largestLabel = 512 * 1024;

/** Largest picture taken from the picture process, in bytes; a 6x9 inch label at 8 dots per millimetre is far below. */
const largestPicture = 8 * 1024 * 1024;

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes');

/** To the picture process: draw this label. */
export const drawRequestSchema = z.object({
  id: z.int(),
  format: z.enum(['zpl', 'pdf']),
  bytes: bytesSchema,
});
export type DrawRequest = z.infer<typeof drawRequestSchema>;

/** From the picture process: `ready` once, when the renderer is loaded; then one answer a request. */
export const pictureMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('drawn'),
    id: z.int(),
    png: bytesSchema.refine((png) => png.length <= largestPicture, 'too large'),
  }),
  z.object({ kind: z.literal('refused'), id: z.int(), reason: z.string().max(1000) }),
]);
export type PictureMessage = z.infer<typeof pictureMessageSchema>;
