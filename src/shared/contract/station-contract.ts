import { z } from 'zod';
import { type MessageCode, messageSchema } from '../messages/message.ts';
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
import { orderAlarmSchema, orderCorrectionSchema, orderProgressSchema } from '../orders/order-progress.ts';
import { orderRequestSchema } from '../orders/order-request.ts';
import type { Quote } from '../orders/quote.ts';
import { spendingSchema } from '../orders/spending.ts';
import { waitingSchema } from '../orders/waiting-work.ts';
import { labelPictureSchema } from '../printing/label-bar-codes.ts';
import { printAnswers, printJobSchema, reprintKinds } from '../printing/print-job.ts';
import { printRunSchema, printRunSourceSchema } from '../printing/print-run.ts';
import { printerSchema } from '../printing/printer.ts';
import { printerSearchSchema } from '../printing/printer-discovery.ts';
import { printerCommandNames } from '../printing/printer-transports.ts';
import { barcodeCommands } from '../scanning/command-barcode.ts';
import { scanModes, scanReadingSchema } from '../scanning/scan.ts';
import { scanAnswerSchema } from '../scanning/scan-answer.ts';
import { hidScannerFoundSchema } from '../scanning/scanner-settings.ts';
import { sentScanSchema, serialPortSchema, serialScannerViewSchema } from '../scanning/serial-scanner.ts';
import { lostWorkSchema, storedBackupSchema } from '../settings/backups.ts';
import { connectionCheckSchema, enteredConnectionSchema } from '../settings/connection-test.ts';
import { enteredEnvironmentSchema } from '../settings/environment.ts';
import { erasureSchema, foundPersonSchema, maxPeople, personDataSchema, shortestSearch } from '../settings/erasure.ts';
import { badgeAnswerSchema, peopleRulesSchema, shownPersonSchema } from '../settings/people.ts';
import type { StationAction } from '../settings/roles.ts';
import { savedGroupSchema } from '../settings/settings.ts';
import { enteredWebhookSchema, webhooksViewSchema } from '../settings/webhook-view.ts';
import { boardFilterSchema, boardPageSchema } from '../shipments/board-query.ts';
import { deletionDecisionSchema } from '../shipments/deletion-conflict.ts';
import { exportStateSchema } from '../shipments/export-state.ts';
import {
  labelAssignmentsSchema,
  labelStateSchema,
  openAssignmentSchema,
  parcelDetailSchema,
  parcelSchema,
} from '../shipments/parcel.ts';
import {
  sandboxAnswerSchema,
  sandboxPreviewSchema,
  sandboxScenarios,
  sandboxSelectionSchema,
} from '../shipments/sandbox-scenario.ts';
import { keptEventSchema, timelineEntrySchema } from '../shipments/shipment-event.ts';
import { sharedQuestionSchema } from '../site/shared-question.ts';
import { siteDetailsSchema } from '../site/site-details.ts';
import { isJsonObject } from '../values/json.ts';
import { aboutViewSchema, licenceSchema } from './about-view.ts';
import { attentionSchema } from './attention-entry.ts';
import type { Result } from './failure.ts';
import { figuresQuerySchema, figuresViewSchema, longestTimeMs, mostTimesAtOnce } from './figures-view.ts';
import { healthViewSchema, supportFileSchema } from './health-view.ts';
import { rehearsalViewSchema } from './rehearsal.ts';
import { rehearsalIds } from './rehearsal-scripts.ts';
import { shownVerdictSchema, stationViewSchema } from './station-view.ts';

const nothing = z.null();
const id = z.int().positive();
const labelNumber = z.object({ labelId: id });
const backupChoice = z.object({ name: z.string().max(300) });
const peopleToErase = z.object({ people: z.array(personDataSchema).min(1).max(maxPeople) });
const printerChoice = z.object({ printer: z.string() });

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Read by its schema as it arrives from the service, and not again on its way to the window. */
const quoteAsRead = z.custom<Quote>(isJsonObject);
const tooLarge = { error: 'file.too-large' satisfies MessageCode, params: { megabytes: 20 } };

