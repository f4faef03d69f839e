/** Said in the place of a figure that the service's answer left out. */
export const notProvided = 'not told';

const figures = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  useGrouping: false,
});

/** An amount as given, with the environment's currency where one is set. */
export function money(amount: number | null | undefined, currency: string | null): string {
  if (amount === undefined || amount === null) return notProvided;
  return currency === null ? figures.format(amount) : `${figures.format(amount)} ${currency}`;
}

/** Half a hundredth: amounts nearer than that are one amount. */
const sameWithin = 0.005;

/** True where two known amounts are not the same. */
export function isOtherAmount(one: number | null | undefined, other: number | null | undefined): boolean {
  if (one === null || one === undefined || other === null || other === undefined) return false;
  return Math.abs(one - other) >= sameWithin;
}

/** True where an amount is above a limit, and not by a rounding alone. */
export const isOver = (amount: number, limit: number): boolean => amount - limit >= sameWithin;
