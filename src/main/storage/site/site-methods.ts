import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { SitePosition } from '../../core/ports/site-records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';
import { orderFactsIn } from './shared-orders.ts';
import { siteApplicationIn } from './site-application.ts';
import { siteCaptureIn } from './site-capture.ts';
import { siteOutboxIn } from './site-outbox.ts';
import { siteParcelsIn } from './site-parcels.ts';

type SiteMethod = 'joinSite' | 'ownSiteIds' | 'outgoingFacts' | 'sitePosition' | 'applySite' | 'parcelAtSite';

/** The record methods for the site of a bench. @param onFacts called when facts were written, before they are on disk */
export function siteRecords(
  database: DatabaseSyncInstance,
  tables: Tables,
  onFacts: () => void,
): Pick<RecordsInThread, SiteMethod> {
  const { reading, writing } = tables;
  const outbox = siteOutboxIn(database);
  const parcels = siteParcelsIn(database);
  const apply = siteApplicationIn(database, { tables, outbox, parcels });
  const position = database.prepare('SELECT data_id AS "dataId", sequence, mark FROM site_position');

  return {
    joinSite(bench) {
      if (tables.site.capture) return outbox.ids().at(-1) ?? bench;
      const id = writing(() => outbox.join(bench));
      const capture = siteCaptureIn(database, { outbox, parcels, orderFacts: orderFactsIn(database, parcels) });
      tables.site.capture = {
        ...capture,
        flush() {
          const hasFacts = capture.flush();
          if (hasFacts) onFacts();
          return hasFacts;
        },
      };
      return id;
    },
    ownSiteIds: () => reading(() => outbox.ids()),
    outgoingFacts: (bench, behind, count) => reading(() => outbox.next(bench, behind, count)),
    sitePosition: () => reading(() => (position.get() as SitePosition | undefined) ?? null),
    applySite: (arrivals, reached) =>
      writing(() => {
        const applied = apply(arrivals, reached);
        tables.site.capture?.forget();
        return applied;
      }),
    parcelAtSite: (parcelId) => reading(() => parcels.shared(parcelId)),
  };
}
