import { z } from 'zod';

/** A PNG picture of a label. */
export const labelPictureSchema = z.object({
  png: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  /** True where bar codes were read and none of them is a code of the parcel. */
  namesOtherParcel: z.boolean(),
});

/** The bar codes in a label's picture compared with a parcel's codes. Advisory only: the printed label may differ. */
export interface BarCodeComparison {
  /** True where one of them contains one of the expected codes. */
  readonly namesParcel: boolean;
}

/** A shorter expected code must be the whole bar code; a longer one may be part of it, after a GS1 prefix or in a URL. */
const longEnoughToFind = 8;

/**
 * Compares the bar codes read from a label's picture with the codes of a parcel, by their data characters alone; null where no bar
 * code was read.
 */
export function compareBarCodes(
  codes: readonly { readonly text: string }[],
  expected: readonly string[],
): BarCodeComparison | null {
  if (codes.length === 0) return null;
  const read = codes.map(({ text }) => bareData(text));
  const namesParcel = expected.some((code) => {
    const wanted = bareData(code);
    return (
      wanted !== '' &&
      read.some((data) => data === wanted || (wanted.length >= longEnoughToFind && data.includes(wanted)))
    );
  });
  return { namesParcel };
}

/** An AIM symbology identifier, as a scanner or reader may put it in front (ISO/IEC 15424): `]C1`. */
const aimIdentifier = /^\][A-Za-z][0-9A-Za-z]/;

/**
 * The data characters of a code, in upper case: without an AIM identifier, brackets around GS1 application identifiers, control
 * characters (GS separators) and spaces, which readers output differently.
 */
export function bareData(text: string): string {
  return text
    .replace(aimIdentifier, '')
    .replace(/[()\p{Cc}\s]/gu, '')
    .toUpperCase();
}
