import { z } from 'zod';
import type { MessageCode } from '../messages/message.ts';
import { printerSchema } from '../printing/printer.ts';
import { longestScan } from '../scanning/scan.ts';
import { hidScannerSchema, serialScannerSchema } from '../scanning/scanner-settings.ts';
import { newEnvironmentSchema } from './environment.ts';
import { fleetFileSchema, type ProvisionedFleet } from './fleet.ts';
import { peopleRulesSchema, shortestBadge, shownPersonSchema } from './people.ts';
import { benchSchema, kioskSchema, networkSchema, spendingSchema, stationSchema, webhooksSchema } from './settings.ts';

/** Longest pasted token, with its scheme word. */
export const longestToken = 4000;

const tokenSources = ['token', 'tokenFile', 'tokenEnv'] as const;

/** A rule over a whole list or entry, checked even if a part of it is invalid: every fault is reported at once. */
const rule = (error: MessageCode, path: string[] = []) => ({ error, path, when: () => true });

const recordsOf = (entries: unknown): Record<string, unknown>[] =>
  Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'object' && entry !== null) : [];

function namesDiffer(entries: unknown): boolean {
  const names = recordsOf(entries).flatMap(({ name }) => (typeof name === 'string' ? [name.trim().toLowerCase()] : []));
  return new Set(names).size === names.length;
}

const oneTokenSource = (entry: object): boolean => tokenSources.filter((source) => source in entry).length <= 1;

/** An environment variable that holds a token. */
const tokenVariableSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'provisioning.variable-name')
  .max(200);

const namedVariablesSchema = z.object({
  environments: z.array(z.object({ tokenEnv: tokenVariableSchema }).nullable().catch(null)),
});

/** The variables that a file names for tokens, also where it is invalid otherwise. */
export const namedTokenVariables = (file: unknown): string[] =>
  (namedVariablesSchema.safeParse(file).data?.environments ?? []).flatMap((entry) => entry?.tokenEnv ?? []);

/** An environment in the file; values that an existing environment of that name already has may be left out. */
const provisionedEnvironmentSchema = newEnvironmentSchema.partial({ kind: true }).extend({
  token: z.string().trim().min(1).max(longestToken).optional(),
  /** A file that holds the token and nothing else; a relative path begins at the provisioning file's folder. */
  tokenFile: z.string().min(1).max(4096).optional(),
  tokenEnv: tokenVariableSchema.optional(),
});

const provisionedPrinterSchema = printerSchema
  .omit({ isDefaultOutsidePractice: true })
  .partial({ connection: true })
  .extend({ default: printerSchema.shape.default.unwrap().optional() });

/** A scanner that sends text: on a serial port, or in HID POS mode, where the numbers of vendor and product name its model. */
const provisionedScannerSchema = z
  .object({
    name: serialScannerSchema.shape.name,
    port: serialScannerSchema.shape.path.optional(),
    model: z
      .string()
      .regex(/^[0-9a-f]{4}:[0-9a-f]{4}$/i, 'provisioning.scanner-model')
      .optional(),
    /** Of scanners of that model; absent: each. */
    serialNumbers: hidScannerSchema.shape.serialNumbers.unwrap().optional(),
  })
  .refine(
    (entry) => 'port' in Object(entry) !== 'model' in Object(entry),
    rule('provisioning.port-or-model', ['port']),
  );
export type ProvisionedScanner = z.infer<typeof provisionedScannerSchema>;

/**
 * The provisioning file (docs/provisioning.md). Every key is optional except those that identify an entry; unknown keys are reported and
 * ignored by the reader.
 */
