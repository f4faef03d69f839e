import type { Command } from '../../../src/shared/orders/command.ts';
import type { PrintJob } from '../../../src/shared/printing/print-job.ts';
import type { PrinterState } from '../../../src/shared/printing/printer.ts';
import type { Parcel } from '../../../src/shared/shipments/parcel.ts';
import { jobWith } from '../fixtures.ts';

/** An ordinary print job. */
export const printJob = (change: Partial<PrintJob> = {}): PrintJob =>
  jobWith({
    ...{ code: '34679CDEFGHJKNPRTX34', state: 'queued', labelSha256: 'ab' },
    ...{ attempts: 0, bytesTotal: 9804, bytesSent: 0 },
    ...{ createdAt: '2026-11-21T14:05:00.000Z', updatedAt: '2026-11-21T14:05:00.000Z' },
    ...change,
  });

/** A network printer that is ready and reports its status. */
export const printerState = (change: Partial<PrinterState> = {}): PrinterState => ({
  name: 'Zebra A',
  connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 },
  isDefault: false,
  reasons: [],
  since: null,
  sending: false,
  warnings: [],
  answers: true,
  message: null,
  labelsInPrinter: null,
  standIn: null,
  ...change,
});

/** A create command whose request is being sent. */
export const command = (change: Partial<Command> = {}): Command => ({
  id: 7,
  kind: 'create',
  state: 'waiting',
  codes: ['34679CDEFGHJKNPRTX34'],
  parcelId: null,
  orderId: null,
  attempts: 0,
  requestLeft: false,
  notBefore: 0,
  retryAfterAt: 0,
  confirmedAt: null,
  knownPickedUp: false,
  quotedPrice: null,
  settledBy: null,
  failure: null,
  createdAt: '2026-11-21T14:05:00.000Z',
  updatedAt: '2026-11-21T14:05:00.000Z',
  ...change,
});

/** A parcel whose label is kept and was never printed. */
export const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  id: 1,
  customCode: '34679CDEFGHJKNPRTX34',
  pickUpCode: 'P-88213',
  trackingCode: 'DO4471902K7',
  dropOffId: 7001,
  orderId: 1,
  orderUniqueId: 'OR1',
  shipmentId: 1,
  position: 1,
  parcelCount: 1,
  weightGrams: 900,
  sizeCode: 'small',
  recipient: { name: 'Aya Noor', phone: null, addressText: null, postalCode: 'sw1a 1aa' },
  pickUpDate: null,
  dropOffDate: null,
  status: null,
  deletion: null,
  deletedAt: null,
  deletionConflict: null,
  label: {
    id: 1,
    state: 'stored',
    source: 'parcel zpl',
    format: 'zpl',
    url: 'https://labels.example/1',
    sha256: 'ab',
    failure: null,
    nextAttemptAt: null,
  },
  needsLabelAssignment: false,
  lastJob: null,
  copies: 0,
  missing: [],
  createdAt: '2026-11-21T14:00:00.000Z',
  ...change,
});
