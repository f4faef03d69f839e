import type { Result } from '../../shared/contract/failure.ts';
import type { TokenVault } from '../core/ports/desktop.ts';

/** The vault's entry for the seed of the key with which this bench connects to its site; no environment can have this name. */
export const siteKeyEntry = '(site key)';

/** Puts the seed of that bench into the vault. It never leaves main, and stands in no other file. */
export const keepSiteKey = (vault: TokenVault, bench: string, seed: string): Promise<Result<null>> =>
  vault.keep(siteKeyEntry, { token: seed, serviceOrigin: bench, labelOrigin: '' });

/** The seed that was provisioned for that bench; one of another bench is deleted, not used. */
export async function siteKeyOf(vault: TokenVault, bench: string): Promise<string | null> {
  const stored = await vault.read(siteKeyEntry);
  if (stored === null || stored.serviceOrigin === bench) return stored?.token ?? null;
  await vault.forget(siteKeyEntry);
  return null;
}
