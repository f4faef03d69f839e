import { z } from 'zod';

/** What the page "About" in Settings shows. */
export const aboutViewSchema = z.object({
  versions: z.object({
    packbench: z.string(),
    /** null outside Electron. */
    electron: z.string().nullable(),
    chromium: z.string().nullable(),
    node: z.string(),
  }),
  dataFolder: z.string(),
});
export type AboutView = z.infer<typeof aboutViewSchema>;

/** One package that is part of the installed station, as the build listed it. */
export const licenceSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** The identifier that the package gives, such as MIT. */
  licence: z.string(),
  /** The licence's full text; null where the package contains none. */
  text: z.string().nullable(),
});
export type Licence = z.infer<typeof licenceSchema>;
