import { z } from 'zod';
import { message } from '../../shared/messages/message.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import { isSameConnection } from '../../shared/printing/printer-connection.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import { isSameModel } from '../../shared/scanning/hid-scanner.ts';
import type { HidScanner, SerialScanner } from '../../shared/scanning/scanner-settings.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import type { People } from '../../shared/settings/people.ts';
import type {
  ProvisionedEnvironment,
  ProvisionedPrinter,
  ProvisionedScanner,
  Provisioning,
} from '../../shared/settings/provisioning.ts';
import { type Settings, settingsSchema } from '../../shared/settings/settings.ts';
import { mainText, messageSentence } from '../text/main-text.ts';
import { fleetEnvironments } from './fleet-files.ts';
import { faultText, type ProvisioningFault, schemaFaults } from './provisioning-fault.ts';

export interface AppliedProvisioning {
  settings: Settings;
  /** Tokens as pasted, only for environments with an address. */
  tokens: { environment: string; pasted: string }[];
}

export type TriedProvisioning = { ok: true; applied: AppliedProvisioning } | { ok: false; faults: ProvisioningFault[] };

/**
 * Applies the file to the settings, completely or not at all: its values win, absent values stay. Environments and printers are
 * matched by name, ignoring case, and keep the spelling under which this station stores records and jobs.
 */
export function tryProvisioning(settings: Settings, provisioning: Provisioning): TriedProvisioning {
  const outline = outlineFaults(settings, provisioning);
  if (outline.length > 0) return { ok: false, faults: outline };
  const environments = merged(settings.environments, provisioning.environments ?? [], mergedEnvironment);
  const active = provisioning.activeEnvironment ?? settings.activeEnvironment;
  const { scanners = [], ...station } = provisioning.station ?? {};
  const { seed: _, ...fleet } = provisioning.fleet ?? {};
  const shared = fleetEnvironments(provisioning.fleet?.environments ?? [], environments);
  if (shared.faults.length > 0) return { ok: false, faults: shared.faults };
  const parsed = settingsSchema.safeParse({
    ...settings,
    station: withOverrides(settings.station, station),
    scanner: provisionedScanners(settings.scanner, scanners),
    environments,
    removedEnvironments: settings.removedEnvironments.filter(({ name }) => !findByName(environments, name)),
    setUp: leavesOutSetUp(provisioning) ? { isOpen: false } : settings.setUp,
    activeEnvironment: findByName(environments, active)?.name ?? active,
    printers: withOneDefault(merged(settings.printers, provisioning.printers ?? [], mergedPrinter), provisioning),
    webhooks: withOverrides(settings.webhooks, provisioning.webhooks),
    network: withOverrides(settings.network, provisioning.network),
    bench: withOverrides(settings.bench, provisioning.bench),
    people: provisionedPeople(settings.people, provisioning.people),
    spending: withOverrides(settings.spending, provisioning.spending),
    kiosk: withOverrides(settings.kiosk, provisioning.kiosk),
    ...(provisioning.fleet && { fleet: { ...fleet, environments: shared.names } }),
  });
  if (!parsed.success) return { ok: false, faults: schemaFaults(parsed.error) };
  return { ok: true, applied: { settings: parsed.data, tokens: tokensOf(parsed.data, provisioning) } };
}

/** A scanner takes the place of those of its name, its port or its model, and keeps the test of that port or model. */
function provisionedScanners(current: Settings['scanner'], named: readonly ProvisionedScanner[]): Settings['scanner'] {
  const serial = named.flatMap(({ name, port }) => {
    if (port === undefined) return [];
    const same = current.serial.find(({ path }) => path === port);
    return [{ baudRate: 9600, profile: null, ...same, name, path: port }];
  });
  const hid = named.flatMap(({ name, model, serialNumbers = [] }) => {
    if (model === undefined) return [];
    const [vendorId = 0, productId = 0] = model.split(':').map((digits) => Number.parseInt(digits, 16));
    const same = current.hid.find((one) => isSameModel(one, { vendorId, productId }));
    return [{ product: model, profile: null, ...same, name, vendorId, productId, serialNumbers }];
  });
  const isOther = ({ name }: { name: string }): boolean => !findByName(named, name);
  const otherPort = ({ path }: SerialScanner): boolean => !serial.some((one) => one.path === path);
  const otherModel = (one: HidScanner): boolean => !hid.some((entry) => isSameModel(entry, one));
  return {
    ...current,
    serial: [...current.serial.filter((one) => isOther(one) && otherPort(one)), ...serial],
    hid: [...current.hid.filter((one) => isOther(one) && otherModel(one)), ...hid],
  };
}

