import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Result } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import {
  longestToken,
  type ProvisionedEnvironment,
  type Provisioning,
  type ProvisioningFile,
} from '../../shared/settings/provisioning.ts';
import { mainText, messageSentence } from '../text/main-text.ts';
import type { ProvisioningFault } from './provisioning-fault.ts';

/** Gives the value of an environment variable and removes the variable, so that no child process inherits a token. */
export type ConsumeVariable = (name: string) => string | undefined;

/** What reading needs of the rest of the station. */
export interface ReadProvisioningParts {
  consumeVariable: ConsumeVariable;
  /** Cleans what was pasted; a failure that never repeats it, if no token is left or it could not be sent. */
  cleanToken(pasted: string): Result<string>;
}

export interface ResolvedReferences {
  provisioning: Provisioning;
  faults: ProvisioningFault[];
  warnings: string[];
}

type FileEnvironment = NonNullable<ProvisioningFile['environments']>[number];
type FoundToken = { token?: string; faults: ProvisioningFault[]; warnings: string[] };

/** Reads what the file only refers to: tokens in files and variables, and the certificate file, which is checked but not copied. */
export function resolveReferences(
  file: ProvisioningFile,
  folder: string,
  parts: ReadProvisioningParts,
): ResolvedReferences {
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
  if (network?.caFile) faults.push(...certificateFaults(network.caFile));
  return { provisioning: { ...file, environments, network }, faults, warnings };
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

/** Without the line break a file ends with. */
function checked(text: string, path: string, { cleanToken }: ReadProvisioningParts): FoundToken {
  const token = text.trim();
  if (token.length > longestToken)
    return withFault(path, messageSentence(message('validation.text-too-long', { limit: longestToken })));
  const clean = cleanToken(token);
  if (clean.ok) return { token, faults: [], warnings: [] };
  const isEmpty = clean.failure.code === 'token-missing';
  return withFault(path, mainText(isEmpty ? 'provisioning.token-empty' : 'provisioning.token-invalid'));
}

function certificateFaults(caFile: string): ProvisioningFault[] {
  const read = readSmallFile(caFile);
  if (!read.ok) return [{ path: 'network.caFile', text: read.text }];
  if (read.content.includes('-----BEGIN CERTIFICATE-----')) return [];
  return [{ path: 'network.caFile', text: mainText('provisioning.no-certificate', { file: caFile }) }];
}

const withFault = (path: string, text: string): FoundToken => ({ faults: [{ path, text }], warnings: [] });

/** Largest file read before the window opens: 1 MiB. */
const largestFile = 1024 * 1024;

/** A file that was read; or why it could not be. */
export type SmallFile =
  | { ok: true; content: string; othersCanRead: boolean; mode: number }
  | { ok: false; text: string };

/** Without it, opening a named pipe would wait for its writer; Windows has no such flag. */
const nonBlocking = constants.O_NONBLOCK ?? 0;

/** Reads a text file of bounded size before the window opens; the text of a failure never has the file's content. */
export function readSmallFile(file: string, largest = largestFile): SmallFile {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | nonBlocking);
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { ok: false, text: mainText('provisioning.not-a-file', { file }) };
    const buffer = Buffer.alloc(largest + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(handle, buffer, length, buffer.length - length, null);
    }
    if (length > largest) return { ok: false, text: mainText('provisioning.file-too-large', { file, limit: largest }) };
    const mode = stat.mode & 0o777;
    // On Windows the mode does not show who may read.
    const othersCanRead = process.platform !== 'win32' && (mode & 0o044) !== 0;
    return { ok: true, content: buffer.toString('utf8', 0, length), othersCanRead, mode };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { ok: false, text: mainText('provisioning.file-unreadable', { file, reason: code }) };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** A warning if the mode lets others than the owner read the file. */
export function othersCanRead(file: string, read: Extract<SmallFile, { ok: true }>): string[] {
  if (!read.othersCanRead) return [];
  return [mainText('provisioning.readable-by-others', { file, mode: read.mode.toString(8) })];
}
