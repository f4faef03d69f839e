import { z } from 'zod';
import { issueMessage } from '../contract/validation-issues.ts';
import type { Message, MessageCode } from '../messages/message.ts';
import { type Printer, printerSchema } from '../printing/printer.ts';
import { commandAlphabet } from '../scanning/command-barcode.ts';
import { isSameModel } from '../scanning/hid-scanner.ts';
import { hidScannerSchema, scannerProfileSchema, serialScannerSchema } from '../scanning/scanner-settings.ts';
import { languages } from '../values/language.ts';
import { parseUrl } from '../values/url.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { fleetSchema } from './fleet.ts';
import { peopleSchema } from './people.ts';
import { practiceBehaviourSchema } from './practice-behaviour.ts';
import { isSameSource } from './webhook-source.ts';

/** A whole number, with one message for whatever is wrong with it. */
const wholeNumber = (from: number, to: number, error: MessageCode) => z.int(error).min(from, error).max(to, error);

/** The key of a site, the same at all of its benches: cards of another site do nothing. */
const commandKeySchema = z.string().regex(new RegExp(`^[${commandAlphabet}]{4}$`), 'settings.command-key');

export const stationSchema = z.object({
  name: z.string().trim().min(1, 'settings.station-name').max(60, 'settings.station-name').default('Packing bench'),
  /** Absent only until the station starts for the first time. */
  commandKey: commandKeySchema.optional(),
  language: z.enum(languages).default('en'),
});

export const benchSchema = z.object({
  /** Seconds in which a deletion can be undone before it is sent. */
  deleteUndoSeconds: wholeNumber(1, 60, 'settings.undo-seconds').default(5),
  /** The labels of orders made in the form print when the order is created. */
  printOnCreate: z.boolean().default(false),
  /** The buttons that answer a question on Scan show the bar code of their command card. */
  commandBarCodes: z.boolean().default(false),
  /** Hours of a shift: an action that waited longer for the service needs confirmation before it is sent. */
  shiftHours: wholeNumber(1, 72, 'settings.shift-hours').default(12),
});

const printingSchema = z.object({
  /** Commands in a label that change the printer beyond that label are removed, or kept. */
  suspiciousCommands: z.enum(['take out', 'pass']).default('pass'),
});

export const webhooksSchema = z.object({
  enabled: z.boolean().default(false),
  host: z.string().trim().min(1, 'settings.listener-host').max(253, 'settings.listener-host').default('127.0.0.1'),
  port: z
    .int('settings.listener-port')
    .min(1, 'settings.listener-port')
    .max(65535, 'settings.listener-port')
    .default(8787),
  /** The address at which the service reaches the listener, through any proxy or tunnel; paths are added to it. */
  publicAddress: z
    .url({ protocol: /^https?$/, error: 'settings.public-address' })
    .max(500, 'settings.public-address')
    .refine((text) => !/[?#@]/.test(text), 'settings.public-address')
    .optional(),
});

const importSchema = z.object({
  /** A folder whose files are imported and then moved away. */
  folder: z.string().min(1).max(4096).optional(),
  /** The environment of these files; the folder is watched while it is active. */
  environment: z.string().max(40).optional(),
});

export const spendingSchema = z.object({
  /** Most that may be charged within an hour, with tax, in the environment's currency; null: no cap. */
  capPerHour: z.number('settings.not-a-number').positive('settings.cap-not-positive').nullable().default(null),
});

const retentionSchema = z.object({
  /** Older records are deleted if nothing waits for them. */
  days: wholeNumber(1, 3650, 'settings.days-kept').default(180),
});

export const networkSchema = z.object({
  /** The address of an http or https proxy, with the user name and password that it requires. */
  proxy: z.url({ protocol: /^https?$/, error: 'settings.proxy-address' }).optional(),
  /** A PEM file with the company's own certificate authority. */
  caFile: z.string().min(1).max(4096).optional(),
});

/** An address without the password in it. */
export function withoutPassword(address: string): string {
  const url = parseUrl(address);
  if (!url || url.password === '') return address;
  url.password = '';
  return url.href;
}

/** As it is stored: the password in the proxy's address is in the vault. */
const storedNetworkSchema = networkSchema.extend({
  proxy: networkSchema.shape.proxy.unwrap().transform(withoutPassword).optional(),
});

/** The proxy's address as it stands in a settings file, which an earlier version wrote with its password. */
export const storedProxy = (settings: unknown): string | undefined =>
  z.object({ network: networkSchema.pick({ proxy: true }) }).safeParse(settings).data?.network.proxy;

const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Metres from the eye to the screen; all sizes grow with it. 0.7 m needs 22 px of body text. */
  viewingDistance: z.number().min(0.5).max(2).default(0.7),
  /** Everything that is pressed is at least 72 px high and wide. */
  gloves: z.boolean().default(false),
  /** The hand that presses: what is pressed stands on its side of the screen, low enough for the thumb. */
  hand: z.enum(['both', 'left', 'right']).default('both'),
});

