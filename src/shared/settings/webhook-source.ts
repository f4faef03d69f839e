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

/**
 * Headers that a browser sends by itself, or that a page may set for another site without its consent (Fetch standard: safelisted and
 * forbidden request headers; client hints). A page in a browser on the network could send them to the listener.
 */
const browserHeaders = new Set([
  ...[
    'accept',
    'accept-charset',
    'accept-encoding',
    'accept-language',
    'cache-control',
    'connection',
    'content-encoding',
  ],
  ...[
    'content-language',
    'content-length',
    'content-location',
    'content-type',
    'cookie',
    'cookie2',
    'date',
    'device-memory',
  ],
  ...['dnt', 'downlink', 'dpr', 'early-data', 'ect', 'expect', 'from', 'host', 'if-match', 'if-modified-since'],
  ...[
    'if-none-match',
    'if-range',
    'if-unmodified-since',
    'keep-alive',
    'last-event-id',
    'origin',
    'ping-from',
    'ping-to',
  ],
  ...['pragma', 'priority', 'purpose', 'range', 'referer', 'rtt', 'save-data', 'service-worker', 'set-cookie', 'te'],
  ...[
    'trailer',
    'transfer-encoding',
    'upgrade',
    'upgrade-insecure-requests',
    'user-agent',
    'via',
    'viewport-width',
    'width',
  ],
]);
const browserPrefixes = ['access-control-', 'proxy-', 'sec-'];

/** True for a header that a page in a browser may send to another site: it must not authenticate events. */
export function isBrowserHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return browserHeaders.has(lower) || browserPrefixes.some((prefix) => lower.startsWith(prefix));
}

/** The name of a header as it is set up. Stored ones may be older than the rule about browsers. */
export const newHeaderNameSchema = webhookSourceSchema.shape.header.shape.name.refine(
  (name) => !isBrowserHeader(name),
  'settings.header-of-browsers',
);

/** A webhook as a provisioning file sets it up. */
export const newWebhookSourceSchema = webhookSourceSchema.extend({
  header: webhookSourceSchema.shape.header.extend({ name: newHeaderNameSchema }),
});

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
