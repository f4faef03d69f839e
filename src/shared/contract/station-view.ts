import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';
import { printerStateSchema } from '../printing/printer.ts';
import { environmentKinds } from '../settings/environment.ts';
import { peopleViewSchema } from '../settings/people.ts';
import { settingsSchema } from '../settings/settings.ts';

/** The state of the service, from the last exchange with it. */
const serviceHealthSchema = z.object({
  state: z.enum([
    'not asked yet',
    'online',
    'no answer',
    'certificate rejected',
    'failing',
    'token rejected',
    'token missing',
  ]),
  /** Since when, ISO 8601; null before the first exchange. */
  since: z.string().nullable(),
  /** What is wrong; absent while the service answers. */
  problem: messageSchema.optional(),
});
export type ServiceHealth = z.infer<typeof serviceHealthSchema>;

/** Why the server of a site is connected and stores nothing of this bench. */
export const siteBlocks = ['full', 'forbidden', 'no-answer', 'other'] as const;

/** The connection to the other benches of the site. */
const siteViewSchema = z.object({
  /**
   * `reading`: connected, and behind the others; `blocked`: connected, and the server stores nothing that this bench sends; `copied`: another
   * station works under this bench's name.
   */
  state: z.enum(['connected', 'reading', 'blocked', 'offline', 'copied']),
  /** While blocked. */
  blockedBy: z.enum(siteBlocks).optional(),
  /** While reading: messages that were read, of all that waited; absent before the first one. */
  progress: z.object({ read: z.int(), total: z.int() }).optional(),
  /** Since when, ISO 8601. */
  since: z.string(),
  /** Changes that the others do not know yet; null where that is not known before the first connection. */
  unsent: z.int().nullable(),
});
export type SiteView = z.infer<typeof siteViewSchema>;

const noticeSchema = z.object({
  id: z.int(),
  at: z.string(),
  tone: z.enum(['information', 'success', 'warning', 'error']),
  message: messageSchema,
  next: z.string().optional(),
  /** The parcel that it is about, by a code that can be looked up. */
  code: z.string().optional(),
});
export type Notice = z.infer<typeof noticeSchema>;

/** The state that the top bar and every screen share. Never carries a token. */
export const stationViewSchema = z.object({
  settings: settingsSchema,
  environment: z.object({ name: z.string(), kind: z.enum(environmentKinds), currency: z.string().nullable() }),
  service: serviceHealthSchema,
  /** The printer that gets new labels; null where there is none. A virtual one outside practice makes no paper. */
  printer: printerStateSchema.nullable(),
  printers: z.array(printerStateSchema),
  /** Commands the service has not yet answered. */
  waiting: z.int(),
  /** Newest last, at most 20. */
  notices: z.array(noticeSchema),
  vault: z.object({
    /** False where a token is kept in memory for this run only. */
    isProtected: z.boolean(),
    /** Names of environments whose token is known. */
    environmentsWithToken: z.array(z.string()),
  }),
  /** Names of environments whose service rejected the saved token since the station started. */
  environmentsWithRejectedToken: z.array(z.string()),
  people: peopleViewSchema,
  version: z.string(),
  /** Another version is installed than the one that runs, or the station is about to restart for it; absent otherwise. */
  update: z.enum(['waiting', 'restarting']).optional(),
  /** Absent where the environment is not shared with other benches. */
  site: siteViewSchema.optional(),
  /** A rehearsal runs, or its result is shown; absent otherwise. */
  isRehearsing: z.literal(true).optional(),
});
export type StationView = z.infer<typeof stationViewSchema>;

/** The verdict as a second display shows it: nothing else of a parcel leaves the first one. */
export const shownVerdictSchema = z.object({
  tone: z.enum(['information', 'success', 'warning', 'error', 'quiet']),
  heading: z.string().max(200),
  sentence: z.string().max(2_000),
  code: z.string().max(64).nullable(),
});
export type ShownVerdict = z.infer<typeof shownVerdictSchema>;
