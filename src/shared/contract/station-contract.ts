import { z } from 'zod';
import {
  batchFieldSchema,
  batchRowChoices,
  batchRowSchema,
  batchSchema,
  largestBatchBytes,
  maxBatchPage,
} from '../orders/batch.ts';
import { commandSchema } from '../orders/command.ts';
import { importReportSchema, importStateSchema, largestImportBytes } from '../orders/import-state.ts';
import {
  bookNameSchema,
  draftAddressSchema,
  orderBookSchema,
  orderDraftSchema,
  orderTemplateSchema,
  savedAddressSchema,
} from '../orders/order-book.ts';
import { orderAlarmSchema, orderProgressSchema } from '../orders/order-progress.ts';
import { orderRequestSchema } from '../orders/order-request.ts';
import { quoteSchema } from '../orders/quote.ts';
import { spendingSchema } from '../orders/spending.ts';
import { waitingSchema } from '../orders/waiting.ts';
import { printAnswers, printJobSchema } from '../printing/print-job.ts';
import { printerCommandNames, printerSchema } from '../printing/printer.ts';
import { printerSearchSchema } from '../printing/printer-discovery.ts';
import { scanModes, scanReadingSchema } from '../scanning/scan.ts';
import { recentScanSchema, scanAnswerSchema } from '../scanning/scan-answer.ts';
import { environmentSchema } from '../settings/environment.ts';
import {
  appearanceSchema,
  benchSchema,
  printingSchema,
  retentionSchema,
  spendingSettingsSchema,
  webhooksSchema,
} from '../settings/settings.ts';
import { enteredWebhookSchema, webhooksViewSchema } from '../settings/webhook-view.ts';
import { boardFilterSchema, boardPageSchema } from '../shipments/board-query.ts';
import { exportStateSchema } from '../shipments/export-state.ts';
import { parcelDetailSchema, parcelSchema } from '../shipments/parcel.ts';
import {
  sandboxAnswerSchema,
  sandboxScenarios,
  sandboxSelectionSchema,
  sandboxTouchSchema,
} from '../shipments/sandbox-scenario.ts';
import { keptEventSchema, timelineEntrySchema } from '../shipments/shipment-event.ts';
import { failureSchema } from './failure.ts';
import { stationViewSchema } from './station-view.ts';

const nothing = z.null();
const id = z.int().positive();

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes');

/** A PNG picture of a label, with what the reader should know about it. */
const labelPictureSchema = z.object({
  png: bytes,
  caution: z.string().nullable(),
  /** Its bar codes were read, and none of them is a code of the parcel. */
  namesAnother: z.boolean(),
});

