import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Waiting } from '../../shared/waiting.ts';
import type { ScanRow, WriteContext } from '../core/ports/records.ts';
import { type Journal, journalIn } from './activity.ts';
import { type BatchOrders, batchOrdersIn } from './batch-orders.ts';
import { type BatchRows, batchRowsIn } from './batch-rows.ts';
import { type Batches, batchesIn } from './batches.ts';
import { type Commands, commandsIn } from './commands.ts';
import { dueCommandsIn, type FindDue } from './due-commands.ts';
import { codeLookupIn, eventCodesIn } from './event-codes.ts';
import { type EventEffects, eventEffects } from './event-effects.ts';
import { type Events, eventsIn } from './events.ts';
import { type FillOrders, fillOrdersIn } from './fill-orders.ts';
import { type KeptEvents, keptEventsIn } from './kept-events.ts';
import { type StandingOf, standingIn } from './known-orders.ts';
import { type Labels, labelsIn } from './labels.ts';
import { type OrderAlarms, orderAlarmsIn } from './order-alarms.ts';
import { type OrderAnswers, orderAnswersIn } from './order-answers.ts';
import { type OrderBookTables, orderBookIn } from './order-book.ts';
import { type Orders, ordersIn } from './orders.ts';
import { codeFinderIn, type FindByCode } from './parcel-codes.ts';
import { type ParcelSearch, parcelSearchIn } from './parcel-search.ts';
import { type Parcels, parcelsIn } from './parcels.ts';
import { type PrintJobs, printJobsIn } from './print-jobs.ts';
import { type ReplacedCodes, replacedCodesIn } from './replaced-codes.ts';
import { type Retention, retentionIn } from './retention.ts';
import { type ScanLinks, type Scans, scansIn } from './scans.ts';
import { type SetAsideRow, setAsideIn } from './set-aside.ts';
import { shipmentEffectsIn } from './shipment-effects.ts';
import { type Spendings, spendingIn } from './spending.ts';
import { type Timeline, timelineIn } from './timeline.ts';
import { type FindTouched, touchedShipmentsIn } from './touched-shipments.ts';
import { inTransaction } from './transaction.ts';
import { whatWaitsIn } from './what-waits.ts';

/** One file's tables, with their statements prepared, and what makes a transaction of their use. */
export interface Tables {
  journal: Journal;
  scans: Scans;
  answers: OrderAnswers;
  orders: Orders;
  orderBook: OrderBookTables;
  standingOf: StandingOf;
  fillOrders: FillOrders;
  parcels: Parcels;
  findByCode: FindByCode;
  search: ParcelSearch;
  labels: Labels;
  printJobs: PrintJobs;
  commands: Commands;
  replaced: ReplacedCodes;
  /** True where an order made here, or one that gave way to another, carries that custom code. */
  isOrdered(customCode: string): boolean;
  alarms: OrderAlarms;
  findDue: FindDue;
  events: Events;
  keptEvents: KeptEvents;
  eventEffects: EventEffects;
  timeline: Timeline;
  whatWaits: () => Waiting;
  findTouched: FindTouched;
  retention: Retention;
  spending: Spendings;
  batches: Batches;
  batchRows: BatchRows;
  batchOrders: BatchOrders;
  /** Reads; rows that could not be read are reported afterwards. */
  reading<T>(work: () => T): T;
  /** Writes, all or nothing; on disk when this returns. */
  writing<T>(work: () => T): T;
  /** The journal's line of a write, and the scan that caused it, linked to what it caused. */
  write(record: WriteContext, links: ScanLinks): ScanRow | null;
}

export function tablesIn(database: DatabaseSyncInstance, report: (row: SetAsideRow) => void): Tables {
  const setAside = setAsideIn(database, report);
  const journal = journalIn(database, setAside);
  const scans = scansIn(database, setAside);

  const printJobs = printJobsIn(database, setAside);
  const commands = commandsIn(database, setAside);
  const replaced = replacedCodesIn(database, setAside);
  const alarms = orderAlarmsIn(database, setAside);
  const events = eventsIn(database, setAside);
  const keptEvents = keptEventsIn(database, setAside);

  const reading = <T>(work: () => T): T => {
    try {
      return work();
    } finally {
      tellSetAside();
    }
  };
  /** A note about a bad row must not undo what was done beside it; what could not be noted now is met again. */
  const tellSetAside = (): void => {
    try {
      setAside.flush();
    } catch {
      // The disk refuses: the next write says so to its caller.
    }
  };

  return {
    journal,
    scans,
    answers: orderAnswersIn(database),
    orders: ordersIn(database, setAside),
    orderBook: orderBookIn(database, setAside),
    standingOf: standingIn(database, setAside),
    fillOrders: fillOrdersIn(database),
    parcels: parcelsIn(database, setAside),
    findByCode: codeFinderIn(database),
    search: parcelSearchIn(database),
    labels: labelsIn(database, setAside),
    printJobs,
    commands,
    replaced,
    isOrdered: (customCode) => commands.isOrdered(customCode) || replaced.has(customCode),
    alarms,
    findDue: dueCommandsIn(database, setAside),
    events,
    keptEvents,
    eventEffects: eventEffects({
      ...{ events, printJobs, commands, journal, replaced, alarms },
      codes: eventCodesIn(database),
      lookup: codeLookupIn(database),
      effects: shipmentEffectsIn(database),
    }),
    timeline: timelineIn(database, setAside, keptEvents),
    whatWaits: whatWaitsIn(database),
    findTouched: touchedShipmentsIn(database),
    retention: retentionIn(database),
    spending: spendingIn(database, setAside),
    batches: batchesIn(database, setAside),
    batchRows: batchRowsIn(database, setAside),
    batchOrders: batchOrdersIn(database, setAside),
    reading,
    writing: (work) => reading(() => inTransaction(database, work)),
    write(record, links) {
      journal.add(record.activity);
      return record.scan ? scans.add(record.scan, links) : null;
    },
  };
}
