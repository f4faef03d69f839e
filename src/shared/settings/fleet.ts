import { z } from 'zod';
import type { Environment } from './environment.ts';

/** How a bench belongs to a site of benches that share their records. Its key is kept apart, in the vault. */

/** A bench prints; a hub has no window, and receives webhooks for all. */
export const siteRoles = ['bench', 'hub'] as const;
/** What a bench does when it cannot reach the site: prints its own parcels, asks about others, or prints nothing. */
export const aloneChoices = ['own', 'ask', 'never'] as const;
/** What a bench answers to another one that asks for a parcel: it gives the parcel up where it can, or never does. */
export const wishChoices = ['answer', 'refuse'] as const;

const host = '(?:[A-Za-z0-9][A-Za-z0-9.-]*|\\[[0-9A-Fa-f:.]+\\])';
const loopback = '(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1\\])';
const serverPattern = new RegExp(`^(?:tls://${host}|nats://${loopback})(?::[1-9]\\d{0,4})?$`);
const loopbackServer = new RegExp(`^[a-z]+://${loopback}(?::\\d+)?$`);

/** True for an address that leads to this computer, with or without encryption. */
export const isLoopbackServer = (address: string): boolean => loopbackServer.test(address);

export const fleetSchema = z.object({
  /** Unique in the site. It is the bench's name on the engine, and its key is valid for it alone. */
  bench: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'provisioning.fleet-bench'),
  role: z.enum(siteRoles).default('bench'),
  /** The servers of one cluster: tls, or nats without encryption on this computer. */
  servers: z.array(z.string().max(300).regex(serverPattern, 'provisioning.fleet-server')).min(1).max(9),
  /** A PEM file with the certificate authority of the servers, and no other is believed; absent: the public ones. */
  caFile: z.string().min(1).max(4096).optional(),
  /** The names of the environments that are shared, never practice; none: this station belongs to no site. */
  environments: z.array(z.string().trim().min(1).max(40)).max(20),
  alone: z.enum(aloneChoices).default('ask'),
  /** Absent: `answer`. */
  wishes: z.enum(wishChoices).optional(),
});
export type Fleet = z.infer<typeof fleetSchema>;

/** As the provisioning file names it. `keyFile`: a file that holds the seed of the bench's key; relative paths begin at the file's folder. */
export const fleetFileSchema = fleetSchema
  .extend({ keyFile: z.string().min(1).max(4096).optional() })
  .refine(({ keyFile, servers }) => keyFile !== undefined || servers.every(isLoopbackServer), {
    path: ['keyFile'],
    error: 'provisioning.fleet-key-missing',
  });
type FleetFile = z.infer<typeof fleetFileSchema>;

/** The fleet of a provisioning file with its key read: `seed` is secret. */
export type ProvisionedFleet = Omit<FleetFile, 'keyFile'> & { readonly seed?: string | undefined };

/** The site that shares that environment; null where none does. Practice is never shared. */
export const fleetOf = (
  fleet: Fleet | null | undefined,
  { name, kind }: Pick<Environment, 'name' | 'kind'>,
): Fleet | null => (fleet && kind !== 'practice' && fleet.environments.includes(name) ? fleet : null);
