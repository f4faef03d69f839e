import { type Environment, utcOffsetOf } from '../../shared/settings/environment.ts';
import { readStoredEvent } from '../core/events/event-reader.ts';
import { originsOf } from '../service/service-token.ts';
import { openSite, type Site, type SiteParts } from './open-site.ts';

/** An environment that is shared: never practice. */
export type SharedEnvironmentSettings = Environment & { readonly kind: 'sandbox' | 'production' };

export interface JoinSiteParts extends Omit<SiteParts, 'bench' | 'environment' | 'eventOf'> {
  environment: SharedEnvironmentSettings;
  /** Takes a token that a service repeated out of an event. */
  withoutToken(raw: Uint8Array): Uint8Array;
}

/** Lets the records of an environment report to its site, and connects in the background: at a bench and at the hub. */
export async function joinSite({ environment, withoutToken, ...parts }: JoinSiteParts): Promise<Site> {
  const { name, kind } = environment;
  const { serviceOrigin: service, labelOrigin: labels } = originsOf(environment);
  const utcOffset = utcOffsetOf(environment);
  const { bench, wishes } = parts.fleet;
  return openSite({
    ...parts,
    bench: await parts.records.joinSite(bench, wishes === 'refuse'),
    environment: { name, kind, service, labels },
    eventOf: ({ receivedAt, raw }) => readStoredEvent({ id: 0, receivedAt, raw: withoutToken(raw) }, utcOffset).event,
  });
}
