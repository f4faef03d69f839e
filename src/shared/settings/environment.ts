import { z } from 'zod';
import { readUtcOffset } from '../values/date-time.ts';
import { parseUrl } from '../values/url.ts';
import { observedBehaviourSchema } from './practice-behaviour.ts';
import { newWebhookSourceSchema, webhookSourceSchema } from './webhook-source.ts';

/** Practice is the station's simulated service; sandbox and production are real ones. */
export const environmentKinds = ['practice', 'sandbox', 'production'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

/** An address we may send to: https, or http on loopback only; no user name, no fragment. */
export const serviceUrlSchema = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => isServiceUrl(text), 'settings.address-not-https');

/** The interface's version (interface document, Versioning). */
const apiVersion = 'v1';

/** The path every call begins with. */
export const apiPath = `/scheduled-service/api/${apiVersion}`;

/** The path or a beginning of it, and any call below it; never `.../v10` or `/scheduled-service-2`. */
const apiPathPart = new RegExp(`/scheduled-service(?:/api(?:/${apiVersion}(?:/.*)?)?)?/*$`);

/**
 * Removes the interface's path, which dashboards show, from an address; every call adds it again. Any other text is returned
 * unchanged.
 */
export function withoutApiPath(address: string): string {
  const url = parseUrl(address);
  if (!url) return address;
  const { origin, pathname, search, hash, username } = url;
  if (search || hash || username || !apiPathPart.test(pathname)) return address;
  return origin + pathname.replace(apiPathPart, '');
}

/** `follow`: labels are also downloaded from hosts that the label host redirects to. */
export const labelRedirectChoices = ['follow', 'label-host-only'] as const;
export type LabelRedirects = (typeof labelRedirectChoices)[number];

/**
 * The profile file that `npm run check-service` writes about one service. With it, times without an offset are read with the
 * service's own offset, and it is known whether a used custom code is rejected.
 */
export const serviceProfileSchema = z.object({
  /** ISO 8601, UTC. */
  checkedAt: z.iso.datetime(),
  /** The service base address that was checked. */
  baseUrl: z.string().max(2000),
  /** The offset of the service's own date-times, such as "+04:00"; null where it gave none. */
  utcOffset: z
    .string()
    .regex(/^[+-]\d{2}:\d{2}$/, 'settings.profile-invalid')
    .nullable(),
  behaviour: observedBehaviourSchema,
});
export type ServiceProfile = z.infer<typeof serviceProfileSchema>;

export const environmentSchema = z.object({
  /** Unique; also names the environment's database file, so letters, digits, space, - and _ only. */
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 _-]*$/, 'settings.environment-name')
    .max(40, 'settings.environment-name'),
  kind: z.enum(environmentKinds),
  /** Absent for practice, whose service the station starts itself. */
  baseUrl: serviceUrlSchema.transform(withoutApiPath).optional(),
  labelUrl: serviceUrlSchema.optional(),
  /** `follow` without it. */
  labelRedirects: z.enum(labelRedirectChoices).optional(),
  /** Shown beside prices; the service names no currency. */
  currency: z.string().trim().max(10, 'settings.currency-too-long').optional(),
  webhook: webhookSourceSchema.optional(),
  /** The service's offset from UTC, such as "+04:00": for times of events without one, until an order shows the service's own. */
  utcOffset: z
    .string()
    .trim()
    .regex(/^[+-](?:0\d|1[0-4]):[0-5]\d$/, 'settings.utc-offset')
    .optional(),
  /** What `npm run check-service` observed of this service. */
  profile: serviceProfileSchema.optional(),
});

/** An environment as the window sets it up. Its webhook, with a secret, has a call of its own. */
export const enteredEnvironmentSchema = environmentSchema.omit({ webhook: true }).strict();

/** An environment as a provisioning file sets it up. */
export const newEnvironmentSchema = environmentSchema.extend({ webhook: newWebhookSourceSchema.optional() });

/** A service the station can use. Its token is kept apart, in the vault. */
export type Environment = z.infer<typeof environmentSchema>;

/** The offset for times that give none, minutes east of UTC: as set, else as observed; null where neither is known. */
export function utcOffsetOf({ utcOffset, profile }: Pick<Environment, 'utcOffset' | 'profile'>): number | null {
  return readUtcOffset(utcOffset ?? profile?.utcOffset ?? '');
}

function isServiceUrl(text: string): boolean {
  const url = parseUrl(text);
  if (!url || url.username || url.password || url.hash) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** True where the profile describes the service at this address. */
export function isProfileOf(profile: ServiceProfile, baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && originOf(baseUrl) === originOf(profile.baseUrl);
}

const originOf = (address: string): string => parseUrl(address)?.origin ?? address;

/** True for a loopback name or address. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
