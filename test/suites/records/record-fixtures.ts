import { beforeEach } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { ScanToTake } from '../../../src/main/core/ports/scan-records.ts';
import type { WriteContext } from '../../../src/main/core/ports/write-context.ts';
import type { ActivityKind } from '../../../src/shared/messages/journal-messages.ts';
import type { Command } from '../../../src/shared/orders/command.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import type { ScanMode, ScanReading } from '../../../src/shared/scanning/scan.ts';
import type { ScanAnswer } from '../../../src/shared/scanning/scan-answer.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';

/** One environment's records, opened for a test. */
export interface OpenedRecords {
  records: Records;
  /** The file they are in. */
  file: string;
  /** Closes and opens them again, as a restart of the station does. */
  reopen(): Promise<Records>;
}

/** Opens records in a fresh file. */
export type OpenForTest = () => Promise<OpenedRecords>;

/** Records in a fresh file before each test; `records` refers to the open ones. */
export function recordsForEach(open: OpenForTest): { records: Records; file(): string; reopen(): Promise<void> } {
  let opened: OpenedRecords;
  let current: Records;
  beforeEach(async () => {
    opened = await open();
    current = opened.records;
  });
  return {
    records: new Proxy({} as Records, { get: (_, method) => Reflect.get(current, method) }),
    file: () => opened.file,
    async reopen() {
      current = await opened.reopen();
    },
  };
}

export type NewOrder = Parameters<Records['completeCreate']>[1];
export type NewShipment = NewOrder['shipments'][number];
export type NewParcel = NewShipment['parcels'][number];

/** A time in the test, in seconds after its start. */
export const atSecond = (second: number): string => new Date(Date.UTC(2026, 2, 14, 8, 0, second)).toISOString();

/** The journal line of a write. */
export const by = (what: ActivityKind, second = 0, code: string | null = null): WriteContext => ({
  activity: { at: atSecond(second), who: 'station', what, code, outcome: storedSentence('done') },
});

/** A scan in both readings, as the station hands it over. */
export function scanOf(code: string, mode: ScanMode, second = 0, by: ScanReading['by'] = 'typed'): ScanToTake {
  const at = atSecond(second);
  return {
    at,
    reading: { asTyped: code, asUsKeyboard: code, by },
    mode,
    trust: 'full',
    checks: { label: null, labelRequested: false },
    print: {
      ...{ printer: 'Zebra A', knownPrinters: ['Zebra A', 'Zebra B'], notSince: atSecond(second - 2) },
      outcome: storedSentence('queued'),
    },
    deletion: { endsAt: 5_000, countdowns: 200, unanswered: 1_000 },
  };
}

/** Takes a scan that can be decided at once; gives its answer. */
export async function takeScan(records: Records, ...scan: Parameters<typeof scanOf>): Promise<ScanAnswer> {
  const taken = await records.takeScan(scanOf(...scan));
  if (taken.kind !== 'taken') throw new Error(`The scan cannot be decided: ${taken.kind}`);
  return taken.answer;
}

/** The newest scans as they are stored now. */
export const newestScans = async (records: Records): Promise<ScanAnswer[]> =>
  (await records.recentScans(10, atSecond(0))).scans;

export function requestFor(...codes: string[]): OrderRequest {
  return {
    pick_up_address: { text: '18 Harbour Road' },
    drop_offs: [
      {
        address: { text: '12 Palm Street, Flat 9', person_name: 'Aya Noor' },
        parcels: codes.map((custom_code) => ({ unit: 'g', values: 900, custom_code })),
      },
    ],
  };
}

export const parcelOf = (customCode: string | null, more: Partial<NewParcel> = {}): NewParcel => ({
  customCode,
  pickUpCode: null,
  position: 1,
  weightGrams: 900,
  sizeCode: 'small',
  label: { url: `https://labels.example/${customCode}.zpl`, source: 'parcel zpl', format: 'zpl', pdfUrl: null },
  missing: [],
  ...more,
});

export const shipmentOf = (parcels: NewParcel[], more: Partial<NewShipment> = {}): NewShipment => ({
  trackingCode: null,
  dropOffId: 7001,
  pickUpUniqueId: 'PU-1',
  pickUpId: 8001,
  shipmentOrderId: null,
  shipmentOrderUniqueId: null,
  pickUpDate: '2026-03-14',
  dropOffDate: '2026-03-15',
  recipient: {
    name: 'Aya Noor',
    phone: '+971 50 000 0000',
    addressText: '12 Palm Street, Flat 9',
    postalCode: 'sw1a 1aa',
  },
  parcels: parcels.map((parcel, index) => ({ ...parcel, position: index + 1 })),
  ...more,
});

export const orderOf = (shipments: NewShipment[], more: Partial<NewOrder> = {}): NewOrder => ({
  uniqueId: null,
  createdAt: '2026-03-14T12:00:00+04:00',
  source: 'created here',
  request: null,
  rawAnswer: '{"status":"success"}',
  priceWithTax: 47.25,
  shipments,
  missing: [],
  ...more,
});

/** Creates and stores an order; gives its parcels' numbers. */
export async function storeOrder(records: Records, order: NewOrder, second = 0): Promise<number[]> {
  const codes = order.shipments.flatMap((shipment) => shipment.parcels.flatMap((parcel) => parcel.customCode ?? []));
  const command = await records.beginCreate(requestFor(...codes), by('create-order', second));
  const sent = by('send-order', second);
  await records.moveCommand(command.id, ['waiting'], { state: 'sending', attempt: true }, sent);
  return (await records.completeCreate(command.id, order, by('order-answer', second))).parcelIds;
}

/** Stores an order of one shipment with those custom codes. */
export const storeParcels = (records: Records, ...codes: string[]): Promise<number[]> =>
  storeOrder(records, orderOf([shipmentOf(codes.map((code) => parcelOf(code)))]));

/** Stores a parcel whose label is kept. */
export async function storeLabelled(records: Records, code: string, text = `^XA${code}^XZ`): Promise<number> {
  const [id = 0] = await storeParcels(records, code);
  const label = (await records.parcel(id))?.label;
  const bytes = new TextEncoder().encode(text);
  await records.saveLabel(label?.id ?? 0, { bytes, sha256: `sha of ${text}`, format: 'zpl' }, by('download-label'));
  return id;
}

/** Adds a print job; throws where the records refuse it. */
export async function addJob(
  records: Records,
  parcelId: number,
  second: number,
  printer = 'Zebra A',
  reprintReason: string | null = null,
) {
  const job = { parcelId, printer, origin: 'button', startedByCode: null, reprintReason } as const;
  const added = await records.addPrintJob({ ...job, notSince: atSecond(second - 2) }, by('print', second));
  if (!added || added === 'needs lead') throw new Error('The parcel may not be printed');
  return added;
}

/** The same for a further copy. */
export const addCopy = (records: Records, parcelId: number, second: number) =>
  addJob(records, parcelId, second, 'Zebra A', 'Damaged');

export const codeA = 'NL7K2M9P4R6T8V2X4B6D';
export const codeB = 'NL1C3E5G7J9L2N4P6R8T';
export const codeC = 'NLCCCCCCCCCCCCCCCCCC';

/** The order that one with this fingerprint would duplicate; null where there is none since that time. */
export async function duplicateOf(records: Records, fingerprint: string, since: string): Promise<Command | null> {
  const facts = await records.orderFacts({ codes: [], fingerprint, duplicatesSince: since, spentSince: since });
  return facts.duplicate?.command ?? null;
}