export const provisioningFileSchema = z.object({
  /** The schema that editors use for the file; whatever it is, the station ignores it. */
  $schema: z.unknown().optional(),
  /** `commandKey`: the same at all benches of a site; their command cards then work at each of them. */
  station: z
    .object({
      name: stationSchema.shape.name.unwrap().optional(),
      commandKey: stationSchema.shape.commandKey,
      language: stationSchema.shape.language.unwrap().optional(),
      scanners: z
        .array(provisionedScannerSchema)
        .max(8)
        .refine(namesDiffer, rule('settings.duplicate-names'))
        .optional(),
    })
    .optional(),
  /** `false`: no set-up is offered at the first start; nor is it where the file names an environment. */
  setup: z.boolean().optional(),
  environments: z
    .array(
      provisionedEnvironmentSchema.refine(
        (entry) => oneTokenSource(Object(entry)),
        rule('provisioning.one-token-source', ['token']),
      ),
    )
    .max(20)
    .refine(namesDiffer, rule('settings.duplicate-names'))
    .optional(),
  activeEnvironment: z.string().trim().min(1).max(40).optional(),
  printers: z
    .array(provisionedPrinterSchema)
    .max(50)
    .refine(namesDiffer, rule('settings.duplicate-names'))
    .refine(
      (printers) => recordsOf(printers).filter((printer) => printer.default === true).length <= 1,
      rule('settings.several-default-printers'),
    )
    .optional(),
  webhooks: z
    .object({
      enabled: webhooksSchema.shape.enabled.unwrap().optional(),
      host: webhooksSchema.shape.host.unwrap().optional(),
      port: webhooksSchema.shape.port.unwrap().optional(),
      publicAddress: webhooksSchema.shape.publicAddress,
    })
    .optional(),
  /** `caFile`: a relative path begins at the provisioning file's folder. */
  network: networkSchema.optional(),
  bench: z
    .object({
      deleteUndoSeconds: benchSchema.shape.deleteUndoSeconds.unwrap().optional(),
      printOnCreate: benchSchema.shape.printOnCreate.unwrap().optional(),
      commandBarCodes: benchSchema.shape.commandBarCodes.unwrap().optional(),
      shiftHours: benchSchema.shape.shiftHours.unwrap().optional(),
    })
    .optional(),
  kiosk: z
    .object({
      startWithComputer: kioskSchema.shape.startWithComputer.unwrap().optional(),
      fullScreen: kioskSchema.shape.fullScreen.unwrap().optional(),
      verdictScreen: kioskSchema.shape.verdictScreen.unwrap().optional(),
    })
    .optional(),
  /** `admin`: added, or found by name and given this role and badge; a way in where every admin's badge is lost. */
  people: z
    .object({
      enabled: z.boolean().optional(),
      admin: z
        .object({ name: shownPersonSchema.shape.name, badge: z.string().trim().min(shortestBadge).max(longestScan) })
        .optional(),
      idleMinutes: peopleRulesSchema.shape.idleMinutes.unwrap().optional(),
      deletionsPerHour: peopleRulesSchema.shape.deletionsPerHour.unwrap().optional(),
      reprintsPerHour: peopleRulesSchema.shape.reprintsPerHour.unwrap().optional(),
    })
    .optional(),
  /** `capPerHour`: null removes the cap. */
  spending: z.object({ capPerHour: spendingSchema.shape.capPerHour.unwrap().optional() }).optional(),
  /** Taken as a whole. */
  fleet: fleetFileSchema.optional(),
});
export type ProvisioningFile = z.infer<typeof provisioningFileSchema>;

type NamedEnvironment = NonNullable<ProvisioningFile['environments']>[number];

/** An environment with its token, read from wherever the file named. */
export type ProvisionedEnvironment = Omit<NamedEnvironment, 'tokenFile' | 'tokenEnv'>;
export type ProvisionedPrinter = z.infer<typeof provisionedPrinterSchema>;

/** A complete provisioning file: tokens and keys read from their files and variables, paths absolute. */
export type Provisioning = Omit<ProvisioningFile, 'environments' | 'fleet'> & {
  environments?: ProvisionedEnvironment[] | undefined;
  fleet?: ProvisionedFleet | undefined;
};
