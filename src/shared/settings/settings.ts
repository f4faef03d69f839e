import { z } from 'zod';
import { type Printer, printerSchema } from '../printing/printer.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { isSameSource } from './webhook-source.ts';

export const benchSchema = z.object({
  /** Seconds a deletion can be taken back before it is sent. */
  deleteUndoSeconds: z.int().min(1).max(60).default(5),
  printOnCreate: z.boolean().default(false),
  /** Hours of a shift: what waited longer for the service asks before it leaves. */
  shiftHours: z.int().min(1).max(72).default(12),
});

export const printingSchema = z.object({
  /** What changes the printer beyond its own label is taken out, or passed as it came. */
  suspiciousCommands: z.enum(['take out', 'pass']).default('pass'),
});

export const webhooksSchema = z.object({
  enabled: z.boolean().default(false),
  host: z.string().trim().min(1).max(253).default('127.0.0.1'),
  port: z.int().min(1).max(65535).default(8787),
  /** Where the service reaches the listener, through whatever stands before it; paths are added to it. */
  publicAddress: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(500)
    .refine((text) => !/[?#@]/.test(text), 'must be an address without user name, question mark and #')
    .optional(),
});

const importSchema = z.object({
  /** A folder whose files are imported and put away. */
  folder: z.string().min(1).max(4096).optional(),
  /** The environment they belong to: the folder is watched while it is in use. */
  environment: z.string().max(40).optional(),
});

export const spendingSettingsSchema = z.object({
  /** Most that may be charged within an hour, with tax, in the environment's currency; null: no cap. */
  capPerHour: z.number().positive('must be above 0').nullable().default(null),
});

export const retentionSchema = z.object({
  /** Records older than that go, if nothing waits for them. */
  days: z.int().min(1).max(3650).default(180),
});

export const networkSchema = z.object({
  /** An http or https proxy's address. */
  proxy: z.url({ protocol: /^https?$/ }).optional(),
  /** A PEM file with the company's own certificate authority. */
  caFile: z.string().min(1).max(4096).optional(),
});

export const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** How far the screen is from the eye, in metres; all sizes grow with it. 0.7 m asks for 22 px of body text. */
  viewingDistance: z.number().min(0.5).max(2).default(0.7),
});

const uniqueNames = (entries: readonly { name: string }[]): boolean =>
  new Set(entries.map((entry) => entry.name.toLowerCase())).size === entries.length;

const standInsAreOthers = (printers: readonly Printer[]): boolean =>
  printers.every(
    ({ name, standIn }) =>
      standIn === undefined || (standIn.printer !== name && printers.some((other) => other.name === standIn.printer)),
  );

/** An event must belong to one environment: to the one whose header it carries. */
const webhooksDiffer = (environments: readonly Environment[]): boolean => {
  const sources = environments.flatMap(({ webhook }) => webhook ?? []);
  return sources.every((source, at) => !sources.slice(at + 1).some((other) => isSameSource(source, other)));
};

/** The practice environment that is always there. */
const practiceEnvironmentName = 'practice';

/**
 * Everything an operator or a provisioning file can set. The token is not here: it lives in the vault.
 * Lists are bounded: 20 environments, 50 printers.
 */
export const settingsSchema = z
  .object({
    station: z.object({ name: z.string().trim().min(1).max(60).default('Packing bench') }).prefault({}),
    environments: z
      .array(environmentSchema)
      .max(20)
      .refine(uniqueNames, 'names must differ')
      .refine(webhooksDiffer, 'two environments with one webhook path need different headers')
      .default([{ name: practiceEnvironmentName, kind: 'practice' }]),
    activeEnvironment: z.string().default(practiceEnvironmentName),
    printers: z
      .array(printerSchema)
      .max(50)
      .refine(uniqueNames, 'names must differ')
      .refine(standInsAreOthers, 'a stand-in must be another printer of this station')
      .default([{ name: 'Practice printer', connection: { kind: 'virtual' }, default: true }]),
    webhooks: webhooksSchema.prefault({}),
    network: networkSchema.prefault({}),
    retention: retentionSchema.prefault({}),
    import: importSchema.prefault({}),
    spending: spendingSettingsSchema.prefault({}),
    bench: benchSchema.prefault({}),
    printing: printingSchema.prefault({}),
    appearance: appearanceSchema.prefault({}),
  })
  .refine((settings) => settings.environments.some((entry) => entry.name === settings.activeEnvironment), {
    path: ['activeEnvironment'],
    message: 'must be the name of an environment',
  });
export type Settings = z.infer<typeof settingsSchema>;
