import type { Result } from '../../shared/contract/failure.ts';
import { withoutPassword } from '../../shared/settings/settings.ts';
import { parseUrl } from '../../shared/values/url.ts';
import type { TokenVault } from '../core/ports/desktop.ts';
import { readToken } from './service-token.ts';

/** The vault's entry for the password of the proxy; no environment can have this name. */
export const proxyPasswordEntry = '(proxy password)';

/** True for a proxy's address that contains a password. */
export const hasPassword = (proxy: string | undefined): proxy is string =>
  proxy !== undefined && (parseUrl(proxy)?.password ?? '') !== '';

/** Puts the password in a proxy's address into the vault, for exactly this proxy and user. */
export function keepProxyPassword(vault: TokenVault, proxy: string): Promise<Result<null>> {
  return vault.keep(proxyPasswordEntry, {
    token: new URL(proxy).password,
    serviceOrigin: userOf(proxy),
    labelOrigin: '',
  });
}

/** The proxy's address with the password that was entered for it; one that was entered for another proxy or user is deleted. */
export async function proxyWithPassword(vault: TokenVault, proxy: string): Promise<string> {
  const stored = await vault.read(proxyPasswordEntry);
  const url = parseUrl(proxy);
  if (!stored || !url) return proxy;
  if (stored.serviceOrigin !== userOf(proxy)) {
    await vault.forget(proxyPasswordEntry);
    return proxy;
  }
  url.password = stored.token;
  return url.href;
}

/** The kept password as it stands in an address and as it was entered, to be found in other texts; none where it cannot be read. */
export async function proxyPasswordTexts(vault: Pick<TokenVault, 'read'>): Promise<string[]> {
  const password = await readToken(vault, proxyPasswordEntry);
  return password === null ? [] : [password, asEntered(password)];
}

/** A user name or password that stands in an address, as it was entered: a "%" in it may encode nothing. */
export function asEntered(inAddress: string): string {
  try {
    return decodeURIComponent(inAddress);
  } catch {
    return inAddress;
  }
}

/** The user and the origin of a proxy, such as "http://packer@proxy.example:3128/". */
function userOf(proxy: string): string {
  const { protocol, username, host } = new URL(withoutPassword(proxy));
  return `${protocol}//${username}@${host}/`;
}