/** Its admin's badge is not among them: the station stores its hash. */
function provisionedPeople(
  people: People,
  { enabled, admin: _, ...rules }: Provisioning['people'] & object = {},
): People {
  return { ...withOverrides(people, rules), ...(enabled !== undefined && { isOn: enabled }) };
}

/** Signing in without an admin would lock every operator out of the settings. */
function peopleFaults(settings: Settings, file: unknown): ProvisioningFault[] {
  const named = z
    .object({ people: z.object({ enabled: z.literal(true), admin: z.unknown().optional() }) })
    .safeParse(file).data;
  if (!named || named.people.admin !== undefined) return [];
  if (settings.people.persons.some(({ role }) => role === 'admin')) return [];
  return [{ path: 'people.admin', text: mainText('provisioning.admin-missing') }];
}

/** Applies a file that was checked by `tryProvisioning` before. Throws for a fault, which is a bug. */
export function applyProvisioning(settings: Settings, provisioning: Provisioning): AppliedProvisioning {
  const tried = tryProvisioning(settings, provisioning);
  if (!tried.ok) throw new Error(`Provisioning was not tried first: ${tried.faults.map(faultText).join('; ')}`);
  return tried.applied;
}

/** A provisioned bench needs no set-up by hand. */
const leavesOutSetUp = ({ setup, environments = [] }: Provisioning): boolean =>
  setup === false || environments.length > 0;

/** `current` with the keys of `named`; absent or undefined keys change nothing. */
function withOverrides<T extends object>(current: T, named: object | undefined): T {
  const given = Object.entries(named ?? {}).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(given) };
}

function merged<K extends { name: string }, N extends { name: string }>(
  current: readonly K[],
  named: readonly N[],
  merge: (current: K | undefined, named: N) => K,
): K[] {
  const changed = current.map((entry) => {
    const match = findByName(named, entry.name);
    return match ? merge(entry, match) : entry;
  });
  return [
    ...changed,
    ...named.filter((entry) => !findByName(current, entry.name)).map((entry) => merge(undefined, entry)),
  ];
}

// The casts are safe: incomplete entries were refused before, and settingsSchema checks every entry afterwards.
function mergedEnvironment(
  current: Environment | undefined,
  { token: _, ...named }: ProvisionedEnvironment,
): Environment {
  return { ...withOverrides({ ...current }, named), name: current?.name ?? named.name } as Environment;
}

/**
 * The identity of a printer at another address is dropped, as in the settings. A virtual printer that the file makes the default gets
 * labels outside practice too: it says so on purpose.
 */
function mergedPrinter(current: Printer | undefined, named: ProvisionedPrinter): Printer {
  const { known, ...kept } = { default: false, ...current };
  const isSamePlace = !current || !named.connection || isSameConnection(current.connection, named.connection);
  const printer = {
    ...withOverrides({ ...kept, ...(isSamePlace && known !== undefined && { known }) }, named),
    name: current?.name ?? named.name,
  } as Printer;
  if (named.default === undefined) return printer;
  const { isDefaultOutsidePractice: _, ...rest } = printer;
  const isVirtual = printer.connection !== undefined && transportCapabilities(printer.connection).isVirtual;
  return { ...rest, ...(isVirtual && named.default && { isDefaultOutsidePractice: true }) };
}

