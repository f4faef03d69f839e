import { createHash } from 'node:crypto';
import { city } from './time-slots.ts';

export interface Place {
  lat: number;
  lng: number;
  /** Lower-cased, as the service gives it; null where the text holds none. */
  postalCode: string | null;
  region: string;
  city: string;
  googlePlaceId: string;
}

/** British, Canadian, and plain five- or six-digit codes; a house number is shorter, a phone number longer. */
const postalCodes = /\b(?:[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|[a-z]\d[a-z] ?\d[a-z]\d|\d{5,6})\b/i;

/** Where the practice service believes an address is: made from the text, the same each time, within the city. */
export function placeOf(text: string): Place {
  const hash = createHash('sha256').update(text).digest();
  const spot = (start: number, span: number, at: number) =>
    start + Math.round((hash.readUInt16BE(at) / 65_536) * span * 1e6) / 1e6;
  return {
    lat: Number(spot(25.05, 0.25, 0).toFixed(6)),
    lng: Number(spot(55.15, 0.25, 2).toFixed(6)),
    postalCode: postalCodes.exec(text)?.[0].toLowerCase() ?? null,
    region: city,
    city,
    googlePlaceId: `practice-${hash.toString('hex', 4, 14)}`,
  };
}
