import { z } from 'zod';

/**
 * Most entries kept of one list. The document allows one shipment and five parcels; ten times that is still read, and an answer of
 * a million entries cannot block the station.
 */
export const maxListEntries = 50;

const integer = () => z.number().int();

/** Undefined where the field is absent or of another type; everything beside it is still read. */
const tolerant = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/**
 * The kinds of field the interface document uses, read as far as they fit: a list keeps its readable entries, an object its
 * readable fields, further fields are ignored. Parsing what was already parsed changes nothing.
 */
export const tolerantFields = {
  text: () => tolerant(z.string()),
  /** Shown as nullable: null is a value of its own. */
  textOrNull: () => tolerant(z.string().nullable()),
  /** A nullable identifier whose type the document does not show. */
  identifierOrNull: () => tolerant(z.union([z.string(), z.number()]).nullable()),
  /** Echoed only where it was sent: its absence is no fault. */
  echoedText: () => tolerant(z.string().nullable()),
  number: () => tolerant(z.number()),
  integer: () => tolerant(integer()),
  object: <S extends z.ZodRawShape>(shape: S) => tolerant(z.object(shape)),
  list: <S extends z.ZodRawShape>(entryShape: S) => {
    const entry = z.object(entryShape);
    return tolerant(
      z
        .array(z.unknown())
        .transform((entries) => entries.slice(0, maxListEntries).flatMap((one) => readable(entry, one))),
    );
  },
  /** An object keyed by terms of the service, such as shipment types and size codes. */
  keyed: <T extends z.ZodType>(value: T) => tolerant(z.record(z.string(), value)),
};
export type DocumentedFields = typeof tolerantFields;

/** The same fields exactly as documented: an issue of such a schema names what an answer should have contained. */
export const exactFields = {
  text: () => z.string(),
  textOrNull: () => z.string().nullable(),
  identifierOrNull: () => z.union([z.string(), z.number()]).nullable(),
  echoedText: () => z.string().nullish(),
  number: () => z.number(),
  integer,
  object: (shape: z.ZodRawShape) => z.object(shape),
  list: (shape: z.ZodRawShape) => z.preprocess(firstEntries, z.array(z.object(shape))),
  keyed: (value: z.ZodType) => z.record(z.string(), value),
  // Only its issues are used, never its output, so that the two readings may share one description.
} as unknown as DocumentedFields;

function firstEntries(value: unknown): unknown {
  return Array.isArray(value) ? value.slice(0, maxListEntries) : value;
}

function readable<T extends z.ZodType>(schema: T, value: unknown): z.output<T>[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [parsed.data] : [];
}

/** Most names returned; more than anyone reads. */
const maxNames = 100;

/**
 * The fields of the document that are absent or of another type, by their path in it, such as
 * `shipments[0].parcels[1].custom_code`. Where a whole object is missing, it alone is named.
 * @param exact the exact shape of the document
 */
export function missingFields(exact: z.ZodType, value: unknown): string[] {
  const parsed = exact.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.slice(0, maxNames).map((issue) => documentPath(issue.path));
}

function documentPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
