import { dirname, resolve } from 'node:path';
import { type Fault, faultsOf, faultText } from '../../shared/faults.ts';
import { type Provisioning, provisioningFileSchema } from '../../shared/provisioning.ts';
import type { Settings } from '../../shared/settings.ts';
import { tryProvisioning } from './apply-provisioning.ts';
import { fetchNamed, type ReadingParts } from './fetch-named.ts';
import { outlineFaults } from './outline-faults.ts';
import { othersCanRead, readSmallFile } from './small-file.ts';
import { unknownKeys } from './unknown-keys.ts';

/** What came of reading: warnings stand beside a good file and a bad one; none of the words carries a value of the file. */
export type ReadProvisioning = { warnings: string[] } & (
  | { ok: true; provisioning: Provisioning }
  | { ok: false; faults: string[] }
);

/**
 * Reads a provisioning file whole: its JSON, its keys, the token and certificate files it names (relative paths begin at its own
 * folder), and whether this station's settings could take it. The file is left alone.
 */
export function readProvisioning(file: string, settings: Settings, parts: ReadingParts): ReadProvisioning {
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
  const fetched = fetchNamed(parsed.data, dirname(resolve(file)), parts);
  warnings.push(...fetched.warnings);
  const tried = tryProvisioning(settings, fetched.provisioning);
  const faults = [...fetched.faults, ...(tried.ok ? [] : tried.faults)];
  if (faults.length > 0) return { ok: false, faults: faults.map(faultText), warnings };
  return { ok: true, provisioning: fetched.provisioning, warnings };
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
