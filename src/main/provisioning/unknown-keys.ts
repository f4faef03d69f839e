import { z } from 'zod';
import { pathText } from '../../shared/faults.ts';

/** The paths of keys that the schema does not know, in the order of the data: misspelt ones, most often. */
export function unknownKeys(schema: z.core.$ZodType, data: unknown, path: readonly PropertyKey[] = []): string[] {
  const inner = unwrapped(schema, data);
  if (inner instanceof z.ZodArray && Array.isArray(data)) {
    return data.flatMap((entry, index) => unknownKeys(inner.element, entry, [...path, index]));
  }
  if (!(inner instanceof z.ZodObject) || typeof data !== 'object' || data === null || Array.isArray(data)) return [];
  const shape: Record<string, z.core.$ZodType> = inner.shape;
  return Object.entries(data).flatMap(([key, value]) => {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return known ? unknownKeys(known, value, [...path, key]) : [pathText([...path, key])];
  });
}

/** Without "optional" and defaults around it; of a union by kind, the member the data names. */
function unwrapped(schema: z.core.$ZodType, data: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return unwrapped(schema.unwrap(), data);
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const key = schema.def.discriminator;
    const kind = Object(data)[key];
    const member = schema.options.find(
      (option) => option instanceof z.ZodObject && option.shape[key].safeParse(kind).success,
    );
    return member ?? schema;
  }
  return schema;
}