interface CallContract {
  /**
   * `environment`: the call reads or changes records of the environment that the window shows. It is refused when another one was
   * opened meanwhile, because record numbers begin at 1 in each environment's file. `station`: it uses no such record.
   */
  readonly scope: 'environment' | 'station';
  /** What whoever is signed in must be allowed to do, where the station asks who works at it. Checked by main. */
  readonly needs: StationAction;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** Every call the window may make: its scope, what it needs, input and output. Adding one is one entry here and one handler. */
export const stationCalls = {
  'station.read': { scope: 'station', needs: 'read', input: nothing, output: stationViewSchema },
  // Restarts the station for another version that was installed, once labels and requests on their way are done; refused without one.
  'station.restart': { scope: 'station', needs: 'read', input: nothing, output: nothing },
  // The verdict that the window shows, for a second display; null where it shows none.
  'verdict.show': { scope: 'station', needs: 'read', input: shownVerdictSchema.nullable(), output: nothing },
  // The one call of the second display's window.
  'verdict.read': { scope: 'station', needs: 'read', input: nothing, output: shownVerdictSchema.nullable() },
  'notice.dismiss': { scope: 'station', needs: 'read', input: z.object({ noticeId: id }), output: nothing },
  // What several labels, or deletions, are asked because of other benches, and one answer: they go on, or are cancelled.
  'shared-questions.read': { scope: 'station', needs: 'read', input: nothing, output: z.array(sharedQuestionSchema) },
  'shared-questions.answer': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ question: sharedQuestionSchema, goesOn: z.boolean() }),
    output: nothing,
  },
  // The site's other benches; null where the environment is not shared. Taking over is for a bench that is gone for good.
  'site.read': { scope: 'station', needs: 'read', input: nothing, output: siteDetailsSchema.nullable() },
  'site.held-parcels': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ bench: z.string().max(32) }),
    output: z.object({ parcels: z.int() }),
  },
  'site.take-over': {
    scope: 'environment',
    needs: 'set up',
    input: z.object({ bench: z.string().max(32) }),
    output: z.object({ taken: z.int(), left: z.int() }),
  },
  // Reads on what a bench sent that is paused because it sent too much.
  'site.read-on': {
    scope: 'environment',
    needs: 'set up',
    input: z.object({ bench: z.string().max(32) }),
    output: nothing,
  },
  // Everything that waits for a decision or an action of a person.
  'attention.read': { scope: 'station', needs: 'read', input: nothing, output: attentionSchema },
  // The numbered checks with what is known now; `health.check` tests the connection to the service first, with a price request.
  'health.read': { scope: 'station', needs: 'read', input: nothing, output: healthViewSchema },
  'health.check': { scope: 'station', needs: 'read', input: nothing, output: nothing },
  // What helps the support, without secrets and data of people. Saving opens a save dialog, for exactly what was prepared last.
  'support-file.prepare': { scope: 'environment', needs: 'read', input: nothing, output: supportFileSchema },
  'support-file.save': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ id }),
    output: z.object({ file: z.string() }).nullable(),
  },
  'about.read': { scope: 'station', needs: 'read', input: nothing, output: aboutViewSchema },
  'about.licences': { scope: 'station', needs: 'read', input: nothing, output: z.array(licenceSchema) },
  // Opens the station's own data folder in the file manager, and no other.
  'data-folder.open': { scope: 'station', needs: 'set up', input: nothing, output: nothing },

  // The backups of the environment's records, newest first, each opened and checked; what a restore would lose; and the restore itself,
  // after which the station starts again. `lost` null: the records cannot be read.
  'backups.list': { scope: 'environment', needs: 'set up', input: nothing, output: z.array(storedBackupSchema) },
  'backups.lost-work': {
    scope: 'environment',
    needs: 'set up',
    input: backupChoice,
    output: z.object({ lost: lostWorkSchema.nullable() }),
  },
  'backups.restore': { scope: 'environment', needs: 'set up', input: backupChoice, output: nothing },

  // Erasing people from the records of every environment: whom a text finds, what that would touch, and the erasing itself.
  'erasure.find': {
    scope: 'station',
    needs: 'set up',
    input: z.object({ text: z.string().trim().min(shortestSearch).max(200) }),
    output: z.array(foundPersonSchema),
  },
  'erasure.preview': { scope: 'station', needs: 'set up', input: peopleToErase, output: erasureSchema },
  'erasure.erase': { scope: 'station', needs: 'set up', input: peopleToErase, output: erasureSchema },

  'scan.submit': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ reading: scanReadingSchema, mode: z.enum(scanModes) }),
    output: scanAnswerSchema,
  },
  'scan.answer': { scope: 'environment', needs: 'read', input: z.object({ scanId: id }), output: scanAnswerSchema },
  'scans.recent': {
    scope: 'station',
    needs: 'read',
    input: nothing,
    output: z.object({ scans: z.array(scanAnswerSchema), today: z.int() }),
  },

  // The station's figures about its own work, and what the window measured for them: at most once a minute, and before they are read.
  'figures.read': { scope: 'environment', needs: 'read', input: figuresQuerySchema, output: figuresViewSchema },
  'figures.add-verdict-times': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ milliseconds: z.array(z.int().min(0).max(longestTimeMs)).min(1).max(mostTimesAtOnce) }),
    output: nothing,
  },

  'parcel.print': {
    scope: 'environment',
    needs: 'work',
    // With a reason: a reprint. Without one: the first copy, refused where one may have been printed.
    input: z.object({
      parcelId: id,
      reprintReason: z.string().trim().min(1).max(200).nullable(),
      /** Counted in the figures. */
      reprintKind: z.enum(reprintKinds).default('other'),
    }),
    output: printJobSchema,
  },
  // A parcel that was already picked up is deleted only after a confirmation.
  'parcel.delete': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ parcelId: id, evenIfPickedUp: z.boolean().default(false) }),
    output: commandSchema,
  },
  // An operator decides about a parcel that the service reported as deleted, and later as picked up.
  'parcel.resolve-conflict': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ parcelId: id, decision: deletionDecisionSchema }),
    output: nothing,
  },
  'deletion.undo': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ commandId: id.nullable() }),
    output: commandSchema,
  }, // null: the newest
  'deletions.pending': { scope: 'station', needs: 'read', input: nothing, output: z.array(commandSchema) },
  // Downloads a label that is not stored yet now, and waits briefly for the outcome.
  'label.retry': { scope: 'environment', needs: 'work', input: z.object({ parcelId: id }), output: labelStateSchema },
  // The labels of an order whose answer did not say whose they are, and the parcels that wait for one.
  'label-assignment.read': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ orderId: id }),
    output: openAssignmentSchema,
  },
  'label-assignment.picture': {
    scope: 'environment',
    needs: 'read',
    input: labelNumber,
    output: labelPictureSchema.pick({ png: true }),
  },
  // All of them, or none where something changed meanwhile.
  'label-assignment.confirm': { scope: 'environment', needs: 'work', input: labelAssignmentsSchema, output: nothing },
  'label-assignment.retry': { scope: 'environment', needs: 'work', input: labelNumber, output: nothing },
  'label.picture': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ parcelId: id }),
    output: labelPictureSchema,
  },

  // Everything that happened to a parcel, newest first, at most 500.
  'parcel.timeline': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ parcelId: id }),
    output: z.array(timelineEntrySchema),
  },
  // Events that belong to nothing here, the newest 50; `total` counts all. With a code: only those that name it.
  'events.unmatched': {
    scope: 'station',
    needs: 'read',
    input: z.object({ code: z.string().max(200).nullable() }),
    output: z.object({ total: z.int(), events: z.array(keptEventSchema) }),
  },

  'shipments.page': {
    scope: 'station',
    needs: 'read',
    input: boardPageSchema,
    // With `isMore`: a search or a day holds more than is counted, and the newest so many are listed.
    output: z.object({ total: z.int(), isMore: z.boolean(), rows: z.array(parcelSchema) }),
  },
  'parcel.detail': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ parcelId: id }),
    output: parcelDetailSchema,
  },
  // All three open a save dialog; null where it was closed. The call returns when the file is open.
  'shipments.export': {
    scope: 'environment',
    needs: 'export',
    input: z.object({ filter: boardFilterSchema, expected: z.int().nullable() }),
    output: exportStateSchema.nullable(),
  },
  'journal.export': { scope: 'environment', needs: 'export', input: nothing, output: exportStateSchema.nullable() },
  'figures.export': {
    scope: 'environment',
    needs: 'export',
    input: figuresQuerySchema,
    output: exportStateSchema.nullable(),
  },
  'export.read': { scope: 'station', needs: 'read', input: nothing, output: exportStateSchema.nullable() },
  'export.cancel': { scope: 'environment', needs: 'export', input: nothing, output: nothing },
  'export.dismiss': { scope: 'environment', needs: 'export', input: nothing, output: nothing },

  'print-jobs.list': { scope: 'station', needs: 'read', input: nothing, output: z.array(printJobSchema) },
  'print-job.cancel': { scope: 'environment', needs: 'work', input: z.object({ jobId: id }), output: printJobSchema },
  'print-job.settle': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ jobId: id, printed: z.boolean() }),
    output: printJobSchema,
  },

  'print-job.hold': { scope: 'environment', needs: 'work', input: z.object({ jobId: id }), output: printJobSchema },
  'print-job.resume': { scope: 'environment', needs: 'work', input: z.object({ jobId: id }), output: printJobSchema },
  'print-job.move': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ jobId: id, printer: z.string() }),
    output: printJobSchema,
  },
  'print-job.answer': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ jobId: id, answer: z.enum(printAnswers) }),
    output: printJobSchema,
  },

  // Labels that are held because no printer was set up, and the printer that gets new labels; null where there is none yet.
  'print-jobs.without-printer': {
    scope: 'station',
    needs: 'read',
    input: nothing,
    output: z.object({ labels: z.int(), printer: z.string().nullable() }),
  },
  // They print there, in order, or null: they are cancelled. `labels` is the number that the question named.
  'print-jobs.settle-without-printer': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ labels: z.int().positive(), printer: z.string().nullable() }),
    output: nothing,
  },

  // Queues many labels in order, at most 5,000; never a second copy. Parcels without a job are counted in `leftOut`.
  'print-run.start': { scope: 'environment', needs: 'work', input: printRunSourceSchema, output: printRunSchema },
  // Cancels the labels of the run that are not sent.
  'print-run.stop': { scope: 'environment', needs: 'work', input: z.object({ runId: id }), output: printRunSchema },
  'print-run.read': { scope: 'environment', needs: 'read', input: z.object({ runId: id }), output: printRunSchema },
  // The newest runs with labels that are not sent.
  'print-runs.open': { scope: 'station', needs: 'read', input: nothing, output: z.array(printRunSchema) },

  // New labels go to it from now on.
  'printer.choose': { scope: 'station', needs: 'work', input: z.object({ name: z.string() }), output: nothing },
  'printer.pause': { scope: 'station', needs: 'work', input: z.object({ name: z.string() }), output: nothing },
  'printer.resume': { scope: 'station', needs: 'work', input: z.object({ name: z.string() }), output: nothing },
  // Moves the jobs of one printer to another, except those that the first may have received.
  'printer.move-jobs': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ from: z.string(), to: z.string() }),
    output: z.object({ moved: z.int() }),
  },
  // Labels may be sent to the printer that is at this address now.
  'printer.accept-identity': {
    scope: 'station',
    needs: 'work',
    input: z.object({ name: z.string() }),
    output: nothing,
  },
  // The printer never reports its status: a missing answer no longer holds it.
  'printer.cannot-answer': {
    scope: 'station',
    needs: 'set up',
    input: z.object({ name: z.string() }),
    output: nothing,
  },
  'printer.command': {
    scope: 'station',
    needs: 'work',
    input: z.object({ name: z.string(), command: z.enum(printerCommandNames) }),
    output: nothing,
  },

  'import.state': { scope: 'station', needs: 'read', input: nothing, output: importStateSchema },
  // A file dropped onto the window. Answered when its import has ended.
  'import.file': {
    scope: 'environment',
    needs: 'work',
    input: z.object({
      name: z.string().min(1).max(255),
      bytes: bytes.refine((all) => all.byteLength <= largestImportBytes, tooLarge),
    }),
    output: importReportSchema,
  },
  // Opens a file dialog; the chosen files are imported one after another.
  'import.choose-files': { scope: 'environment', needs: 'work', input: nothing, output: z.object({ taken: z.int() }) },
  'import.cancel': { scope: 'environment', needs: 'work', input: nothing, output: nothing },
  'import.choose-folder': {
    scope: 'environment',
    needs: 'set up',
    input: nothing,
    output: z.object({ folder: z.string().nullable() }),
  },
  'import.stop-watching': { scope: 'station', needs: 'set up', input: nothing, output: nothing },

  'printers.start-discovery': { scope: 'station', needs: 'set up', input: nothing, output: nothing },
  'printers.stop-discovery': { scope: 'station', needs: 'set up', input: nothing, output: nothing },
  'printers.found': { scope: 'station', needs: 'read', input: nothing, output: printerSearchSchema },

  'commands.open': { scope: 'station', needs: 'read', input: nothing, output: z.array(commandSchema) },
  'command.undo': { scope: 'environment', needs: 'work', input: z.object({ commandId: id }), output: commandSchema },
  // Confirms a command that needs confirmation.
  'command.confirm': { scope: 'environment', needs: 'work', input: z.object({ commandId: id }), output: commandSchema },
  'command.retry': { scope: 'environment', needs: 'work', input: z.object({ commandId: id }), output: commandSchema },
  'command.delete-again': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ commandId: id }),
    output: commandSchema,
  },
  // An operator checked at the service whether an uncertain order, or the parcel of an uncertain deletion, is there. Sends nothing.
  'command.settle': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ commandId: id, isThere: z.boolean() }),
    output: commandSchema,
  },
  'command.dismiss': { scope: 'environment', needs: 'work', input: z.object({ commandId: id }), output: nothing },
  'waiting.read': { scope: 'station', needs: 'read', input: nothing, output: waitingSchema },

  // One at a time: a newer request, or `order.stop-quote`, ends the one before.
  'order.quote': {
    scope: 'environment',
    needs: 'work',
    input: orderRequestSchema,
    output: z.object({ quote: quoteAsRead, missing: z.array(z.string()) }),
  },
  'order.stop-quote': { scope: 'environment', needs: 'work', input: nothing, output: nothing },
  // A possible duplicate of a recent order fails as `duplicate` unless the operator has confirmed it.
  'order.create': {
    scope: 'environment',
    needs: 'work',
    input: z.object({
      request: orderRequestSchema,
      /** Price with tax of the quote on the screen; null where none is shown. */
      quotedPrice: z.number().nullable().default(null),
      evenIfDuplicate: z.boolean().default(false),
      /** Its labels print when it is created; absent: as the settings say. */
      print: z.boolean().optional(),
      /** The rejected order that it corrects: it takes that one's place, and no other order can. */
      corrects: id.nullable().default(null),
    }),
    output: orderProgressSchema,
  },
  // A rejected order, to be corrected in the form.
  'order.correction': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ commandId: id }),
    output: orderCorrectionSchema,
  },
  // Prints the labels of a created order that were never sent to a printer, now or as soon as they are here. Never a copy.
  'order.print-labels': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ commandId: id }),
    output: orderProgressSchema,
  },
  'order.progress': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ commandId: id }),
    output: orderProgressSchema,
  },
  // Sends an uncertain order once more with the same codes: where it exists already, the service rejects them.
  // Until this service rejected a used code once, it may book the order a second time: only after a confirmation.
  'order.send-again': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ commandId: id, evenIfBookedTwice: z.boolean().default(false) }),
    output: commandSchema,
  },
  // Whether this service is known to reject used custom codes.
  'order.used-codes': {
    scope: 'station',
    needs: 'read',
    input: nothing,
    output: z.object({ areRejected: z.boolean() }),
  },
  // Deletes the codes of an uncertain order and creates it with new ones; returns the new order.
  'order.replace': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ commandId: id }),
    output: orderProgressSchema,
  },
  'order.alarms': { scope: 'station', needs: 'read', input: nothing, output: z.array(orderAlarmSchema) },
  'order.dismiss-alarm': { scope: 'environment', needs: 'work', input: z.object({ alarmId: id }), output: nothing },
  // Why a custom code cannot be used here; null where it can.
  'order.check-code': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ code: z.string().max(100) }),
    output: messageSchema.nullable(),
  },
  // The order of a parcel, as a draft to create it again.
  'parcel.order-draft': {
    scope: 'environment',
    needs: 'read',
    input: z.object({ parcelId: id }),
    output: orderDraftSchema,
  },
  'spending.read': { scope: 'station', needs: 'read', input: nothing, output: spendingSchema },

  'order-book.read': { scope: 'station', needs: 'read', input: nothing, output: orderBookSchema },
  // Replaces the address of the same name.
  'order-book.save-address': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ name: bookNameSchema, address: draftAddressSchema }),
    output: savedAddressSchema,
  },
  'order-book.remove-address': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ addressId: id }),
    output: nothing,
  },
  'order-book.save-template': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ name: bookNameSchema, draft: orderDraftSchema }),
    output: orderTemplateSchema,
  },
  'order-book.remove-template': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ templateId: id }),
    output: nothing,
  },
  // The most recently used entry comes first in its list.
  'order-book.record-use': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ what: z.enum(['address', 'template']), id }),
    output: nothing,
  },

  // The batch that is not dismissed yet; there is one at most.
  'batch.read': { scope: 'station', needs: 'read', input: nothing, output: batchSchema.nullable() },
  'batch.rows': {
    scope: 'station',
    needs: 'read',
    input: z.object({
      from: z.int().min(0),
      limit: z.int().min(1).max(maxBatchPage),
      only: z.enum(batchRowChoices).default('all'),
    }),
    output: z.object({ total: z.int(), rows: z.array(batchRowSchema) }),
  },
  // Opens a file dialog; null where it was closed.
  'batch.choose-file': { scope: 'environment', needs: 'work', input: nothing, output: batchSchema.nullable() },
  'batch.open-file': {
    scope: 'environment',
    needs: 'work',
    input: z.object({
      name: z.string().min(1).max(255),
      bytes: bytes.refine((all) => all.byteLength <= largestBatchBytes, tooLarge),
    }),
    output: batchSchema,
  },
  // Rows copied out of a spreadsheet.
  'batch.paste-rows': {
    scope: 'environment',
    needs: 'work',
    input: z.object({
      text: z
        .string()
        .min(1)
        .max(largestBatchBytes / 4),
    }),
    output: batchSchema,
  },
  'batch.match': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ place: z.int().min(0), field: batchFieldSchema.nullable() }),
    output: batchSchema,
  },
  'batch.change': {
    scope: 'environment',
    needs: 'work',
    // An absent key leaves the value unchanged.
    input: z.object({
      combines: z.boolean().exactOptional(),
      pickUpAddress: draftAddressSchema.nullable().exactOptional(),
    }),
    output: batchSchema,
  },
  'batch.change-cell': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ line: id, place: z.int().min(0), text: z.string().max(4_000) }),
    output: batchSchema,
  },
  'batch.skip-row': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ line: id, isSkipped: z.boolean() }),
    output: batchSchema,
  },
  // Gets the price of each order, one after the other; progress is in `batch.read`.
  'batch.quote': { scope: 'environment', needs: 'work', input: nothing, output: batchSchema },
  'batch.stop-quote': { scope: 'environment', needs: 'work', input: nothing, output: batchSchema },
  'batch.start': { scope: 'environment', needs: 'work', input: nothing, output: batchSchema },
  'batch.pause': { scope: 'environment', needs: 'work', input: nothing, output: batchSchema },
  'batch.resume': { scope: 'environment', needs: 'work', input: nothing, output: batchSchema },
  'batch.stop': { scope: 'environment', needs: 'work', input: nothing, output: batchSchema },
  // Saves beside the input file; opens a save dialog where its folder is not known. Null where that was closed.
  'batch.export': {
    scope: 'environment',
    needs: 'work',
    input: nothing,
    output: z.object({ file: z.string() }).nullable(),
  },
  'batch.dismiss': { scope: 'environment', needs: 'work', input: nothing, output: nothing },

  // Practice and sandbox only.
  'sandbox.preview': {
    scope: 'environment',
    needs: 'read',
    input: sandboxSelectionSchema,
    output: sandboxPreviewSchema,
  },
  'sandbox.run': {
    scope: 'environment',
    needs: 'work',
    // A date changes every shipment of that day: only after a confirmation.
    input: z.object({
      scenario: z.enum(sandboxScenarios),
      selection: sandboxSelectionSchema,
      evenWholeDay: z.boolean().default(false),
    }),
    output: sandboxAnswerSchema,
  },

  // The rehearsal that runs, or ended and was not dismissed. Practice only.
  'rehearsal.read': { scope: 'station', needs: 'read', input: nothing, output: rehearsalViewSchema.nullable() },
  'rehearsal.start': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ id: z.enum(rehearsalIds) }),
    output: nothing,
  },
  // A button of the strip.
  'rehearsal.choose': {
    scope: 'environment',
    needs: 'work',
    input: z.object({ choice: z.string().max(60) }),
    output: nothing,
  },
  'rehearsal.stop': { scope: 'environment', needs: 'work', input: nothing, output: nothing },
  'rehearsal.dismiss': { scope: 'environment', needs: 'work', input: nothing, output: nothing },

  'virtual-printer.labels': {
    scope: 'station',
    needs: 'read',
    input: nothing,
    output: z.array(z.object({ file: z.string(), at: z.string(), png: bytes.nullable() })),
  },

  // The bars and spaces of each command card in turn, first a bar, in modules.
  'command-barcodes.read': {
    scope: 'station',
    needs: 'read',
    input: nothing,
    output: z.array(z.object({ command: z.enum(barcodeCommands), barWidths: z.array(z.int()) })),
  },
  'command-barcodes.save-sheet': {
    scope: 'station',
    needs: 'set up',
    input: nothing,
    output: z.object({ file: z.string() }).nullable(),
  },
  // The bars and spaces of the scanner's test card, as above; and the card on a label.
  'scanner-test.read-card': {
    scope: 'station',
    needs: 'read',
    input: nothing,
    output: z.object({ barWidths: z.array(z.int()) }),
  },
  'scanner-test.print-card': { scope: 'station', needs: 'set up', input: printerChoice, output: nothing },
  'command-barcodes.print': { scope: 'station', needs: 'set up', input: printerChoice, output: nothing },

  // What a scan is as a badge, and what it did as one. `evenIfParcel`: also where a parcel has that code.
  'badge.scan': {
    scope: 'station',
    needs: 'read',
    input: z.object({ reading: scanReadingSchema, evenIfParcel: z.boolean().default(false) }),
    output: badgeAnswerSchema,
  },
  'person.sign-out': { scope: 'station', needs: 'read', input: nothing, output: nothing },
  // The person works in the window without a call: not idle.
  'person.stay': { scope: 'station', needs: 'read', input: nothing, output: nothing },
  // No one will bring a lead's badge.
  'person.drop-question': { scope: 'station', needs: 'read', input: nothing, output: nothing },
  'people.read': {
    scope: 'station',
    needs: 'set up',
    input: nothing,
    output: z.object({ persons: z.array(shownPersonSchema), rules: peopleRulesSchema }),
  },
  'people.save-rules': { scope: 'station', needs: 'set up', input: peopleRulesSchema, output: nothing },
  // Only with the badge of an admin, who is signed in then.
  'people.turn-on': {
    scope: 'station',
    needs: 'set up',
    input: z.object({ badge: scanReadingSchema }),
    output: nothing,
  },
  'people.turn-off': { scope: 'station', needs: 'set up', input: nothing, output: nothing },
  // A text that is a command card, a known parcel or another person's badge is refused.
  'person.add': {
    scope: 'station',
    needs: 'set up',
    input: shownPersonSchema.omit({ id: true }).extend({ badge: scanReadingSchema }),
    output: shownPersonSchema,
  },
  'person.change': {
    scope: 'station',
    needs: 'set up',
    input: shownPersonSchema.omit({ id: true }).extend({ personId: id, badge: scanReadingSchema.nullable() }),
    output: shownPersonSchema,
  },
  'person.remove': { scope: 'station', needs: 'set up', input: z.object({ personId: id }), output: nothing },

  // Scanners on serial ports; a scan is given until the next call, in its order.
  'serial-scanners.read': { scope: 'station', needs: 'read', input: nothing, output: z.array(serialScannerViewSchema) },
  'serial-scanners.find-ports': {
    scope: 'station',
    needs: 'set up',
    input: nothing,
    output: z.array(serialPortSchema),
  },
  'serial-scanners.take-scans': { scope: 'station', needs: 'read', input: nothing, output: z.array(sentScanSchema) },

  // What was typed while the page's process had ended and its page loaded again; given once.
  'missed-keys.take': {
    scope: 'station',
    needs: 'read',
    input: nothing,
    output: z.array(z.lazy(() => forwardedKeySchema)),
  },

  // What the window found when it looked for scanners in HID POS mode, which main alone is shown; each list is given once.
  'hid-scanners.find': { scope: 'station', needs: 'set up', input: nothing, output: z.array(hidScannerFoundSchema) },

  // Opens or closes the set-up of a new bench on Scan.
  'set-up.change': { scope: 'station', needs: 'set up', input: z.object({ isOpen: z.boolean() }), output: nothing },
  'settings.save': { scope: 'station', needs: 'set up', input: savedGroupSchema, output: nothing },
  'environment.save': {
    scope: 'station',
    needs: 'set up',
    // This call and `environment.test` carry a token, and only from the window to main.
    input: z.object({ environment: enteredEnvironmentSchema, token: z.string().max(4000).nullable() }),
    output: nothing,
  },
  // Sends a preview, which books nothing; the stored token only to the addresses it was entered for.
  'environment.test': {
    scope: 'station',
    needs: 'set up',
    input: enteredConnectionSchema,
    output: z.object({ checks: z.array(connectionCheckSchema) }),
  },
  // Not the one in use. Its records stay on disk; its token is deleted.
  'environment.remove': { scope: 'station', needs: 'set up', input: z.object({ name: z.string() }), output: nothing },
  'webhooks.read': { scope: 'station', needs: 'set up', input: nothing, output: webhooksViewSchema },
  // The only call that carries header values, and only from the window to main.
  'webhook.save': { scope: 'station', needs: 'set up', input: enteredWebhookSchema, output: nothing },
  'webhook.remove': {
    scope: 'station',
    needs: 'set up',
    input: z.object({ environment: z.string() }),
    output: nothing,
  },
  // The practice service sends an event, over HTTP like any other.
  'webhook.send-test': { scope: 'environment', needs: 'set up', input: nothing, output: nothing },
  'environment.use': { scope: 'station', needs: 'set up', input: z.object({ name: z.string() }), output: nothing },
  'printer.save': { scope: 'station', needs: 'set up', input: z.object({ printer: printerSchema }), output: nothing },
  'printer.remove': { scope: 'station', needs: 'set up', input: z.object({ name: z.string() }), output: nothing },
  'printer.test': { scope: 'station', needs: 'set up', input: z.object({ name: z.string() }), output: nothing },
} as const satisfies Record<string, CallContract>;

