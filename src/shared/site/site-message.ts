import type { SiteView } from '../contract/station-view.ts';
import { type Message, message } from '../messages/message.ts';

/** What the connection to the other benches is like; the catalogue also says what to do about it. */
export function siteMessage({ state, blockedBy, since, unsent }: SiteView): Message {
  switch (state) {
    case 'connected':
      return message('health.site-connected');
    case 'reading':
      return message('health.site-reading');
    case 'offline':
      return message('health.site-offline', { since });
    case 'copied':
      return message('health.site-copied');
    case 'blocked': {
      const waiting = { count: unsent ?? 0, since };
      if (blockedBy === 'full') return message('health.site-full', waiting);
      if (blockedBy === 'forbidden') return message('health.site-forbidden', waiting);
      return message('health.site-not-storing', waiting);
    }
  }
}
