/**
 * The text form of NATS keys (nkeys): a kind, 32 bytes and a checksum in base 32. A seed begins with "SU" and is secret; the public key of
 * the same user begins with "U". https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/nkey_auth
 */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const keyBytes = 32;
/** The first byte of a public key of a user, and of a seed; a seed has a second one for its kind. */
const userKind = 20 << 3;
const seedKind = 18 << 3;

/** The 32 secret bytes of a user's seed; null for any other text. */
export function seedBytes(seed: string): Uint8Array | null {
  const bytes = checkedBytes(seed, keyBytes + 2);
  if (!bytes) return null;
  const [first = 0, second = 0] = bytes;
  const kind = ((first & 0b111) << 5) | (second >> 3);
  return (first & 0b1111_1000) === seedKind && kind === userKind ? bytes.slice(2) : null;
}

/** The 32 bytes of a user's public key; null for any other text. */
export function publicKeyBytes(key: string): Uint8Array | null {
  const bytes = checkedBytes(key, keyBytes + 1);
  return bytes?.[0] === userKind ? bytes.slice(1) : null;
}

/** The public key of these 32 bytes as text. */
export const publicKeyText = (bytes: Uint8Array): string => withChecksum(Uint8Array.of(userKind, ...bytes));

/** The seed of these 32 bytes as text. */
export const seedText = (bytes: Uint8Array): string =>
  withChecksum(Uint8Array.of(seedKind | (userKind >> 5), (userKind & 0b1_1111) << 3, ...bytes));

function withChecksum(bytes: Uint8Array): string {
  const sum = checksum(bytes);
  return base32(Uint8Array.of(...bytes, sum & 0xff, sum >> 8));
}

function checkedBytes(text: string, length: number): Uint8Array | null {
  const bytes = text.length > 64 ? null : fromBase32(text);
  if (!bytes || bytes.length !== length + 2 || base32(bytes) !== text) return null;
  const [low = 0, high = 0] = bytes.slice(length);
  const value = bytes.slice(0, length);
  return checksum(value) === (low | (high << 8)) ? value : null;
}

/** CRC-16/XMODEM. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum;
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Uint8Array | null {
  if (!/^[A-Z2-7]+$/.test(text)) return null;
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
