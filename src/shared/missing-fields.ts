import type { z } from 'zod';

/** Most names given; more than a person reads. */
const mostNames = 100;

/**
 * The fields of the document that are absent or of another type, by their path in it, such as
 * `shipments[0].parcels[1].custom_code`. Where a whole object is missing, it alone is named.
 * @param exact the document's shape to the letter
 */
export function missingFields(exact: z.ZodType, value: unknown): string[] {
  const parsed = exact.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.slice(0, mostNames).map((issue) => documentPath(issue.path));
}

function documentPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
