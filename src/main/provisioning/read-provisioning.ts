import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { Result } from '../../shared/contract/failure.ts';
import { pathText } from '../../shared/contract/validation-issues.ts';
import { message } from '../../shared/messages/message.ts';
import {
  longestToken,
  namedTokenVariables,
  type ProvisionedEnvironment,
  type Provisioning,
  type ProvisioningFile,
  provisioningFileSchema,
} from '../../shared/settings/provisioning.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { mainText, messageSentence } from '../text/main-text.ts';
import { outlineFaults, tryProvisioning } from './apply-provisioning.ts';
import { certificateFaults, readFleet } from './fleet-files.ts';
import { type ProvisioningFault, schemaFaults } from './provisioning-fault.ts';
import { type ReadSmallFile, readSmallFile } from './small-file.ts';

/** The result of reading; also a valid file may have warnings. No text contains a value of the file. */
export type ReadProvisioning = { warnings: string[] } & (
  | { ok: true; provisioning: Provisioning }
  | { ok: false; faults: ProvisioningFault[] }
);

/**
 * Reads and checks a provisioning file: its JSON, its keys, the token and certificate files it names (relative to its own folder), and
 * whether it can be applied to this station's settings. The file is not changed.
 */
export function readProvisioning(file: string, settings: Settings, parts: ReadProvisioningParts): ReadProvisioning {
  const read = readSmallFile(file);
  if (!read.ok) return { ok: false, faults: [{ path: '', text: read.text }], warnings: [] };
  const warnings = othersCanRead(file, read);
  const json = parseJson(read.content);
  if (!json.ok) return { ok: false, faults: [{ path: '', text: json.text }], warnings };
  warnings.push(
    ...unknownKeys(provisioningFileSchema, json.value).map((path) => mainText('provisioning.unknown-key', { path })),
  );

  const parsed = provisioningFileSchema.safeParse(json.value);
  if (!parsed.success) {
    const faults = [...schemaFaults(parsed.error), ...outlineFaults(settings, json.value)];
    return { ok: false, faults: onePerPath(faults), warnings };
  }
  const resolved = resolveReferences(parsed.data, dirname(resolve(file)), parts);
  warnings.push(...resolved.warnings);
  const tried = tryProvisioning(settings, resolved.provisioning);
  const faults = [...resolved.faults, ...(tried.ok ? [] : tried.faults)];
  if (faults.length > 0) return { ok: false, faults, warnings };
  return { ok: true, provisioning: resolved.provisioning, warnings };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; text: string } {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    // Only the position: the parser's message quotes the file, and possibly a token.
    const position = /position (\d+)/.exec(String(error))?.[1];
    if (position === undefined) return { ok: false, text: mainText('provisioning.not-json') };
    const before = text.slice(0, Number(position)).split('\n');
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    return { ok: false, text: mainText('provisioning.not-json-at', place) };
  }
}

/** The first fault of each path; the schema's come first. */
function onePerPath(faults: readonly ProvisioningFault[]): ProvisioningFault[] {
  return faults.filter((fault, index) => faults.findIndex(({ path }) => path === fault.path) === index);
}

/** The paths of keys that are not in the schema, in the order of the data. */
function unknownKeys(schema: z.core.$ZodType, data: unknown, path: readonly PropertyKey[] = []): string[] {
  const inner = unwrapped(schema, data);
  if (inner instanceof z.ZodArray && Array.isArray(data)) {
    return data.flatMap((entry, index) => unknownKeys(inner.element, entry, [...path, index]));
  }
  if (!(inner instanceof z.ZodObject) || typeof data !== 'object' || data === null || Array.isArray(data)) return [];
  const shape: Record<string, z.core.$ZodType> = inner.shape;
  return Object.entries(data).flatMap(([key, value]) => {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return known ? unknownKeys(known, value, [...path, key]) : [pathText([...path, key])];
  });
}

/** The schema without "optional" and defaults; of a discriminated union, the member that matches the data. */
function unwrapped(schema: z.core.$ZodType, data: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return unwrapped(schema.unwrap(), data);
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const key = schema.def.discriminator;
    const kind = Object(data)[key];
    const member = schema.options.find(
      (option) => option instanceof z.ZodObject && option.shape[key].safeParse(kind).success,
    );
    return member ?? schema;
  }
  return schema;
}

