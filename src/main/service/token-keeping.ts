import type { Environment } from '../../shared/environment.ts';
import { type Failure, failed, type Result } from '../../shared/failure.ts';
import type { Settings } from '../../shared/settings.ts';
import type { TokenVault } from '../core/ports/desktop.ts';
import { cleanToken } from './bearer-token.ts';

/** Where an environment's requests go. Labels come from the service's own host where no label address is set. */
export interface ServiceAddresses {
  baseUrl: string;
  labelUrl: string;
}

/** An environment that is not the built-in practice always has an address: settings are checked for it. */
export function addressesOf(environment: Environment): ServiceAddresses {
  const { baseUrl } = environment;
  if (!baseUrl) throw new Error(`The environment ${environment.name} has no address`);
  return { baseUrl, labelUrl: environment.labelUrl ?? new URL(baseUrl).origin };
}

/** The token entered for exactly these origins; a token of other origins is forgotten, not used. */
export async function tokenFor(vault: TokenVault, environment: Environment): Promise<string | null> {
  const kept = await vault.read(environment.name);
  if (!kept) return null;
  const { serviceOrigin, labelOrigin } = originsOf(environment);
  if (kept.serviceOrigin === serviceOrigin && kept.labelOrigin === labelOrigin) return kept.token;
  await vault.forget(environment.name);
  return null;
}

/** Keeps a pasted token, cleaned, for the origins the environment has at this moment. */
export async function keepPastedToken(
  vault: TokenVault,
  settings: Settings,
  name: string,
  pasted: string,
): Promise<Result<null>> {
  const environment = settings.environments.find((entry) => entry.name === name);
  if (!environment?.baseUrl) return failed(nowhereToGo);
  const token = cleanToken(pasted);
  return token.ok ? vault.keep(name, { token: token.value, ...originsOf(environment) }) : token;
}

function originsOf(environment: Environment): { serviceOrigin: string; labelOrigin: string } {
  const { baseUrl, labelUrl } = addressesOf(environment);
  return { serviceOrigin: new URL(baseUrl).origin, labelOrigin: new URL(labelUrl).origin };
}

const nowhereToGo: Failure = {
  code: 'invalid-input',
  message: 'A token belongs to an address, and this environment has none.',
  next: 'Enter the service’s address first.',
};
