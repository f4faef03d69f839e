import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Waiting } from '../../shared/orders/waiting-work.ts';
import type { ActingNow } from '../core/ports/write-context.ts';
import { type QuarantinedRow, quarantineIn } from './quarantine.ts';
import { type KeptEvents, keptEventsIn, type Timeline, timelineIn } from './queries/event-history.ts';
import { type EventEffects, eventEffects } from './queries/event-methods.ts';
import { claimLabel } from './queries/label-assignment-methods.ts';
import { type Retention, retentionIn } from './queries/old-records.ts';
import { type MatchOrder, orderMatcherIn } from './queries/order-matching.ts';
import { knownCodesIn, type SpendingQueries, spendingIn } from './queries/order-spending.ts';
import { type ParcelSearch, parcelSearchIn } from './queries/parcel-search.ts';
import { type RereadAnswers, type RereadEvents, rereadAnswersIn, rereadEventsIn } from './queries/reread-answers.ts';
import { type ReadSharedQuestions, sharedQuestionsIn } from './site/shared-questions.ts';
import type { SiteCapture } from './site/site-capture.ts';
import { inTransaction } from './sqlite.ts';
import { type BatchOrders, batchOrdersIn } from './tables/batch-orders-table.ts';
import { type Batches, type BatchRows, batchesIn, batchRowsIn } from './tables/batches-table.ts';
import { type Commands, commandsIn } from './tables/commands-table.ts';
import { type DeletionConflicts, deletionConflictsIn } from './tables/deletion-conflicts-table.ts';
import { codeLookupIn, eventCodesIn } from './tables/event-codes-table.ts';
import { eventReceiversIn } from './tables/event-receivers-table.ts';
import { eventTimesIn } from './tables/event-times-table.ts';
import { type Events, eventsIn } from './tables/events-table.ts';
import { type FigureTables, figuresIn } from './tables/figures-table.ts';
import type { Transactions } from './tables/journal-tables.ts';
import { type Journal, journalIn, type Scans, scansIn } from './tables/journal-tables.ts';
import { type Labels, labelsIn, type UnassignedLabels, unassignedLabelsIn } from './tables/labels-table.ts';
import { type OrderBookTables, orderBookIn } from './tables/order-book-table.ts';
import {
  type FillOrders,
  fillOrdersIn,
  type OrderAnswers,
  type Orders,
  orderAnswersIn,
  ordersIn,
} from './tables/orders-table.ts';
import { codeFinderIn, type FindByCodes, type Parcels, parcelsIn } from './tables/parcels-table.ts';
import { type PrintJobs, printJobsIn } from './tables/print-jobs-table.ts';
import { type PrintRuns, printRunsIn } from './tables/print-runs-table.ts';
import {
  type OrderAlarms,
  orderAlarmsIn,
  type ReplacedCodes,
  replacedCodesIn,
} from './tables/replaced-orders-table.ts';
import {
  type ScenarioShipments,
  type ShipmentEffects,
  scenarioShipmentsIn,
  shipmentEffectsIn,
} from './tables/shipments-table.ts';
import { dueCommandsIn, type FindDue, waitingCounterIn } from './tables/waiting-commands.ts';

/** The tables and queries of one file, with prepared statements, and its transactions. */
export interface Tables extends Transactions {
  journal: Journal;
  scans: Scans;
  answers: OrderAnswers;
  orders: Orders;
  orderBook: OrderBookTables;
  matchOrder: MatchOrder;
  fillOrders: FillOrders;
  parcels: Parcels;
  findByCodes: FindByCodes;
  search: ParcelSearch;
  labels: Labels;
  unassignedLabels: UnassignedLabels;
  printJobs: PrintJobs;
  printRuns: PrintRuns;
  commands: Commands;
  replaced: ReplacedCodes;
  /** True if an order created here, or a replaced one, has that custom code. */
  isOrdered(customCode: string): boolean;
  /** The custom codes of parcels known here, and those that are ordered. */
  knownCodes(codes: readonly string[]): string[];
  alarms: OrderAlarms;
  findDue: FindDue;
  sharedQuestions: ReadSharedQuestions;
  events: Events;
  keptEvents: KeptEvents;
  eventEffects: EventEffects;
  shipmentEffects: ShipmentEffects;
  deletionConflicts: DeletionConflicts;
  timeline: Timeline;
  rereadAnswers: RereadAnswers;
  rereadEvents: RereadEvents;
  countWaiting: () => Waiting;
  scenarioShipments: ScenarioShipments;
  retention: Retention;
  spending: SpendingQueries;
  batches: Batches;
  batchRows: BatchRows;
  batchOrders: BatchOrders;
  figures: FigureTables;
  /** What is reported to the other benches of a site; null until it is joined. */
  site: { capture: SiteCapture | null /** Its name there, without an epoch. */; name: string | null };
}

