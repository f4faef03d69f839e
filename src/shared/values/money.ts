/** Half a hundredth: amounts closer than that are the same amount. */
const tolerance = 0.005;

/** True where two known amounts are not the same. */
export function isOtherAmount(one: number | null | undefined, other: number | null | undefined): boolean {
  if (one === null || one === undefined || other === null || other === undefined) return false;
  return Math.abs(one - other) >= tolerance;
}

/** True where an amount is above a limit by more than a rounding difference. */
export const isOver = (amount: number, limit: number): boolean => amount - limit >= tolerance;
