import { z } from 'zod';

/**
 * The path at which an environment receives events, and the header that authenticates them. Name and value are chosen here and
 * entered in the service's dashboard (interface document, Authentication).
 */
export const webhookSourceSchema = z.object({
  path: z
    .string()
    .regex(/^\/[\w\-./~]*$/, 'settings.webhook-path')
    .max(200, 'settings.webhook-path'),
  header: z.object({
    name: z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/, 'settings.header-name')
      .max(100, 'settings.header-name'),
    value: z.string().min(1).max(500),
    /** Valid as well, while the value is being changed. */
    otherValue: z.string().min(1).max(500).optional(),
  }),
});
export type WebhookSource = z.infer<typeof webhookSourceSchema>;

/** The valid header values, trimmed as in HTTP. Blank values are left out, because they authenticate nothing. */
export function headerValues({ header }: WebhookSource): string[] {
  return [header.value, header.otherValue ?? ''].map((value) => value.trim()).filter((value) => value !== '');
}

/** True where an event could belong to both: same path, same header name, a common value. */
export function isSameSource(one: WebhookSource, other: WebhookSource): boolean {
  if (one.path !== other.path || one.header.name.toLowerCase() !== other.header.name.toLowerCase()) return false;
  const values = headerValues(other);
  return headerValues(one).some((value) => values.includes(value));
}
