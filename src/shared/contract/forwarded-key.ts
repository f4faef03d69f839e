import { z } from 'zod';

/** A key that was pressed in another window of Packbench, or while the page was gone, for the scanner. */
export const forwardedKeySchema = z.object({
  kind: z.enum(['down', 'up']),
  key: z.string(),
  code: z.string(),
  shiftKey: z.boolean(),
  ctrlKey: z.boolean(),
  altKey: z.boolean(),
  metaKey: z.boolean(),
  altGraph: z.boolean(),
  capsLock: z.boolean(),
  /** The key is held down and repeats. */
  repeat: z.boolean(),
  /** Milliseconds since it was pressed; absent: now. */
  ageMs: z.number().min(0).optional(),
});
export type ForwardedKey = z.infer<typeof forwardedKeySchema>;
