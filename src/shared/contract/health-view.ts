import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';
import { printerStateSchema } from '../printing/printer.ts';

/**
 * The checks of the station, by their numbers. A voice on the phone names a check by its number: never give one to another check, never use
 * one again.
 */
export const healthCheckNumbers = {
  service: 1,
  token: 2,
  'label-host': 3,
  printer: 4,
  scanner: 5,
  clock: 6,
  disk: 7,
  records: 8,
  backups: 9,
  webhooks: 10,
  certificate: 11,
  update: 12,
  crashes: 13,
  site: 14,
} as const;
export type HealthCheckName = keyof typeof healthCheckNumbers;
const checkNames = Object.keys(healthCheckNumbers) as [HealthCheckName, ...HealthCheckName[]];

/** `attention`: it works, and will not for long, or not for everything. `not checked`: it was not asked for yet. */
export const healthStates = ['ok', 'attention', 'failed', 'not checked', 'not used'] as const;
export type HealthState = (typeof healthStates)[number];

const healthCheckSchema = z.object({
  check: z.enum(checkNames),
  /** "7"; of several printers and scanners "4.1", "4.2", in the order of the settings. */
  number: z.string(),
  /** The name of the printer or scanner; null where there is only one of it. */
  subject: z.string().nullable(),
  state: z.enum(healthStates),
  /** What was found; the catalogue also says what to do about it. */
  message: messageSchema,
  /** What holds the printer, and what it warns of; its sentences are those of Print queue. */
  printer: printerStateSchema.pick({ reasons: true, warnings: true, answers: true }).optional(),
});
export type HealthCheck = z.infer<typeof healthCheckSchema>;

/** The checks in the order of their numbers. */
export const healthViewSchema = z.object({
  checks: z.array(healthCheckSchema),
  /** The service is being asked now. */
  isChecking: z.boolean(),
  /** When the service was asked last, ISO 8601; null: not since the environment was opened. */
  checkedAt: z.string().nullable(),
});
export type HealthView = z.infer<typeof healthViewSchema>;

/** One file of a support file, as it is shown and then saved. */
const supportFileEntrySchema = z.object({ name: z.string(), text: z.string() });
export type SupportFileEntry = z.infer<typeof supportFileEntrySchema>;

/** A support file that was prepared: what is shown under its number is what is saved. */
export const supportFileSchema = z.object({ id: z.int().positive(), files: z.array(supportFileEntrySchema) });
