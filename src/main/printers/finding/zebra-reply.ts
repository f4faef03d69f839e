/** What a Zebra printer says of itself when it is called. What was not told is null. */
export interface ZebraReply {
  /** "ZebraNet Wired PS", "ZTC ZD421-203dpi ZPL". */
  readonly product: string | null;
  readonly firmware: string | null;
  readonly serial: string | null;
  /** The name it was given on the network. */
  readonly systemName: string | null;
}

/** Fields of the reply's third form, by offset and length, in ASCII, filled up with zeros (found by observation; not documented). */
const fields = {
  product: { from: 0x0c, length: 20 },
  firmware: { from: 0x27, length: 10 },
  serial: { from: 0x3c, length: 10 },
  systemName: { from: 0x54, length: 25 },
} as const;

const begins = [0x3a, 0x2c, 0x2e];
const knownForm = 3;

/** Replies are some 400 bytes long; anything much longer is none. */
const longestReply = 2048;

/** Reads a reply; null where the datagram is none. Of a form that is not known only that it came is known. */
export function readZebraReply(datagram: Uint8Array): ZebraReply | null {
  if (datagram.length > longestReply || begins.some((byte, index) => datagram[index] !== byte)) return null;
  const told = (field: keyof typeof fields) =>
    datagram[begins.length] === knownForm ? text(datagram, fields[field]) : null;
  return {
    product: told('product'),
    firmware: told('firmware'),
    serial: told('serial'),
    systemName: told('systemName'),
  };
}

/** Printable ASCII up to the first zero; null where there is none, where it is cut, or where it is something else. */
function text(datagram: Uint8Array, { from, length }: { from: number; length: number }): string | null {
  if (datagram.length < from + length) return null;
  const field = datagram.subarray(from, from + length);
  const end = field.indexOf(0);
  const bytes = end === -1 ? field : field.subarray(0, end);
  const isPrintable = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  const read = isPrintable ? Buffer.from(bytes).toString('ascii').trim() : '';
  return read === '' ? null : read;
}
