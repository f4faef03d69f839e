import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Failure } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { pause } from '../concurrency/waiting.ts';
import { type AddressClass, addressClassOf, classOfName, isMorePrivate, mostPrivate } from './address-class.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** How names become addresses, and what those are. */
export interface AddressRules {
  /** Every address of a host name; rejects with the resolver's error code where there is none. */
  resolve(hostname: string): Promise<readonly ResolvedAddress[]>;
  classOf(address: string): AddressClass;
}

export const systemAddressRules: AddressRules = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  classOf: addressClassOf,
};

/** True where a connection that may lead to `limit` at most may not lead to `addressClass`. */
export const exceeds = (addressClass: AddressClass, limit: AddressClass): boolean =>
  addressClass === 'reserved' || isMorePrivate(addressClass, limit);

/** A redirect of the label host that leads to such an address; no connection was opened. */
export const addressNotAllowed = (host: string, addressClass: AddressClass): Failure => ({
  code: 'redirected',
  message: message('label.redirect-more-private', { target: host, class: addressClass.replace('-', '_') }),
});

export type FoundAddresses =
  | { readonly kind: 'found'; readonly addresses: readonly ResolvedAddress[] }
  | { readonly kind: 'not allowed'; readonly addressClass: AddressClass }
  | { readonly kind: 'not found'; readonly error: unknown };

/**
 * The addresses of a host that a direct connection may use. They are looked up once and then connected to as they are: a name that
 * changes its address between the check and the connection gains nothing.
 */
export async function findAddresses(
  hostname: string,
  limit: AddressClass | null,
  rules: AddressRules,
): Promise<FoundAddresses> {
  const family = isIP(hostname);
  let all: readonly ResolvedAddress[];
  try {
    all = family === 0 ? await rules.resolve(hostname) : [{ address: hostname, family }];
  } catch (error) {
    return { kind: 'not found', error };
  }
  const addresses = limit === null ? all : all.filter(({ address }) => !exceeds(rules.classOf(address), limit));
  if (addresses.length > 0) return { kind: 'found', addresses };
  const [first] = all;
  return first === undefined
    ? { kind: 'not found', error: { code: 'ENOTFOUND' } }
    : { kind: 'not allowed', addressClass: rules.classOf(first.address) };
}

/** The resolver of a network that lets only the proxy out may never answer. Milliseconds. */
const localLookupMs = 2_000;

/**
 * The class of a host behind a proxy. The proxy resolves the name, so where a connection leads is not seen from here, and the proxy's
 * own rules protect its network. What is known here counts: the class of an address written in the URL, of a name that only local
 * networks have, and of every address that the local resolver gives. Any other name counts as public.
 * @param choose of several addresses: the most private of a target, the least private of the label host.
 */
export async function classBehindProxy(
  hostname: string,
  rules: AddressRules,
  choose: 'most private' | 'least private',
): Promise<AddressClass> {
  if (isIP(hostname) !== 0) return rules.classOf(hostname);
  const byName = classOfName(hostname);
  if (byName !== null) return byName;
  const stopped = new AbortController();
  const found = await Promise.race([
    rules.resolve(hostname).catch((): readonly ResolvedAddress[] => []),
    pause(localLookupMs, stopped.signal).then((): readonly ResolvedAddress[] => []),
  ]);
  stopped.abort();
  const classes = found.map(({ address }) => rules.classOf(address));
  if (classes.length === 0) return 'public';
  return classes.reduce(
    choose === 'most private' ? mostPrivate : (one, other) => (isMorePrivate(one, other) ? other : one),
  );
}
