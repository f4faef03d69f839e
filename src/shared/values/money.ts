/**
 * An amount is a number that means its shortest decimal text. Up to 15 significant digits pass unchanged through JSON, the database
 * and the screen. Binary arithmetic would change them, so sums are computed here in whole units of the smallest fraction.
 */

/** The exact sum of decimal amounts. */
export function sumOf(amounts: Iterable<number>): number {
  const decimals = Array.from(amounts, decimalOf);
  const places = decimals.reduce((longest, decimal) => Math.max(longest, decimal.places), 0);
  const units = decimals.reduce((sum, decimal) => sum + decimal.units * 10n ** BigInt(places - decimal.places), 0n);
  return amountOf(units, places);
}

/** The exact product of an amount and a count. */
export function timesAmount(amount: number, count: number): number {
  const { units, places } = decimalOf(amount);
  return amountOf(units * BigInt(count), places);
}

/** `units` × 10^-`places`. */
interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

function decimalOf(amount: number): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount)) ?? [];
  if (whole === '') throw new RangeError('Not an amount');
  const units = BigInt(sign + whole + fraction);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

const amountOf = (units: bigint, places: number): number => Number(`${units}e-${places}`);

/** Amounts that differ by less than half a hundredth are equal. */
const tolerance = 0.005;

/** True where both amounts are known and differ. */
export function isOtherAmount(one: number | null | undefined, other: number | null | undefined): boolean {
  if (one === null || one === undefined || other === null || other === undefined) return false;
  return Math.abs(sumOf([one, -other])) >= tolerance;
}

/** True where an amount is above a limit by more than a rounding difference. */
export const isOver = (amount: number, limit: number): boolean => sumOf([amount, -limit]) >= tolerance;
