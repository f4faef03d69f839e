import { z } from 'zod';
import type { Environment } from '../../shared/environment.ts';
import type { Fault } from '../../shared/faults.ts';
import type { Settings } from '../../shared/settings.ts';

/** Just the names and what stands beside them, of a file that may be at fault everywhere else. */
const outlineSchema = z
  .object({
    environments: z
      .array(
        z
          .object({ name: z.string().trim(), kind: z.unknown().optional(), baseUrl: z.unknown().optional() })
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

/** The entry of that name, without case. */
export function findByName<T extends { name: string }>(entries: readonly T[], name: string): T | undefined {
  return entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
}

/**
 * What entries lack that this station does not already have under their name, kinds that differ from what it has, and names
 * that name nothing.
 * @param file the file as parsed JSON, whether or not the rest of it is in order
 */
export function outlineFaults(settings: Settings, file: unknown): Fault[] {
  const outline = outlineSchema.parse(file);
  return [
    ...outline.environments.flatMap((entry, index) => {
      if (!entry) return [];
      const path = `environments[${index}]`;
      const known = findByName(settings.environments, entry.name);
      const kind = entry.kind ?? known?.kind;
      if (known && kind !== known.kind) return [{ path: `${path}.kind`, words: changedKind(known) }];
      if (kind === undefined) return [{ path: `${path}.kind`, words: 'is missing: the environment is new here' }];
      const needsAddress = (kind === 'sandbox' || kind === 'production') && !(entry.baseUrl ?? known?.baseUrl);
      return needsAddress
        ? [{ path: `${path}.baseUrl`, words: `is missing: ${kind} needs the service’s address` }]
        : [];
    }),
    ...outline.printers.flatMap((entry, index) => {
      if (!entry || entry.connection !== undefined || findByName(settings.printers, entry.name)) return [];
      return [{ path: `printers[${index}].connection`, words: 'is missing: the printer is new here' }];
    }),
    ...activeFaults(settings, outline),
  ];
}

function activeFaults(settings: Settings, outline: z.infer<typeof outlineSchema>): Fault[] {
  const { activeEnvironment, environments } = outline;
  if (activeEnvironment === null) return [];
  const there = [...settings.environments, ...environments.flatMap((entry) => entry ?? [])];
  if (findByName(there, activeEnvironment)) return [];
  return [{ path: 'activeEnvironment', words: 'must be the name of an environment' }];
}

/** Records are kept by the environment's name: under another kind, practice parcels would show up in production. */
const changedKind = (known: Environment): string =>
  `“${known.name}” is of kind ${known.kind} here and stays so; give the new environment another name`;
