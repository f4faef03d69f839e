/** The first bits of the fractional parts of the square and cube roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) if (primes.every((by) => number % by !== 0)) primes.push(number);
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)));
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotated = (part: number, by: number): number => (part >>> by) | (part << (32 - by));

/** The text in blocks of 64 bytes: followed by one bit, and by its length in bits in the last four bytes. */
function blocksOf(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  return padded;
}

/**
 * The first 32 bits of the text's SHA-256 (FIPS 180-4, 6.2.2). Written out, because Node's own compiles all of its cryptography first,
 * 12 ms of the records' thread at each start.
 */
export function firstWordOfSha256(text: string): number {
  const blocks = blocksOf(text);
  const state = [...initialState];
  const at = (list: readonly number[], index: number): number => list[index] ?? 0;
  for (let block = 0; block < blocks.byteLength; block += 64) {
    const schedule = Array.from({ length: 16 }, (_, index) => blocks.getInt32(block + index * 4));
    for (let index = 16; index < 64; index += 1) {
      const [early, late] = [at(schedule, index - 15), at(schedule, index - 2)];
      const mixedEarly = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const mixedLate = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      schedule.push((at(schedule, index - 16) + mixedEarly + at(schedule, index - 7) + mixedLate) | 0);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (const [index, part] of schedule.entries()) {
      const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const first = (h + mixedE + chosen + at(roundConstants, index) + part) | 0;
      const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + mixedA + majority) | 0];
    }
    for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (at(state, index) + value) | 0;
  }
  return at(state, 0) >>> 0;
}
