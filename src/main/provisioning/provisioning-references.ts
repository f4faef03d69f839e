import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Result } from '../../shared/contract/failure.ts';
import { sentenceOf } from '../../shared/contract/failure.ts';
import type { Fault } from '../../shared/contract/validation-issues.ts';
import {
  longestToken,
  type ProvisionedEnvironment,
  type Provisioning,
  type ProvisioningFile,
} from '../../shared/settings/provisioning.ts';

/** Gives an environment variable's value and removes it, so that no program started later inherits a token. */
export type ConsumeVariable = (name: string) => string | undefined;

/** What reading needs of the rest of the station. */
export interface ReadProvisioningParts {
  consumeVariable: ConsumeVariable;
  /** Cleans what was pasted; a failure, whose words never repeat it, where no token is left or none that could be sent. */
  cleanToken(pasted: string): Result<string>;
}

export interface ResolvedReferences {
  provisioning: Provisioning;
  faults: Fault[];
  warnings: string[];
}

type FileEnvironment = NonNullable<ProvisioningFile['environments']>[number];
type FoundToken = { token?: string; faults: Fault[]; warnings: string[] };

/** Brings in what the file only points at: tokens in files and variables, and the certificate file, looked at but not copied. */
export function resolveReferences(
  file: ProvisioningFile,
  folder: string,
  parts: ReadProvisioningParts,
): ResolvedReferences {
  const faults: Fault[] = [];
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
  if (network?.caFile) faults.push(...certificateFaults(network.caFile));
  return { provisioning: { ...file, environments, network }, faults, warnings };
}

function findToken(entry: FileEnvironment, path: string, folder: string, parts: ReadProvisioningParts): FoundToken {
  if (entry.tokenFile !== undefined) {
    const place = resolve(folder, entry.tokenFile);
    const read = readSmallFile(place);
    if (!read.ok) return withFault(`${path}.tokenFile`, read.words);
    return { ...checked(read.text, `${path}.tokenFile`, parts), warnings: othersCanRead(place, read) };
  }
  if (entry.tokenEnv !== undefined) {
    const value = parts.consumeVariable(entry.tokenEnv);
    if (value === undefined) return withFault(`${path}.tokenEnv`, `the variable ${entry.tokenEnv} is not set`);
    return checked(value, `${path}.tokenEnv`, parts);
  }
  if (entry.token !== undefined) return checked(entry.token, `${path}.token`, parts);
  return { faults: [], warnings: [] };
}

/** Without the line break a file ends with. */
function checked(text: string, path: string, { cleanToken }: ReadProvisioningParts): FoundToken {
  const token = text.trim();
  if (token.length > longestToken) return withFault(path, `must be at most ${longestToken} characters`);
  const clean = cleanToken(token);
  return clean.ok ? { token, faults: [], warnings: [] } : withFault(path, sentenceOf(clean.failure.message));
}

function certificateFaults(caFile: string): Fault[] {
  const read = readSmallFile(caFile);
  if (!read.ok) return [{ path: 'network.caFile', words: read.words }];
  if (read.text.includes('-----BEGIN CERTIFICATE-----')) return [];
  return [{ path: 'network.caFile', words: `${caFile} holds no PEM certificate` }];
}

const withFault = (path: string, words: string): FoundToken => ({ faults: [{ path, words }], warnings: [] });

/** Largest file read before the window opens: 1 MiB. */
const largestFile = 1024 * 1024;

export type SmallFile = { ok: true; text: string; othersCanRead: boolean; mode: number } | { ok: false; words: string };

/** Opening a named pipe would else wait for its writer; Windows has no such flag. */
const nonBlocking = constants.O_NONBLOCK ?? 0;

/** Reads a text file of bounded size before the window opens; a failure is words without the file's content. */
export function readSmallFile(file: string, largest = largestFile): SmallFile {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | nonBlocking);
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { ok: false, words: `${file} is not a file` };
    const buffer = Buffer.alloc(largest + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(handle, buffer, length, buffer.length - length, null);
    }
    if (length > largest) return { ok: false, words: `${file} is larger than ${largest} bytes` };
    const mode = stat.mode & 0o777;
    // Windows answers a mode that says nothing about who may read.
    const othersCanRead = process.platform !== 'win32' && (mode & 0o044) !== 0;
    return { ok: true, text: buffer.toString('utf8', 0, length), othersCanRead, mode };
  } catch (error) {
    return {
      ok: false,
      words: `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
    };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** A warning, where the mode lets more people read than its owner. */
export function othersCanRead(file: string, read: Extract<SmallFile, { ok: true }>): string[] {
  if (!read.othersCanRead) return [];
  return [`${file} can be read by others (mode ${read.mode.toString(8)}); chmod 600 keeps its token to you`];
}
