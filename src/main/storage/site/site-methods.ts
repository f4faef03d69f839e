import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { benchKeyFact } from '../../../shared/site/bench-keys.ts';
import {
  answerToWish,
  holds,
  presentHolding,
  releaseAgain,
  unknownHere,
  withMessage,
  withRefusal,
} from '../../../shared/site/holder-protocol.ts';
import { benchName, type HolderAct } from '../../../shared/site/parcel-at-site.ts';
import type { AppliedFacts, SiteArrival, SitePosition, SiteRecords } from '../../core/ports/site-records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';
import { benchBudgetsIn } from './bench-budgets.ts';
import { heldParcelsIn } from './held-parcels.ts';
import { type HubAnswers, hubAnswersIn } from './hub-answers.ts';
import { othersReports } from './others-reports.ts';
import { type OrderFacts, orderFactsIn } from './shared-orders.ts';
import { isRefusal, siteApplicationIn } from './site-application.ts';
import { siteCaptureIn } from './site-capture.ts';
import { siteHeartbeatsIn } from './site-heartbeats.ts';
import { siteOutboxIn } from './site-outbox.ts';
import { siteParcelsIn } from './site-parcels.ts';
import { siteKeysIn } from './stored-keys.ts';

/** The record methods for the site of a bench. @param onFacts called when facts were written, before they are on disk */
export function siteRecords(
  database: DatabaseSyncInstance,
  tables: Tables,
  onFacts: () => void,
): Pick<RecordsInThread, keyof SiteRecords> {
  const { reading, writing, printJobs } = tables;
  const outbox = siteOutboxIn(database);
  const parcels = siteParcelsIn(database);
  const keys = siteKeysIn(database);
  const heartbeats = siteHeartbeatsIn(database);
  const budgets = benchBudgetsIn(database);
  const now = () => outbox.ids().at(-1) ?? '';
  const addFact: typeof outbox.add = (fact) => {
    outbox.add(fact);
    onFacts();
  };
  /** When the releases that are under way began. Labels of those that a restart found are asked about instead of cancelled. */
  const releasedAt = new Map<string, string>();
  const storeAct = (gid: string, act: HolderAct, at: string): void => {
    parcels.change(gid, { kind: 'holding', ...act });
    parcels.setRelease(gid, 'none');
    const until = releasedAt.get(gid);
    const parcelId = act.holding.isReleased && until !== undefined ? parcels.parcelOf(gid) : null;
    if (parcelId !== null && until !== undefined) printJobs.cancelReleased(parcelId, until, at);
    releasedAt.delete(gid);
    addFact({ at, kind: 'holding', gid, body: act });
  };
  // Made when a site is joined: a start without one does not need them.
  const made: { orderFacts?: OrderFacts; hub?: HubAnswers } = {};
  const orderFacts: OrderFacts = (orderId, bench) => {
    made.orderFacts ??= orderFactsIn(database, parcels);
    return made.orderFacts(orderId, bench);
  };
  const hub = (): HubAnswers => {
    made.hub ??= hubAnswersIn(database, { tables, parcels, orderFacts });
    return made.hub;
  };
  let isRefusing = false;
  const reports = othersReports({ parcels, own: () => outbox.ids().at(-1), isRefusing: () => isRefusing });
  const application = siteApplicationIn(database, {
    ...{
      tables,
      outbox,
      parcels,
      keys,
      heartbeats,
      budgets,
      reports,
      isAsked: (code, bench) => hub().isAsked(code, bench),
    },
    storeAct,
  });
  const position = database.prepare('SELECT data_id AS "dataId", sequence, mark FROM site_position');

  const unapplied = database.prepare('SELECT count(*) AS count FROM site_unapplied');
  const findHeld = heldParcelsIn(database);

  /** Of the messages given last. */
  let untaken: readonly SiteArrival[] = [];
  const applySite: RecordsInThread['applySite'] = (arrivals, reached, at, keepSince = null) => {
    const apply = (isEachAlone: boolean): AppliedFacts =>
      writing(() => {
        const applied = application.apply(arrivals, reached, { at, keepSince, isEachAlone });
        tables.site.capture?.forget();
        return applied;
      });
    const applyAny = (): AppliedFacts => {
      try {
        // A savepoint for each fact would copy every page that the fact changes.
        return apply(false);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return apply(true);
      }
    };
    untaken = [];
    const applied = applyAny();
    reports.stored();
    untaken = arrivals.slice(applied.taken);
    return applied;
  };

  return {
    joinSite(bench, refusesWishes = false) {
      if (tables.site.capture) return now();
      isRefusing = refusesWishes;
      const id = writing(() => {
        application.applyKept();
        return outbox.join(bench);
      });
      const capture = siteCaptureIn(database, { outbox, parcels, orderFacts });
      tables.site.name = benchName(id);
      tables.site.capture = {
        ...capture,
        bench: id,
        flush() {
          const hasFacts = capture.flush();
          if (hasFacts) onFacts();
          return hasFacts;
        },
        isHeld(parcelId) {
          const here = parcels.ofParcel(parcelId);
          // One whose texts are too long for the site is known to no other bench.
          return here === null || holds(here, now());
        },
      };
      return id;
    },
    ownSiteIds: () => reading(() => outbox.ids()),
    outgoingFacts: (bench, behind, count) => reading(() => outbox.next(bench, behind, count)),
    countOutgoing: (bench, behind) => reading(() => outbox.count(bench, behind)),
    hasSent: (bench, n, line) => reading(() => outbox.hasSent(bench, n, line)),
    sitePosition: () => reading(() => (position.get() as SitePosition | undefined) ?? null),
    pausedBenches: () => reading(() => budgets.paused(heartbeats.ownOffset(now()))),
    readOn: (bench) => writing(() => budgets.readOn(bench)),
    beginReading: (isPresent) =>
      writing(() => {
        if (!isPresent) application.restart();
        return budgets.takeUp(isPresent);
      }),
    applySite,
    applySiteRest(reached, at, keepSince = null) {
      if (untaken.length === 0) throw new Error('No message is left to apply.');
      return applySite(untaken, reached, at, keepSince);
    },
    benchKeys: () => reading(() => [...keys.all()]),
    publishKey: (publicKey, at) =>
      writing(() => {
        const bench = now();
        if (keys.all().get(bench)?.[0] === publicKey) return;
        const fact = benchKeyFact(outbox.last(bench) + 1, at, publicKey);
        keys.note(bench, fact);
        addFact(fact);
      }),
    sendLookUp: (code, at) => writing(() => addFact({ at, kind: 'look-up', gid: null, body: { code } })),
    answerLookUp: (asked, at) =>
      writing(() => addFact({ at, kind: 'found', gid: null, body: hub().answerTo(asked, now()) })),
    siteBenches: () => reading(() => heartbeats.all(now())),
    countUnapplied: () => reading(() => (unapplied.get() as { count: number }).count),
    heldParcels: (bench, behind) => reading(() => findHeld(bench, behind)),
    publishHeartbeat: (body, at) => writing(() => addFact({ at, kind: 'heartbeat', gid: null, body })),
    parcelAtSite: (parcelId) => reading(() => parcels.ofParcel(parcelId)),
    shareParcel: (parcelId) =>
      writing(() => {
        tables.site.capture?.share(parcelId);
        return parcels.ofParcel(parcelId);
      }),
    shareEarlierOrders: (since, below) => writing(() => tables.site.capture?.shareEarlier(since, below) ?? null),
    sendWish: (body, at) => writing(() => addFact({ at, kind: 'wish', gid: null, body })),
    storeAct: (gid, act, sequence, at) =>
      writing(() => {
        if (sequence !== null) parcels.keepMessages(gid, withMessage(parcels.byGid(gid) ?? unknownHere, sequence, act));
        storeAct(gid, act, at);
      }),
    noteRefusal: (gid, { isOnly, after, last }, at) =>
      writing(() => {
        const seen = { at: Date.parse(at), key: `${gid} ${last?.sequence}` };
        const believed = last && { ...last, act: last.act && reports.actOf(gid, last.act, seen) };
        application.learn(gid, (here) => withRefusal(here, { after, last: believed }), at);
        if (isOnly) parcels.setRelease(gid, 'none');
      }),
    beginRelease: (gid, at) =>
      writing(() => {
        const here = parcels.byGid(gid);
        if (!here) return { kind: 'not-holder' };
        const parcelId = parcels.parcelOf(gid);
        releasedAt.delete(gid);
        const answer = answerToWish(here, now(), parcelId !== null && printJobs.isConfirmedAtSite(parcelId));
        if (answer.kind !== 'release') return answer;
        parcels.setRelease(gid, 'open');
        releasedAt.set(gid, at);
        return answer;
      }),
    endRelease: (gid) =>
      writing(() => {
        releasedAt.delete(gid);
        parcels.setRelease(gid, 'none');
      }),
    holdingOf: (gid) =>
      reading(() => {
        const here = parcels.byGid(gid);
        return here && presentHolding(here);
      }),
    openReleases: () => reading(() => parcels.openReleases()),
    releaseAgain: (gid) =>
      writing(() => {
        const here = parcels.byGid(gid);
        const again = here && releaseAgain(here, now());
        if (!again) parcels.setRelease(gid, 'none');
        return again;
      }),
  };
}