/** Prepares the tables and queries of one file; `report` is called once for each unreadable row. */
export function tablesIn(
  database: DatabaseSyncInstance,
  report: (row: QuarantinedRow) => void,
  acting: ActingNow,
): Tables {
  const quarantine = quarantineIn(database, report);
  const journal = journalIn(database, quarantine, acting);
  const scans = scansIn(database, quarantine);

  const findByCodes = codeFinderIn(database);
  const printJobs = printJobsIn(database, quarantine, acting);
  const commands = commandsIn(database, quarantine, acting);
  const replaced = replacedCodesIn(database, quarantine);
  const alarms = orderAlarmsIn(database, quarantine);
  const unassignedLabels = unassignedLabelsIn(database, quarantine);
  const site: Tables['site'] = { capture: null, name: null };
  const events = eventsIn(database, quarantine, (id) => site.capture?.note('event', id));
  const keptEvents = keptEventsIn(database, quarantine);
  const deletionConflicts = deletionConflictsIn(database, quarantine);
  const shipmentEffects = shipmentEffectsIn(database);
  const effects = eventEffects({
    ...{ events, printJobs, commands, journal, replaced, alarms },
    conflicts: deletionConflicts,
    codes: eventCodesIn(database),
    times: eventTimesIn(database),
    receivers: eventReceiversIn(database),
    lookup: codeLookupIn(database),
    effects: shipmentEffects,
    claimLabel: (parcelId, at) => claimLabel({ unassignedLabels, journal }, parcelId, null, at),
  });

  const reading = <T>(work: () => T): T => {
    try {
      return work();
    } finally {
      reportQuarantined();
    }
  };
  /** A note about a bad row must not undo other writes; a row that could not be noted is found again later. */
  const reportQuarantined = (): void => {
    try {
      quarantine.flush();
    } catch {
      // The next write reports the disk error to its caller.
    }
  };

  return {
    journal,
    scans,
    answers: orderAnswersIn(database),
    orders: ordersIn(database, quarantine, (id) => site.capture?.note('order', id)),
    orderBook: orderBookIn(database, quarantine),
    matchOrder: orderMatcherIn(database, quarantine),
    fillOrders: fillOrdersIn(database),
    parcels: parcelsIn(database, quarantine, site),
    findByCodes,
    knownCodes: knownCodesIn(database, findByCodes),
    search: parcelSearchIn(database),
    labels: labelsIn(database, quarantine),
    unassignedLabels,
    printJobs,
    printRuns: printRunsIn(database, quarantine),
    commands,
    replaced,
    isOrdered: (customCode) => commands.isOrdered(customCode) || replaced.has(customCode),
    alarms,
    findDue: dueCommandsIn(database, quarantine),
    events,
    keptEvents,
    eventEffects: effects,
    shipmentEffects,
    deletionConflicts,
    timeline: timelineIn(database, quarantine, keptEvents),
    rereadAnswers: rereadAnswersIn(database, effects),
    rereadEvents: rereadEventsIn(database, effects),
    countWaiting: waitingCounterIn(database),
    sharedQuestions: sharedQuestionsIn(database),
    scenarioShipments: scenarioShipmentsIn(database),
    retention: retentionIn(database),
    spending: spendingIn(database, quarantine),
    batches: batchesIn(database, quarantine),
    batchRows: batchRowsIn(database, quarantine),
    batchOrders: batchOrdersIn(database, quarantine),
    figures: figuresIn(database, acting),
    reading,
    site,
    writing: (work) =>
      reading(() =>
        inTransaction(database, () => {
          const result = work();
          site.capture?.flush();
          return result;
        }),
      ),
    write: (record) => journal.add(record.activity),
  };
}
