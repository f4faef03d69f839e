import { message } from '../../src/shared/messages/message.ts';
import type { PrintJob, PrintQuestion } from '../../src/shared/printing/print-job.ts';
import { printEvidenceSchema } from '../../src/shared/printing/print-job.ts';
import type { ScanAnswer } from '../../src/shared/scanning/scan-answer.ts';
import type { Parcel } from '../../src/shared/shipments/parcel.ts';

/** A parcel as main reports it. */
export const parcelWith = (changes: Partial<Parcel> = {}): Parcel => ({
  id: 1,
  customCode: 'NL7K2M9P4R6T8V2X4B6D',
  pickUpCode: 'P-88213',
  trackingCode: 'DO4471902K7',
  dropOffId: 7001,
  orderId: 1,
  orderUniqueId: 'O-1',
  shipmentId: 1,
  position: 1,
  parcelCount: 1,
  weightGrams: 900,
  sizeCode: null,
  recipient: { name: 'Aya Noor', phone: null, addressText: '12 Palm Street', postalCode: null },
  pickUpDate: null,
  dropOffDate: null,
  status: { state: 'to_pick_up', source: 'webhook', at: '2026-11-21T10:00:00.000Z' },
  deletion: null,
  deletedAt: null,
  deletionConflict: null,
  label: null,
  needsLabelAssignment: false,
  lastJob: null,
  copies: 0,
  missing: [],
  createdAt: '2026-11-21T09:00:00.000Z',
  ...changes,
});

/** A print job as main reports it. */
export const jobWith = (changes: Partial<PrintJob> = {}): PrintJob => ({
  id: 1,
  parcelId: 1,
  code: 'NL7K2M9P4R6T8V2X4B6D',
  recipient: 'Aya Noor',
  printer: 'Zebra A',
  state: 'sent',
  reasons: [],
  origin: 'scan',
  startedByCode: null,
  reprintReason: null,
  labelSha256: 'abc',
  sentSha256: null,
  evidence: printEvidenceSchema.parse({}),
  question: null,
  answers: [],
  onHold: false,
  position: 1,
  parcelCount: 1,
  attempts: 1,
  bytesTotal: 100,
  bytesSent: 100,
  failure: null,
  createdAt: '2026-11-21T10:00:01.000Z',
  updatedAt: '2026-11-21T10:00:01.000Z',
  ...changes,
});

/** A file of three labels: the operator is asked whether to print them all. */
export const severalLabelsAsked: PrintQuestion = {
  kind: 'several labels',
  message: message('print-question.several-labels', { count: 3 }),
  answers: [],
};

/** The answer to a look-up, with changes. */
export const answerWith = (changes: Partial<ScanAnswer> = {}): ScanAnswer => ({
  scanId: 1,
  at: '2026-11-21T10:00:00.000Z',
  code: 'NL7K2M9P4R6T8V2X4B6D',
  mode: 'look up',
  kind: 'found',
  parcel: parcelWith(),
  choices: [],
  job: null,
  labelsBefore: null,
  deletion: null,
  order: null,
  ...changes,
});

/** Lets settled promises continue. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
