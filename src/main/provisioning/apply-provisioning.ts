import type { Environment } from '../../shared/environment.ts';
import { type Fault, faultsOf, faultText } from '../../shared/faults.ts';
import type { Printer } from '../../shared/printer.ts';
import type { ProvisionedEnvironment, ProvisionedPrinter, Provisioning } from '../../shared/provisioning.ts';
import { type Settings, settingsSchema } from '../../shared/settings.ts';
import { findByName, outlineFaults } from './outline-faults.ts';

export interface AppliedProvisioning {
  settings: Settings;
  /** As pasted; for environments that have an address to send it to. */
  tokens: { environment: string; pasted: string }[];
}

export type TriedProvisioning = { ok: true; applied: AppliedProvisioning } | { ok: false; faults: Fault[] };

/**
 * What settings become: what the file names wins, what it does not name stays. Environments and printers are matched by name
 * without case and keep the spelling this station knows, since records and jobs are kept by it. All of it or nothing.
 */
export function tryProvisioning(settings: Settings, provisioning: Provisioning): TriedProvisioning {
  const outline = outlineFaults(settings, provisioning);
  if (outline.length > 0) return { ok: false, faults: outline };
  const environments = merged(settings.environments, provisioning.environments ?? [], mergedEnvironment);
  const active = provisioning.activeEnvironment ?? settings.activeEnvironment;
  const parsed = settingsSchema.safeParse({
    ...settings,
    station: over(settings.station, provisioning.station),
    environments,
    activeEnvironment: findByName(environments, active)?.name ?? active,
    printers: withOneDefault(merged(settings.printers, provisioning.printers ?? [], mergedPrinter), provisioning),
    webhooks: over(settings.webhooks, provisioning.webhooks),
    network: over(settings.network, provisioning.network),
    bench: over(settings.bench, provisioning.bench),
    spending: over(settings.spending, provisioning.spending),
  });
  if (!parsed.success) return { ok: false, faults: faultsOf(parsed.error) };
  return { ok: true, applied: { settings: parsed.data, tokens: tokensOf(parsed.data, provisioning) } };
}

/** The same for a file that was tried before: a fault is a bug now. */
export function applyProvisioning(settings: Settings, provisioning: Provisioning): AppliedProvisioning {
  const tried = tryProvisioning(settings, provisioning);
  if (!tried.ok) throw new Error(`Provisioning was not tried first: ${tried.faults.map(faultText).join('; ')}`);
  return tried.applied;
}

/** `named` laid over `kept`; a key that is not there, or undefined, changes nothing. */
function over<T extends object>(kept: T, named: object | undefined): T {
  const given = Object.entries(named ?? {}).filter(([, value]) => value !== undefined);
  return { ...kept, ...Object.fromEntries(given) };
}

function merged<K extends { name: string }, N extends { name: string }>(
  kept: readonly K[],
  named: readonly N[],
  merge: (kept: K | undefined, named: N) => K,
): K[] {
  const changed = kept.map((entry) => {
    const match = findByName(named, entry.name);
    return match ? merge(entry, match) : entry;
  });
  return [
    ...changed,
    ...named.filter((entry) => !findByName(kept, entry.name)).map((entry) => merge(undefined, entry)),
  ];
}

// Both casts: what an entry still lacks was refused before, and settingsSchema looks at every entry after.
function mergedEnvironment(kept: Environment | undefined, { token: _, ...named }: ProvisionedEnvironment): Environment {
  return { ...over({ ...kept }, named), name: kept?.name ?? named.name } as Environment;
}

function mergedPrinter(kept: Printer | undefined, named: ProvisionedPrinter): Printer {
  return { ...over({ default: false, ...kept }, named), name: kept?.name ?? named.name } as Printer;
}

/** A printer the file makes the default takes the mark from the others. */
function withOneDefault(printers: readonly Printer[], provisioning: Provisioning): Printer[] {
  const named = provisioning.printers?.find((printer) => printer.default);
  if (!named) return [...printers];
  return printers.map((printer) => ({ ...printer, default: findByName([named], printer.name) !== undefined }));
}

/** A practice environment without an address is served from inside the station and needs no token. */
function tokensOf(settings: Settings, provisioning: Provisioning): AppliedProvisioning['tokens'] {
  return (provisioning.environments ?? []).flatMap(({ name, token }) => {
    const environment = findByName(settings.environments, name);
    return token && environment?.baseUrl ? [{ environment: environment.name, pasted: token }] : [];
  });
}
