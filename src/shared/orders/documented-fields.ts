import { z } from 'zod';
import { listEntries, numberOfText, textOfNumber } from '../values/json.ts';
import { onFirstUse } from '../values/on-first-use.ts';

/**
 * Most entries kept of one list. The document allows one shipment and five parcels; ten times that is still read, and an answer of
 * a million entries cannot block the station.
 */
export const maxListEntries = 50;

// Back ends differ in the types they write: numbers as text, identifiers as numbers, lists as objects with numbered keys.

// The documented type stands first in each union, so that an answer as documented costs one check a field.

const text = () => z.union([z.string(), z.number().transform(textOfNumber).pipe(z.string())]);

const number = () => z.union([z.number(), z.string().transform(numberOfText).pipe(z.number())]);

const integer = () => z.union([z.number().int(), z.string().transform(numberOfText).pipe(z.number().int())]);

const list = <T extends z.ZodType>(entries: T) =>
  z.preprocess((value) => listEntries(value)?.slice(0, maxListEntries) ?? value, entries);

/** PHP writes an empty map as an empty list. */
const keyed = <T extends z.ZodType>(value: T) =>
  z.preprocess((given) => (Array.isArray(given) && given.length === 0 ? {} : given), z.record(z.string(), value));

/** Undefined where the field is absent or of another type; the other fields are still read. */
const tolerant = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/**
 * The kinds of field in the interface document, read tolerantly: a list keeps its readable entries, an object its readable
 * fields, and unknown fields are ignored. Parsing is idempotent.
 */
export const tolerantFields = {
  text: () => tolerant(text()),
  /** Null is a value: the document shows it, or the service may not know the fact. */
  textOrNull: () => tolerant(text().nullable()),
  /** A nullable identifier whose type the document does not show. */
  identifierOrNull: () => tolerant(z.union([z.string(), z.number()]).nullable()),
  /** Echoed only where it was sent: its absence is no fault. */
  echoedText: () => tolerant(text().nullable()),
  number: () => tolerant(number()),
  numberOrNull: () => tolerant(number().nullable()),
  integer: () => tolerant(integer()),
  object: <S extends z.ZodRawShape>(shape: S) => tolerant(z.object(shape)),
  list: <S extends z.ZodRawShape>(entryShape: S) => {
    const entry = z.object(entryShape);
    return tolerant(list(z.array(z.unknown()).transform((entries) => entries.flatMap((one) => readable(entry, one)))));
  },
  /** An object keyed by terms of the service, such as shipment types and size codes. */
  keyed: <T extends z.ZodType>(value: T) => tolerant(keyed(value)),
};
export type DocumentedFields = typeof tolerantFields;

/** What a preview or an order costs in all. */
export const totals = (field: DocumentedFields) => ({
  // Without the minimum-price rule ...
  actual_total_price: field.number(),
  actual_total_tax: field.number(),
  actual_price_with_tax: field.number(),
  // ... and with it: what is charged.
  total_price: field.number(),
  total_tax: field.number(),
  price_with_tax: field.number(),
});

interface RequiredKinds {
  readonly text: () => z.ZodType;
  readonly number: () => z.ZodType;
  readonly integer: () => z.ZodType;
  readonly list: (entries: z.ZodType) => z.ZodType;
  readonly keyed: (value: z.ZodType) => z.ZodType;
}

/** The same fields, all required. What they accept, they give as the tolerant ones do, so one description serves all. */
const required = (kinds: RequiredKinds): DocumentedFields =>
  ({
    ...kinds,
    textOrNull: () => kinds.text().nullable(),
    identifierOrNull: () => z.union([z.string(), z.number()]).nullable(),
    echoedText: () => kinds.text().nullish(),
    numberOrNull: () => kinds.number().nullable(),
    object: (shape: z.ZodRawShape) => z.object(shape),
    list: (shape: z.ZodRawShape) => kinds.list(z.array(z.object(shape)).max(maxListEntries)),
  }) as unknown as DocumentedFields;

/** An issue of such a schema names a field that an answer lacks. */
const exactFields = required({ text, number, integer, list, keyed });

/** The documented types alone: zod checks such an object in one generated function, where the others take several calls a field. */
const plainFields = required({
  text: () => z.string(),
  number: () => z.number(),
  integer: () => z.number().int(),
  list: (entries) => entries,
  keyed: (value) => z.record(z.string(), value),
});

function readable<T extends z.ZodType>(schema: T, value: unknown): z.output<T>[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [parsed.data] : [];
}

/** Most names returned; more than anyone reads. */
const maxNames = 100;

/** An answer of the document in its three shapes. */
export interface DocumentedAnswer<T extends z.ZodType> {
  readonly plain: () => z.ZodType;
  /** Its issues name the fields that an answer lacks. */
  readonly exact: () => z.ZodType;
  readonly tolerant: () => T;
}

/**
 * The shapes are made when the first answer is read: those of an order and a quote are 3,000 schemas, which no start needs.
 * @param shape the answer, of the given kinds of field
 */
export const documentedAnswer = <T extends z.ZodType>(shape: (field: DocumentedFields) => T): DocumentedAnswer<T> => ({
  plain: onFirstUse(() => shape(plainFields)),
  exact: onFirstUse(() => shape(exactFields)),
  tolerant: onFirstUse(() => shape(tolerantFields)),
});

export interface ReadAnswer<T> {
  readonly value: T;
  /**
   * The fields of the document that are absent or unreadable, by their path in it, such as `shipments[0].parcels[1].custom_code`. Where
   * a whole object is missing, it alone is named.
   */
  readonly missing: string[];
}

/** Reads as much of an answer as fits. An answer that is exactly as documented is read once: all shapes then give the same value. */
export function readDocumented<T extends z.ZodType>(
  { plain, exact, tolerant }: DocumentedAnswer<T>,
  value: unknown,
): ReadAnswer<z.output<T>> {
  const documented = plain().safeParse(value);
  const parsed = documented.success ? documented : exact().safeParse(value);
  if (parsed.success) return { value: parsed.data as z.output<T>, missing: [] };
  const missing = parsed.error.issues.slice(0, maxNames).map((issue) => documentPath(issue.path));
  return { value: tolerant().parse(value), missing };
}

function documentPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
