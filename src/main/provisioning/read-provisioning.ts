import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { type Fault, faultsOf, faultText, pathText } from '../../shared/contract/validation-issues.ts';
import { type Provisioning, provisioningFileSchema } from '../../shared/settings/provisioning.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { outlineFaults, tryProvisioning } from './apply-provisioning.ts';
import {
  othersCanRead,
  type ReadProvisioningParts,
  readSmallFile,
  resolveReferences,
} from './provisioning-references.ts';

/** What came of reading: warnings stand beside a good file and a bad one; none of the words carries a value of the file. */
export type ReadProvisioning = { warnings: string[] } & (
  | { ok: true; provisioning: Provisioning }
  | { ok: false; faults: string[] }
);

/**
 * Reads a provisioning file whole: its JSON, its keys, the token and certificate files it names (relative paths begin at its own
 * folder), and whether this station's settings could take it. The file is left alone.
 */
export function readProvisioning(file: string, settings: Settings, parts: ReadProvisioningParts): ReadProvisioning {
  const read = readSmallFile(file);
  if (!read.ok) return { ok: false, faults: [faultText({ path: '', words: read.words })], warnings: [] };
  const warnings = othersCanRead(file, read);
  const json = parseJson(read.text);
  if (!json.ok) return { ok: false, faults: [json.words], warnings };
  warnings.push(...unknownKeys(provisioningFileSchema, json.value).map((path) => `${path}: not known, ignored`));

  const parsed = provisioningFileSchema.safeParse(json.value);
  if (!parsed.success) {
    const faults = [...faultsOf(parsed.error), ...outlineFaults(settings, json.value)];
    return { ok: false, faults: onePerPath(faults).map(faultText), warnings };
  }
  const resolved = resolveReferences(parsed.data, dirname(resolve(file)), parts);
  warnings.push(...resolved.warnings);
  const tried = tryProvisioning(settings, resolved.provisioning);
  const faults = [...resolved.faults, ...(tried.ok ? [] : tried.faults)];
  if (faults.length > 0) return { ok: false, faults: faults.map(faultText), warnings };
  return { ok: true, provisioning: resolved.provisioning, warnings };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; words: string } {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    // Only the place: the parser's own words quote the file, and with it perhaps a token.
    const position = /position (\d+)/.exec(String(error))?.[1];
    if (position === undefined) return { ok: false, words: 'the file is not JSON' };
    const before = text.slice(0, Number(position)).split('\n');
    return {
      ok: false,
      words: `the file is not JSON (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`,
    };
  }
}

/** The schema's words come first; a second word about the same place would only repeat them. */
function onePerPath(faults: readonly Fault[]): Fault[] {
  return faults.filter((fault, index) => faults.findIndex(({ path }) => path === fault.path) === index);
}

/** The paths of keys that the schema does not know, in the order of the data: misspelt ones, most often. */
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

/** Without "optional" and defaults around it; of a union by kind, the member the data names. */
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
