import { z } from 'zod';

/** A TEXT column that holds JSON: parsed on the way out, because what is on a disk may have been changed there. */
export function storedJson<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: 'custom', input: text, message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** The value of a JSON column; null stays null. */
export function jsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
