/** The document's default minimum price for up to five parcels; without tax here. */
export const defaultMinimumPrice = 45;

const taxPercent = 5;

interface ParcelSize {
  code: string;
  name: string;
  note: string;
  /** Heaviest parcel of this size, in grams. */
  upTo: number;
  /** Price of one parcel, without tax. */
  price: number;
}

/** The practice tariff: sizes by weight, because the request contains nothing else. */
const sizes = [
  { code: 'small', name: 'Small', note: 'Up to 2 kg', upTo: 2000, price: 12 },
  { code: 'medium', name: 'Medium', note: 'Up to 8 kg', upTo: 8000, price: 18.5 },
] as const satisfies readonly ParcelSize[];
const largest: ParcelSize = {
  code: 'large',
  name: 'Large',
  note: 'Over 8 kg',
  upTo: Number.POSITIVE_INFINITY,
  price: 27,
};

export const sizeOf = (grams: number): ParcelSize => sizes.find((size) => grams <= size.upTo) ?? largest;

export interface Prices {
  actual_total_price: number;
  actual_total_tax: number;
  actual_price_with_tax: number;
  total_price: number;
  total_tax: number;
  price_with_tax: number;
}

/** Money is counted in whole hundredths, so that no price ends in 0.30000000000000004. */
const toHundredths = (price: number): number => Math.round(price * 100);

const withTax = (net: number): { price: number; tax: number; withTax: number } => {
  const tax = Math.round((net * taxPercent) / 100);
  return { price: net / 100, tax: tax / 100, withTax: (net + tax) / 100 };
};

/** The sum of the parcels' prices, without tax and without the minimum. */
export const parcelsPrice = (weights: readonly number[]): number =>
  weights.reduce((sum, grams) => sum + toHundredths(sizeOf(grams).price), 0) / 100;

/** Both halves of the minimum-price rule: `actual_…` without it, the rest with it. */
export function pricesOf(weights: readonly number[], minimumPrice: number): Prices {
  const net = toHundredths(parcelsPrice(weights));
  const actual = withTax(net);
  const charged = withTax(Math.max(net, toHundredths(minimumPrice)));
  return {
    actual_total_price: actual.price,
    actual_total_tax: actual.tax,
    actual_price_with_tax: actual.withTax,
    total_price: charged.price,
    total_tax: charged.tax,
    price_with_tax: charged.withTax,
  };
}

/** The number of parcels of each size, in order of first appearance. */
export function countBySize(weights: readonly number[]): { size: ParcelSize; count: number }[] {
  const counts = new Map<string, { size: ParcelSize; count: number }>();
  for (const grams of weights) {
    const size = sizeOf(grams);
    const entry = counts.get(size.code);
    if (entry) entry.count += 1;
    else counts.set(size.code, { size, count: 1 });
  }
  return [...counts.values()];
}
