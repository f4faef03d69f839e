import { resolve } from 'node:path';
import type { Result } from '../../shared/failure.ts';
import type { Fault } from '../../shared/faults.ts';
import {
  longestToken,
  type ProvisionedEnvironment,
  type Provisioning,
  type ProvisioningFile,
} from '../../shared/provisioning.ts';
import { othersCanRead, readSmallFile } from './small-file.ts';

/** Gives an environment variable's value and removes it, so that no program started later inherits a token. */
export type TakeVariable = (name: string) => string | undefined;

/** What reading needs of the rest of the station. */
export interface ReadingParts {
  takeVariable: TakeVariable;
  /** Cleans what was pasted; a failure, whose words never repeat it, where no token is left or none that could be sent. */
  cleanToken(pasted: string): Result<string>;
}

export interface FetchedNamed {
  provisioning: Provisioning;
  faults: Fault[];
  warnings: string[];
}

type FileEnvironment = NonNullable<ProvisioningFile['environments']>[number];
type FoundToken = { token?: string; faults: Fault[]; warnings: string[] };

/** Brings in what the file only points at: tokens in files and variables, and the certificate file, looked at but not copied. */
export function fetchNamed(file: ProvisioningFile, folder: string, parts: ReadingParts): FetchedNamed {
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

function findToken(entry: FileEnvironment, path: string, folder: string, parts: ReadingParts): FoundToken {
  if (entry.tokenFile !== undefined) {
    const place = resolve(folder, entry.tokenFile);
    const read = readSmallFile(place);
    if (!read.ok) return withFault(`${path}.tokenFile`, read.words);
    return { ...checked(read.text, `${path}.tokenFile`, parts), warnings: othersCanRead(place, read) };
  }
  if (entry.tokenEnv !== undefined) {
    const value = parts.takeVariable(entry.tokenEnv);
    if (value === undefined) return withFault(`${path}.tokenEnv`, `the variable ${entry.tokenEnv} is not set`);
    return checked(value, `${path}.tokenEnv`, parts);
  }
  if (entry.token !== undefined) return checked(entry.token, `${path}.token`, parts);
  return { faults: [], warnings: [] };
}

/** Without the line break a file ends with. */
function checked(text: string, path: string, { cleanToken }: ReadingParts): FoundToken {
  const token = text.trim();
  if (token.length > longestToken) return withFault(path, `must be at most ${longestToken} characters`);
  const clean = cleanToken(token);
  return clean.ok ? { token, faults: [], warnings: [] } : withFault(path, clean.failure.message);
}

function certificateFaults(caFile: string): Fault[] {
  const read = readSmallFile(caFile);
  if (!read.ok) return [{ path: 'network.caFile', words: read.words }];
  if (read.text.includes('-----BEGIN CERTIFICATE-----')) return [];
  return [{ path: 'network.caFile', words: `${caFile} holds no PEM certificate` }];
}

const withFault = (path: string, words: string): FoundToken => ({ faults: [{ path, words }], warnings: [] });