/** The set-up of a new bench; opened by the first start, and by an operator. */
const setUpSchema = z.object({ isOpen: z.boolean().default(false) });

/** The station as the only program of its computer. */
export const kioskSchema = z.object({
  /** Starts when a user signs in to this computer. */
  startWithComputer: z.boolean().default(false),
  /** The window takes the whole screen, and no other program is reached from it. */
  fullScreen: z.boolean().default(false),
  /** A second display, where there is one, shows the verdict alone. */
  verdictScreen: z.boolean().default(false),
});

/** The volumes of earlier versions, as stored. */
const namedVolumes: Readonly<Record<string, number>> = { off: 0, quiet: 25, normal: 50, loud: 100 };

const soundSchema = z.object({
  /** Per cent of the loudest; 0: no sound. */
  volume: z
    .preprocess(
      (value) => (typeof value === 'string' ? (namedVolumes[value] ?? value) : value),
      wholeNumber(0, 100, 'settings.volume'),
    )
    .default(50),
  /** The verdict of a scan is spoken too, by a voice of this computer. */
  speech: z.boolean().default(false),
});

const uniqueNames = (entries: readonly { name: string }[]): boolean =>
  new Set(entries.map((entry) => entry.name.toLowerCase())).size === entries.length;

const scannerSchema = z
  .object({
    /** What the test of the scanners that type showed; null: never tested. They look the same to the window, so one profile reads them all. */
    keyboard: scannerProfileSchema.nullable().default(null),
    /** The scanners on serial ports. */
    serial: z
      .array(serialScannerSchema)
      .max(8)
      .refine(uniqueNames, 'settings.duplicate-names')
      .refine(
        (scanners) => new Set(scanners.map(({ path }) => path)).size === scanners.length,
        'settings.duplicate-ports',
      )
      .default([]),
    /** The scanners in HID POS mode. */
    hid: z
      .array(hidScannerSchema)
      .max(8)
      .refine(
        (scanners) => scanners.every((one, at) => !scanners.slice(at + 1).some((other) => isSameModel(one, other))),
        'settings.duplicate-models',
      )
      .default([]),
  })
  // A scan names its scanner.
  .refine(({ serial, hid }) => uniqueNames([...serial, ...hid]), { path: ['hid'], error: 'settings.duplicate-names' });

/**
 * The settings that are saved group by group. A new group is an entry here and a card in the window (`settings-screen.tsx`):
 * the settings file, the call that saves it and its defaults follow from the schema.
 */
export const settingGroups = {
  station: stationSchema,
  bench: benchSchema,
  printing: printingSchema,
  spending: spendingSchema,
  retention: retentionSchema,
  appearance: appearanceSchema,
  sound: soundSchema,
  kiosk: kioskSchema,
  scanner: scannerSchema,
  webhooks: webhooksSchema,
  practice: practiceBehaviourSchema,
} as const;
type Groups = typeof settingGroups;
export type SettingGroup = keyof Groups;
export type SettingValue<G extends SettingGroup> = z.output<Groups[G]>;

