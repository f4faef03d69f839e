import { resolve } from 'node:path';
import type { Environment } from '../../shared/settings/environment.ts';
import type { ProvisionedFleet } from '../../shared/settings/fleet.ts';
import type { ProvisioningFile } from '../../shared/settings/provisioning.ts';
import { seedBytes } from '../../shared/site/nkey.ts';
import { mainText } from '../text/main-text.ts';
import type { ProvisioningFault } from './provisioning-fault.ts';
import { readSmallFile } from './small-file.ts';

/** A key file holds one seed; comments and empty lines may stand beside it. */
const largestKeyFile = 4096;

/** The fleet of the file with the paths absolute and the key read. Its faults never contain the key. */
export function readFleet(
  { keyFile, ...named }: NonNullable<ProvisioningFile['fleet']>,
  folder: string,
): { fleet: ProvisionedFleet; faults: ProvisioningFault[] } {
  const caFile = named.caFile === undefined ? undefined : resolve(folder, named.caFile);
  const key = keyFile === undefined ? null : readKey(resolve(folder, keyFile));
  return {
    fleet: { ...named, ...(caFile !== undefined && { caFile }), ...(key?.seed !== undefined && { seed: key.seed }) },
    faults: [
      ...(caFile === undefined ? [] : certificateFaults(caFile, 'fleet.caFile')),
      ...(key?.fault === undefined ? [] : [{ path: 'fleet.keyFile', text: key.fault }]),
    ],
  };
}

function readKey(file: string): { seed: string; fault?: undefined } | { seed?: undefined; fault: string } {
  const read = readSmallFile(file, largestKeyFile);
  if (!read.ok) return { fault: read.text };
  if (read.othersCanRead)
    return { fault: mainText('provisioning.key-readable-by-others', { file, mode: read.mode.toString(8) }) };
  const lines = read.content.split('\n').map((line) => line.trim());
  const [seed = '', ...more] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return more.length === 0 && seedBytes(seed) ? { seed } : { fault: mainText('provisioning.no-seed', { file }) };
}

/** What is wrong with a file of certificates, which is read where it stands at each connection. */
export function certificateFaults(file: string, path: string): ProvisioningFault[] {
  const read = readSmallFile(file);
  if (!read.ok) return [{ path, text: read.text }];
  if (read.content.includes('-----BEGIN CERTIFICATE-----')) return [];
  return [{ path, text: mainText('provisioning.no-certificate', { file }) }];
}

/** The fleet with its environments as this station spells them, or why they cannot be shared. */
export function fleetEnvironments(
  named: readonly string[],
  environments: readonly Environment[],
): { names: string[]; faults: ProvisioningFault[] } {
  const found = named.map((name) => environments.find((entry) => entry.name.toLowerCase() === name.toLowerCase()));
  const faultOf = (environment: Environment | undefined): string | null => {
    if (!environment) return mainText('provisioning.fleet-environment');
    return environment.kind === 'practice' ? mainText('provisioning.fleet-practice') : null;
  };
  return {
    names: [...new Set(found.flatMap((entry) => entry?.name ?? []))],
    faults: found.flatMap((entry, index) => {
      const text = faultOf(entry);
      return text === null ? [] : [{ path: `fleet.environments[${index}]`, text }];
    }),
  };
}
