import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { pathText } from '../../shared/contract/validation-issues.ts';
import { type Provisioning, provisioningFileSchema } from '../../shared/settings/provisioning.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { mainText } from '../text/main-text.ts';
import { outlineFaults, tryProvisioning } from './apply-provisioning.ts';
import { type ProvisioningFault, schemaFaults } from './provisioning-fault.ts';
import {
  othersCanRead,
  type ReadProvisioningParts,
  readSmallFile,
  resolveReferences,
} from './provisioning-references.ts';

/** The outcome of reading: a good file and a bad one may have warnings. No text has a value of the file. */
export type ReadProvisioning = { warnings: string[] } & (
  | { ok: true; provisioning: Provisioning }
  | { ok: false; faults: ProvisioningFault[] }
);

/**
 * Reads a provisioning file whole: its JSON, its keys, the token and certificate files it names (relative paths begin at its own
 * folder), and whether this station's settings could take it. The file is left alone.
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
    // The place alone: the parser's own message quotes the file, and perhaps a token.
    const position = /position (\d+)/.exec(String(error))?.[1];
    if (position === undefined) return { ok: false, text: mainText('provisioning.not-json') };
    const before = text.slice(0, Number(position)).split('\n');
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    return { ok: false, text: mainText('provisioning.not-json-at', place) };
  }
}

/** One fault per path: the schema's come first. */
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

/** The schema without "optional" and defaults; of a union by kind, the member that the data names. */
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

/** The value of `--name=VALUE`, the last one given; an empty value is one. `null` where the switch is not there. */
export function commandLineValue(args: readonly string[], name: string): string | null {
  const last = args.findLast((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  return last === undefined ? null : last.slice(`--${name}=`.length);
}