/** Every call the window may make: its name, what it takes, what it gives. Adding one is one entry here and one handler. */
export const stationCalls = {
  'station.read': { input: nothing, output: stationViewSchema },
  'notice.dismiss': { input: z.object({ noticeId: id }), output: nothing },

  'scan.submit': { input: z.object({ reading: scanReadingSchema, mode: z.enum(scanModes) }), output: scanAnswerSchema },
  'scan.answer': { input: z.object({ scanId: id }), output: scanAnswerSchema },
  'scans.recent': { input: nothing, output: z.object({ scans: z.array(recentScanSchema), today: z.int() }) },

  'parcel.print': {
    // With a reason: a reprint. Without: the first copy; refused where one may be on paper.
    input: z.object({ parcelId: id, reprintReason: z.string().trim().min(1).max(200).nullable() }),
    output: printJobSchema,
  },
  // A parcel already picked up is deleted only where somebody was asked.
  'parcel.delete': {
    input: z.object({ parcelId: id, evenIfPickedUp: z.boolean().default(false) }),
    output: commandSchema,
  },
  'deletion.undo': { input: z.object({ commandId: id.nullable() }), output: commandSchema }, // null: the newest
  'deletions.pending': { input: nothing, output: z.array(commandSchema) },
  'label.picture': { input: z.object({ parcelId: id }), output: labelPictureSchema },

  // Everything that happened to a parcel, newest first, at most 500.
  'parcel.timeline': { input: z.object({ parcelId: id }), output: z.array(timelineEntrySchema) },
  // Events that belong to nothing here, the newest 50; `total` counts all. With a code: only those that name it.
  'events.unmatched': {
    input: z.object({ code: z.string().max(200).nullable() }),
    output: z.object({ total: z.int(), events: z.array(keptEventSchema) }),
  },

  'shipments.page': {
    input: boardPageSchema,
    // With `isMore`: a search or a day holds more than is counted, and the newest so many are listed.
    output: z.object({ total: z.int(), isMore: z.boolean(), rows: z.array(parcelSchema) }),
  },
  'parcel.detail': { input: z.object({ parcelId: id }), output: parcelDetailSchema },
  // Both ask in a dialog of the system where to save; null where it was closed. Answered when the file is open.
  'shipments.export': {
    input: z.object({ filter: boardFilterSchema, expected: z.int().nullable() }),
    output: exportStateSchema.nullable(),
  },
  'journal.export': { input: nothing, output: exportStateSchema.nullable() },
  'export.read': { input: nothing, output: exportStateSchema.nullable() },
  'export.cancel': { input: nothing, output: nothing },
  'export.dismiss': { input: nothing, output: nothing },

  'print-jobs.list': { input: nothing, output: z.array(printJobSchema) },
  'print-job.cancel': { input: z.object({ jobId: id }), output: printJobSchema },
  'print-job.settle': { input: z.object({ jobId: id, printed: z.boolean() }), output: printJobSchema },

  'print-job.hold': { input: z.object({ jobId: id }), output: printJobSchema },
  'print-job.release': { input: z.object({ jobId: id }), output: printJobSchema },
  'print-job.move': { input: z.object({ jobId: id, printer: z.string() }), output: printJobSchema },
  'print-job.answer': { input: z.object({ jobId: id, answer: z.enum(printAnswers) }), output: printJobSchema },

  'printer.pause': { input: z.object({ name: z.string() }), output: nothing },
  'printer.resume': { input: z.object({ name: z.string() }), output: nothing },
  // All that waits for one printer goes to another; what the first may own stays.
  'printer.move-jobs': { input: z.object({ from: z.string(), to: z.string() }), output: z.object({ moved: z.int() }) },
  // Labels may go to whoever answers at this printer's address now.
  'printer.accept-identity': { input: z.object({ name: z.string() }), output: nothing },
  // It never tells how it is: silence holds it no more.
  'printer.cannot-answer': { input: z.object({ name: z.string() }), output: nothing },
  'printer.command': {
    input: z.object({ name: z.string(), command: z.enum(printerCommandNames) }),
    output: nothing,
  },

  'import.state': { input: nothing, output: importStateSchema },
  // A file dropped onto the window. Answered when its import has ended.
  'import.file': {
    input: z.object({
      name: z.string().min(1).max(255),
      bytes: bytes.refine((all) => all.byteLength <= largestImportBytes, 'must be 20 MB at most'),
    }),
    output: importReportSchema,
  },
  // Asks in a dialog of the system; what is picked is imported one after another.
  'import.choose-files': { input: nothing, output: z.object({ taken: z.int() }) },
  'import.cancel': { input: nothing, output: nothing },
  'import.choose-folder': { input: nothing, output: z.object({ folder: z.string().nullable() }) },
  'import.stop-watching': { input: nothing, output: nothing },

  'printers.start-discovery': { input: nothing, output: nothing },
  'printers.stop-discovery': { input: nothing, output: nothing },
  'printers.found': { input: nothing, output: printerSearchSchema },

  'commands.open': { input: nothing, output: z.array(commandSchema) },
  'command.undo': { input: z.object({ commandId: id }), output: commandSchema },
  // What asks may leave.
  'command.confirm': { input: z.object({ commandId: id }), output: commandSchema },
  'command.retry': { input: z.object({ commandId: id }), output: commandSchema },
  'command.delete-again': { input: z.object({ commandId: id }), output: commandSchema },
  // Somebody looked whether an order in doubt is there. Sends nothing.
  'command.settle': { input: z.object({ commandId: id, isThere: z.boolean() }), output: commandSchema },
  'command.dismiss': { input: z.object({ commandId: id }), output: nothing },
  'waiting.read': { input: nothing, output: waitingSchema },

  // One at a time: a newer question, or none any more, ends the one before.
  'order.quote': {
    input: orderRequestSchema,
    output: z.object({ quote: quoteSchema, missing: z.array(z.string()) }),
  },
  'order.stop-quote': { input: nothing, output: nothing },
  // An order much like one just made is refused as `alike` unless somebody was asked.
  'order.create': {
    input: z.object({
      request: orderRequestSchema,
      /** Price with tax of the quote on the screen; null where none is shown. */
      quotedPrice: z.number().nullable().default(null),
      evenIfDuplicate: z.boolean().default(false),
    }),
    output: orderProgressSchema,
  },
  'order.progress': { input: z.object({ commandId: id }), output: orderProgressSchema },
  // An order in doubt leaves once more with the same codes: where it exists already, the service refuses them.
  'order.send-again': { input: z.object({ commandId: id }), output: commandSchema },
  // Deletes the codes of an order in doubt and creates it with new ones; gives the new order.
  'order.replace': { input: z.object({ commandId: id }), output: orderProgressSchema },
  'order.alarms': { input: nothing, output: z.array(orderAlarmSchema) },
  'order.dismiss-alarm': { input: z.object({ alarmId: id }), output: nothing },
  // Why a custom code cannot be used here; null where it can.
  'order.check-code': { input: z.object({ code: z.string().max(100) }), output: z.string().nullable() },
  // The order a parcel came with, to be written once more.
  'parcel.order-draft': { input: z.object({ parcelId: id }), output: orderDraftSchema },
  'spending.read': { input: nothing, output: spendingSchema },

  'order-book.read': { input: nothing, output: orderBookSchema },
  // A name that is there already stands for the new address, or template, from now on.
  'order-book.save-address': {
    input: z.object({ name: bookNameSchema, address: draftAddressSchema }),
    output: savedAddressSchema,
  },
  'order-book.remove-address': { input: z.object({ addressId: id }), output: nothing },
  'order-book.save-template': {
    input: z.object({ name: bookNameSchema, draft: orderDraftSchema }),
    output: orderTemplateSchema,
  },
  'order-book.remove-template': { input: z.object({ templateId: id }), output: nothing },
  // What is used comes first in its list.
  'order-book.record-use': { input: z.object({ what: z.enum(['address', 'template']), id }), output: nothing },

  // The batch that is not put away yet; there is one at most.
  'batch.read': { input: nothing, output: batchSchema.nullable() },
  'batch.rows': {
    input: z.object({
      from: z.int().min(0),
      limit: z.int().min(1).max(maxBatchPage),
      only: z.enum(batchRowChoices).default('all'),
    }),
    output: z.object({ total: z.int(), rows: z.array(batchRowSchema) }),
  },
  // Asks in a dialog of the system; null where it was closed.
  'batch.choose-file': { input: nothing, output: batchSchema.nullable() },
  'batch.open-file': {
    input: z.object({
      name: z.string().min(1).max(255),
      bytes: bytes.refine((all) => all.byteLength <= largestBatchBytes, 'must be 20 MB at most'),
    }),
    output: batchSchema,
  },
  // Rows copied out of a spreadsheet.
  'batch.paste-rows': {
    input: z.object({
      text: z
        .string()
        .min(1)
        .max(largestBatchBytes / 4),
    }),
    output: batchSchema,
  },
  'batch.match': {
    input: z.object({ place: z.int().min(0), field: batchFieldSchema.nullable() }),
    output: batchSchema,
  },
  'batch.change': {
    // What is not named stays as it is.
    input: z.object({
      combines: z.boolean().exactOptional(),
      pickUpAddress: draftAddressSchema.nullable().exactOptional(),
    }),
    output: batchSchema,
  },
  'batch.change-cell': {
    input: z.object({ line: id, place: z.int().min(0), text: z.string().max(4_000) }),
    output: batchSchema,
  },
  'batch.skip-row': { input: z.object({ line: id, isSkipped: z.boolean() }), output: batchSchema },
  // Asks the price of each order, one after the other; progress is in `batch.read`.
  'batch.quote': { input: nothing, output: batchSchema },
  'batch.stop-quote': { input: nothing, output: batchSchema },
  'batch.start': { input: nothing, output: batchSchema },
  'batch.pause': { input: nothing, output: batchSchema },
  'batch.resume': { input: nothing, output: batchSchema },
  'batch.stop': { input: nothing, output: batchSchema },
  // Beside the input; where its folder is not known a dialog asks. Null where that was closed.
  'batch.export': { input: nothing, output: z.object({ file: z.string() }).nullable() },
  'batch.dismiss': { input: nothing, output: nothing },

  // Practice and sandbox only.
  'sandbox.preview': { input: sandboxSelectionSchema, output: sandboxTouchSchema },
  'sandbox.run': {
    // A day moves every shipment of it: only where somebody was asked.
    input: z.object({
      scenario: z.enum(sandboxScenarios),
      selection: sandboxSelectionSchema,
      evenWholeDay: z.boolean().default(false),
    }),
    output: sandboxAnswerSchema,
  },

  'virtual-printer.labels': {
    input: nothing,
    output: z.array(z.object({ file: z.string(), at: z.string(), png: bytes.nullable() })),
  },

  'settings.station-name': { input: z.object({ name: z.string().trim().min(1).max(60) }), output: nothing },
  'settings.bench': { input: benchSchema, output: nothing },
  'settings.printing': { input: printingSchema, output: nothing },
  'settings.spending': { input: spendingSettingsSchema, output: nothing },
  'settings.retention': { input: retentionSchema, output: nothing },
  'settings.appearance': { input: appearanceSchema, output: nothing },
  'environment.save': {
    // The token travels inwards only, and only here.
    input: z.object({ environment: environmentSchema, token: z.string().max(4000).nullable() }),
    output: nothing,
  },
  'webhooks.read': { input: nothing, output: webhooksViewSchema },
  'settings.webhooks': { input: webhooksSchema, output: nothing },
  // Header values travel inwards only, and only here.
  'webhook.save': { input: enteredWebhookSchema, output: nothing },
  'webhook.remove': { input: z.object({ environment: z.string() }), output: nothing },
  // The practice service sends an event, over HTTP like any other.
  'webhook.send-test': { input: nothing, output: nothing },
  'environment.use': { input: z.object({ name: z.string() }), output: nothing },
  'printer.save': { input: z.object({ printer: printerSchema }), output: nothing },
  'printer.remove': { input: z.object({ name: z.string() }), output: nothing },
  'printer.test': { input: z.object({ name: z.string() }), output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type StationCall = keyof typeof stationCalls;
export type CallInput<C extends StationCall> = z.input<(typeof stationCalls)[C]['input']>;
export type CallParsed<C extends StationCall> = z.output<(typeof stationCalls)[C]['input']>;
export type CallOutput<C extends StationCall> = z.output<(typeof stationCalls)[C]['output']>;

/** The shape of every answer on the call channel. */
export const answerSchema = <T extends z.ZodType>(output: T) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: output }),
    z.object({ ok: z.literal(false), failure: failureSchema }),
  ]);

/** What can change under the window's eyes. A change is announced by topic; the window then reads again. */
export const topics = [
  'station',
  'scans',
  'deletions',
  'print jobs',
  'commands',
  'parcels',
  'virtual labels',
  'found printers',
  'import',
  'export',
  'webhook deliveries',
  'order book',
  'batch',
] as const;
export type Topic = (typeof topics)[number];
export const changedSchema = z.object({ topics: z.array(z.enum(topics)).max(topics.length) });
