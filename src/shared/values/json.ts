export type JsonObject = Record<string, unknown>;

/** Parses JSON; undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deepest nesting of lists and objects in what is received: deeper ones exhaust the stack of whatever copies or writes them. */
export const maxNesting = 64;

/** True where a parsed value has more than that many lists and objects inside each other. */
export function isNestedDeeper(value: unknown, most = maxNesting): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((each) => isNestedDeeper(each, most - 1));
}

/** A JSON number without exponent. A comma, a unit or a group separator makes it another text. */
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Decimal digits that a double keeps unchanged (IEEE 754). */
const exactDigits = 15;

const significantDigits = (text: string): number =>
  text
    .replace(/^-?[0.]*/, '')
    .replace('.', '')
    .replace(/0+$/, '').length;

/** The exact number in a text; undefined where it is none, or has more digits than a double keeps. */
export function numberOfText(text: string): number | undefined {
  const trimmed = text.trim();
  if (!numberText.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) || significantDigits(trimmed) <= exactDigits ? value : undefined;
}

/** The decimal text of a number that was sent instead of text; undefined where digits may have been lost. */
export function textOfNumber(value: number): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  const text = String(value);
  return numberText.test(text) && !Number.isInteger(value) && significantDigits(text) <= exactDigits ? text : undefined;
}

/**
 * The entries of a list, or of an object with numeric keys, which PHP writes for a list without consecutive keys. Undefined for
 * any other value.
 */
export function listEntries(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const keys = Object.keys(value);
  if (!keys.every((key) => /^(?:0|[1-9]\d{0,8})$/.test(key))) return undefined;
  return keys.sort((one, other) => Number(one) - Number(other)).map((key) => value[key]);
}