/** If the file names a default printer, no other printer stays the default. */
function withOneDefault(printers: readonly Printer[], provisioning: Provisioning): Printer[] {
  const named = provisioning.printers?.find((printer) => printer.default);
  if (!named) return [...printers];
  return printers.map((printer) => ({ ...printer, default: findByName([named], printer.name) !== undefined }));
}

/** A practice environment is served from inside the station and needs no token. */
function tokensOf(settings: Settings, provisioning: Provisioning): AppliedProvisioning['tokens'] {
  return (provisioning.environments ?? []).flatMap(({ name, token }) => {
    const environment = findByName(settings.environments, name);
    return token && environment?.baseUrl ? [{ environment: environment.name, pasted: token }] : [];
  });
}

/** Names and a few other values of a file that may be invalid otherwise. */
const outlineSchema = z
  .object({
    environments: z
      .array(
        z
          .object({
            name: z.string().trim(),
            kind: z.unknown().optional(),
            baseUrl: z.unknown().optional(),
            labelUrl: z.unknown().optional(),
          })
          .nullable()
          .catch(null),
      )
      .catch([]),
    activeEnvironment: z.string().trim().nullable().catch(null),
    printers: z
      .array(z.object({ name: z.string().trim(), connection: z.unknown().optional() }).nullable().catch(null))
      .catch([]),
  })
  .catch({ environments: [], activeEnvironment: null, printers: [] });

/** The entry with that name, ignoring case. */
function findByName<T extends { name: string }>(entries: readonly T[], name: string): T | undefined {
  return entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
}

/**
 * Finds missing values of new entries, kinds that differ from those of this station, and references to unknown environments.
 * @param file the file as parsed JSON, which may be invalid otherwise
 */
export function outlineFaults(settings: Settings, file: unknown): ProvisioningFault[] {
  const outline = outlineSchema.parse(file);
  return [
    ...outline.environments.flatMap((entry, index) => {
      if (!entry) return [];
      const path = `environments[${index}]`;
      const known = findByName(settings.environments, entry.name);
      const kind = entry.kind ?? known?.kind;
      // Records are stored under the environment's name: under another kind, practice parcels would be shown in production.
      const before = known ?? findByName(settings.removedEnvironments, entry.name);
      if (before && kind !== undefined && kind !== before.kind) {
        const text = mainText('provisioning.kind-changed', { name: before.name, kind: before.kind });
        return [{ path: `${path}.kind`, text }];
      }
      if (kind === undefined) return [{ path: `${path}.kind`, text: mainText('provisioning.kind-missing') }];
      if (kind === 'practice') return practiceAddressFaults(path, entry);
      const needsAddress = (kind === 'sandbox' || kind === 'production') && !(entry.baseUrl ?? known?.baseUrl);
      return needsAddress
        ? [{ path: `${path}.baseUrl`, text: mainText('provisioning.address-missing', { kind: String(kind) }) }]
        : [];
    }),
    ...outline.printers.flatMap((entry, index) => {
      if (!entry || entry.connection !== undefined || findByName(settings.printers, entry.name)) return [];
      return [{ path: `printers[${index}].connection`, text: mainText('provisioning.connection-missing') }];
    }),
    ...activeFaults(settings, outline),
    ...peopleFaults(settings, file),
  ];
}

/** The service of a practice environment runs inside the station. */
const practiceAddressFaults = (path: string, entry: { baseUrl?: unknown; labelUrl?: unknown }): ProvisioningFault[] =>
  (['baseUrl', 'labelUrl'] as const)
    .filter((key) => entry[key] !== undefined)
    .map((key) => ({ path: `${path}.${key}`, text: mainText('provisioning.practice-address') }));

function activeFaults(settings: Settings, outline: z.infer<typeof outlineSchema>): ProvisioningFault[] {
  const { activeEnvironment, environments } = outline;
  if (activeEnvironment === null) return [];
  const there = [...settings.environments, ...environments.flatMap((entry) => entry ?? [])];
  if (findByName(there, activeEnvironment)) return [];
  return [{ path: 'activeEnvironment', text: messageSentence(message('settings.active-environment-unknown')) }];
}