/** The variables that a provisioning file names for tokens, also where it is invalid otherwise; none where it cannot be read. */
export function tokenVariables(file: string | null): string[] {
  const read = file === null ? null : readSmallFile(file);
  const json = read?.ok ? parseJson(read.content) : null;
  return json?.ok ? namedTokenVariables(json.value) : [];
}

/** Returns an environment variable, which no child process has. */
type ConsumeVariable = (name: string) => string | undefined;

/** The functions that reading needs from the station. */
export interface ReadProvisioningParts {
  consumeVariable: ConsumeVariable;
  /** Cleans a pasted token; fails where none is left or it could not be sent. The failure never repeats it. */
  cleanToken(pasted: string): Result<string>;
}

interface ResolvedReferences {
  provisioning: Provisioning;
  faults: ProvisioningFault[];
  warnings: string[];
}

type FileEnvironment = NonNullable<ProvisioningFile['environments']>[number];
type FoundToken = { token?: string; faults: ProvisioningFault[]; warnings: string[] };

/** Reads tokens and keys in files and variables, and checks the certificate files, which are not copied. */
function resolveReferences(file: ProvisioningFile, folder: string, parts: ReadProvisioningParts): ResolvedReferences {
  const faults: ProvisioningFault[] = [];
  const warnings: string[] = [];
  const environments = file.environments?.map((entry, index): ProvisionedEnvironment => {
    const { token, tokenFile, tokenEnv, ...rest } = entry;
    const found = findToken(entry, `environments[${index}]`, folder, parts);
    faults.push(...found.faults);
    warnings.push(...found.warnings);
    return found.token === undefined ? rest : { ...rest, token: found.token };
  });
  const network = file.network?.caFile
    ? { ...file.network, caFile: resolve(folder, file.network.caFile) }
    : file.network;
  if (network?.caFile) faults.push(...certificateFaults(network.caFile, 'network.caFile'));
  const { fleet: fleetFile, ...rest } = file;
  const fleet = fleetFile && readFleet(fleetFile, folder);
  faults.push(...(fleet?.faults ?? []));
  return {
    provisioning: { ...rest, environments, network, ...(fleet && { fleet: fleet.fleet }) },
    ...{ faults, warnings },
  };
}

function findToken(entry: FileEnvironment, path: string, folder: string, parts: ReadProvisioningParts): FoundToken {
  if (entry.tokenFile !== undefined) {
    const place = resolve(folder, entry.tokenFile);
    const read = readSmallFile(place);
    if (!read.ok) return withFault(`${path}.tokenFile`, read.text);
    return { ...checked(read.content, `${path}.tokenFile`, parts), warnings: othersCanRead(place, read) };
  }
  if (entry.tokenEnv !== undefined) {
    const value = parts.consumeVariable(entry.tokenEnv);
    if (value === undefined)
      return withFault(`${path}.tokenEnv`, mainText('provisioning.variable-not-set', { variable: entry.tokenEnv }));
    return checked(value, `${path}.tokenEnv`, parts);
  }
  if (entry.token !== undefined) return checked(entry.token, `${path}.token`, parts);
  return { faults: [], warnings: [] };
}

/** Checks a token; the line break at the end of a file is removed. */
function checked(text: string, path: string, { cleanToken }: ReadProvisioningParts): FoundToken {
  const token = text.trim();
  if (token.length > longestToken)
    return withFault(path, messageSentence(message('validation.text-too-long', { limit: longestToken })));
  const clean = cleanToken(token);
  if (clean.ok) return { token, faults: [], warnings: [] };
  const isEmpty = clean.failure.code === 'token-missing';
  return withFault(path, mainText(isEmpty ? 'provisioning.token-empty' : 'provisioning.token-invalid'));
}

const withFault = (path: string, text: string): FoundToken => ({ faults: [{ path, text }], warnings: [] });

/** A warning if other users can read the file. */
function othersCanRead(file: string, read: Extract<ReadSmallFile, { ok: true }>): string[] {
  if (!read.othersCanRead) return [];
  return [mainText('provisioning.readable-by-others', { file, mode: read.mode.toString(8) })];
}
