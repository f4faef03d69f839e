import { isIP } from 'node:net';

/**
 * How private an internet address is, least private first. A redirect may lead to the class of the label host itself or to one before
 * it. `reserved` is multicast, broadcast and what is not assigned: no label comes from there.
 */
export const addressClasses = ['public', 'private', 'link-local', 'loopback', 'reserved'] as const;
export type AddressClass = (typeof addressClasses)[number];

export const isMorePrivate = (one: AddressClass, other: AddressClass): boolean =>
  addressClasses.indexOf(one) > addressClasses.indexOf(other);

export const mostPrivate = (one: AddressClass, other: AddressClass): AddressClass =>
  isMorePrivate(one, other) ? one : other;

type Block = readonly [address: readonly number[], bits: number, addressClass: AddressClass];

/** IANA IPv4 Special-Purpose Address Registry. `0.0.0.0` connects to this computer. Everything else is public. */
const blocksOfIpv4: readonly Block[] = [
  [[0], 8, 'loopback'],
  [[10], 8, 'private'],
  [[100, 64], 10, 'private'], // between a provider and its customers (RFC 6598)
  [[127], 8, 'loopback'],
  [[169, 254], 16, 'link-local'],
  [[172, 16], 12, 'private'],
  [[192, 0, 0], 24, 'private'],
  [[192, 168], 16, 'private'],
  [[198, 18], 15, 'private'], // test networks, and names answered by local filters (RFC 2544)
  [[224], 3, 'reserved'],
];

/** IANA IPv6 Special-Purpose Address Registry, for addresses that hold no IPv4 address. Everything outside 2000::/3 is reserved. */
const blocksOfIpv6: readonly Block[] = [
  [[...Array(15).fill(0), 1], 128, 'loopback'],
  [Array(16).fill(0), 128, 'loopback'],
  [[0xfc], 7, 'private'],
  [[0xfe, 0xc0], 10, 'private'], // site-local, deprecated
  [[0xfe, 0x80], 10, 'link-local'],
  [[0x20], 3, 'public'],
];

/** Blocks whose addresses hold IPv4 addresses, and where in the 16 bytes: such an address leads to that IPv4 address. */
const blocksWithIpv4: readonly {
  prefix: readonly number[];
  bits: number;
  ipv4At: number;
  isInverted?: true;
  atLeast?: AddressClass;
}[] = [
  { prefix: [...Array(10).fill(0), 0xff, 0xff], bits: 96, ipv4At: 12 }, // IPv4-mapped
  { prefix: [...Array(8).fill(0), 0xff, 0xff, 0, 0], bits: 96, ipv4At: 12 }, // IPv4-translated (RFC 2765)
  { prefix: Array(12).fill(0), bits: 96, ipv4At: 12 }, // IPv4-compatible, deprecated
  { prefix: [0, 0x64, 0xff, 0x9b, ...Array(8).fill(0)], bits: 96, ipv4At: 12 }, // NAT64 (RFC 6052)
  { prefix: [0, 0x64, 0xff, 0x9b, 0, 1], bits: 48, ipv4At: 12, atLeast: 'private' }, // NAT64 of a local network (RFC 8215)
  { prefix: [0x20, 0x02], bits: 16, ipv4At: 2 }, // 6to4
  { prefix: [0x20, 0x01, 0, 0], bits: 32, ipv4At: 4 }, // Teredo: its server
  { prefix: [0x20, 0x01, 0, 0], bits: 32, ipv4At: 12, isInverted: true }, // Teredo: its client
];

/** The class of an address as a socket or a resolver gives it; text that is no address is `reserved`. */
export function addressClassOf(address: string): AddressClass {
  const text = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  switch (isIP(text)) {
    case 4:
      return classOfIpv4(text.split('.').map(Number));
    case 6:
      return classOfIpv6(bytesOfIpv6(text));
    default:
      return 'reserved';
  }
}

const classOfIpv4 = (bytes: readonly number[]): AddressClass => blockOf(bytes, blocksOfIpv4)?.[2] ?? 'public';

function classOfIpv6(bytes: readonly number[]): AddressClass {
  const own = blockOf(bytes, blocksOfIpv6);
  if (own && own[1] === 128) return own[2];
  const holding = blocksWithIpv4.filter(({ prefix, bits }) => isWithin(bytes, prefix, bits));
  if (holding.length === 0) return own?.[2] ?? 'reserved';
  const held = holding.map(({ ipv4At: at, isInverted, atLeast = 'public' }) => {
    const ipv4 = bytes.slice(at, at + 4).map((byte) => (isInverted ? byte ^ 0xff : byte));
    return mostPrivate(classOfIpv4(ipv4), atLeast);
  });
  return held.reduce(mostPrivate);
}

const blockOf = (bytes: readonly number[], blocks: readonly Block[]): Block | undefined =>
  blocks.find(([prefix, bits]) => isWithin(bytes, prefix, bits));

/** True where the first `bits` bits are those of the prefix; the prefix is continued with zeros. */
function isWithin(bytes: readonly number[], prefix: readonly number[], bits: number): boolean {
  return bytes.every((byte, index) => {
    const left = Math.min(Math.max(bits - index * 8, 0), 8);
    return (byte ^ (prefix[index] ?? 0)) >> (8 - left) === 0;
  });
}

/** The 16 bytes of a valid IPv6 address in any spelling. */
function bytesOfIpv6(text: string): number[] {
  const withoutIpv4 = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = withoutIpv4.split('::');
  const groupsOf = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<number>(missing).fill(0), ...after].flatMap((group) => [group >> 8, group & 0xff]);
}

/** Names that only a local network or this computer answers (RFC 6761, 6762, 8375; ICANN's list of private names). */
const localNames: readonly (readonly [suffix: string, addressClass: AddressClass])[] = [
  ['localhost', 'loopback'],
  ['localdomain', 'private'],
  ['local', 'private'],
  ['internal', 'private'],
  ['intranet', 'private'],
  ['private', 'private'],
  ['corp', 'private'],
  ['home', 'private'],
  ['lan', 'private'],
  ['home.arpa', 'private'],
];

/** The class that a host name has by itself; null where only a look-up shows it. */
export function classOfName(hostname: string): AddressClass | null {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const local = localNames.find(([suffix]) => name === suffix || name.endsWith(`.${suffix}`));
  if (local) return local[1];
  return name.includes('.') ? null : 'private';
}