export type StationCall = keyof typeof stationCalls;
export type CallInput<C extends StationCall> = z.input<(typeof stationCalls)[C]['input']>;
export type CallParsed<C extends StationCall> = z.output<(typeof stationCalls)[C]['input']>;
export type CallOutput<C extends StationCall> = z.output<(typeof stationCalls)[C]['output']>;

/** What can change while the window shows it. A change is announced; the window then reads again what it shows of it. */
export const topics = [
  'station',
  'verdict',
  'health',
  'scans',
  'deletions',
  'print jobs',
  'commands',
  'parcels',
  'attention',
  'virtual labels',
  'serial scans',
  'found printers',
  'import',
  'export',
  'webhook deliveries',
  'order book',
  'batch',
  'rehearsal',
  'site',
] as const;
export type Topic = (typeof topics)[number];

/** A key that was pressed in another window of Packbench, or while the page was gone, for the scanner. */
export const forwardedKeySchema = z.object({
  kind: z.enum(['down', 'up']),
  key: z.string(),
  code: z.string(),
  shiftKey: z.boolean(),
  ctrlKey: z.boolean(),
  altKey: z.boolean(),
  metaKey: z.boolean(),
  altGraph: z.boolean(),
  capsLock: z.boolean(),
  /** The key is held down and repeats. */
  repeat: z.boolean(),
  /** Milliseconds since it was pressed; absent: now. */
  ageMs: z.number().min(0).optional(),
});
export type ForwardedKey = z.infer<typeof forwardedKeySchema>;

/** One handler for each call. Its input was parsed by the contract; its output is checked afterwards. */
export type Handlers<C extends StationCall = StationCall> = {
  [Name in C]: (input: CallParsed<Name>) => Promise<Result<CallOutput<Name>>>;
};