/** What is wrong with one value of a group; null where nothing is. */
export function settingIssue<G extends SettingGroup>(
  group: G,
  field: keyof SettingValue<G> & string,
  value: unknown,
): Message | null {
  const fields = settingGroups[group].shape as unknown as Readonly<Record<string, z.ZodType>>;
  const issue = fields[field]?.safeParse(value).error?.issues[0];
  return issue ? issueMessage(issue) : null;
}

type SavedGroup = { [G in SettingGroup]: { group: G; value: SettingValue<G> } }[SettingGroup];
type SavedGroupInput = { [G in SettingGroup]: { group: G; value: z.input<Groups[G]> } }[SettingGroup];

const groupSchemas = Object.entries(settingGroups).map(([group, value]) =>
  z.object({ group: z.literal(group as SettingGroup), value }),
);

/** One group with its new values, as the window saves it. */
export const savedGroupSchema = z.discriminatedUnion('group', groupSchemas as never) as unknown as z.ZodType<
  SavedGroup,
  SavedGroupInput
>;

/** Every group is filled in from its defaults where it, or a part of it, is missing. */
const groupsWithDefaults = Object.fromEntries(
  Object.entries<z.ZodType>(settingGroups).map(([group, schema]) => [group, schema.prefault({})]),
) as unknown as { [G in SettingGroup]: z.ZodPrefault<Groups[G]> };

const standInsAreOthers = (printers: readonly Printer[]): boolean =>
  printers.every(
    ({ name, standIn }) =>
      standIn === undefined || (standIn.printer !== name && printers.some((other) => other.name === standIn.printer)),
  );

/** An event's header must identify one environment only. */
const webhooksDiffer = (environments: readonly Environment[]): boolean => {
  const sources = environments.flatMap(({ webhook }) => webhook ?? []);
  return sources.every((source, at) => !sources.slice(at + 1).some((other) => isSameSource(source, other)));
};

/** An address that an earlier version stored for a practice environment is dropped: its service runs inside the station. */
function withoutPracticeAddress(environment: Environment): Environment {
  const { baseUrl: _, labelUrl: __, ...practice } = environment;
  return environment.kind === 'practice' ? practice : environment;
}

/** The practice environment that is always there. */
const practiceEnvironmentName = 'practice';

/**
 * All settings of an operator or a provisioning file, except tokens, keys and the password of the proxy, which are in the vault.
 * Lists are bounded: 20 environments, 50 printers.
 */
export const settingsSchema = z
  .object({
    ...groupsWithDefaults,
    environments: z
      .array(environmentSchema.transform(withoutPracticeAddress))
      .max(20)
      .refine(uniqueNames, 'settings.duplicate-names')
      .refine(webhooksDiffer, 'settings.duplicate-webhooks')
      .default([{ name: practiceEnvironmentName, kind: 'practice' }]),
    activeEnvironment: z.string().default(practiceEnvironmentName),
    printers: z
      .array(printerSchema)
      .max(50)
      .refine(uniqueNames, 'settings.duplicate-names')
      .refine(standInsAreOthers, 'settings.stand-in-unknown')
      .default([{ name: 'Practice printer', connection: { kind: 'virtual' }, default: true }]),
    /** Environments that were removed: their records stay on disk, so that their names keep their kind. */
    removedEnvironments: z
      .array(environmentSchema.pick({ name: true, kind: true }))
      .max(200)
      .default([]),
    setUp: setUpSchema.prefault({}),
    people: peopleSchema.prefault({}),
    network: storedNetworkSchema.prefault({}),
    import: importSchema.prefault({}),
    /** Absent where the bench belongs to no site of several. */
    fleet: fleetSchema.optional(),
  })
  .refine((settings) => settings.environments.some((entry) => entry.name === settings.activeEnvironment), {
    path: ['activeEnvironment'],
    error: 'settings.active-environment-unknown',
  });
export type Settings = z.infer<typeof settingsSchema>;

/** The settings of a new data folder: set-up is offered, and its orders print when they are created. An older folder keeps what it has. */
export const newStationSettings = (): Settings =>
  settingsSchema.parse({ setUp: { isOpen: true }, bench: { printOnCreate: true } });
