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

const fileUpTo = (largestBytes: number) =>
  z.object({
    name: z.string().min(1).max(255),
    bytes: bytes.refine((all) => all.byteLength <= largestBytes, tooLarge),
  });

interface CallContract {
  /**
   * `environment`: the call reads or changes records of the environment that the window shows. It is refused when another one was
   * opened meanwhile, because record numbers begin at 1 in each environment's file. `station`: it uses no such record.
   */
  readonly scope: 'environment' | 'station';
  /** What whoever is signed in must be allowed to do, where the station asks who works at it. Checked by main. */
  readonly needs: StationAction;
  /** What its input and its output must be. Made when the call is first made (`callSchemas`): a start makes few calls. */
  readonly schemas: () => readonly [input: z.ZodType, output: z.ZodType];
}

/** Every call the window may make: its scope, what it needs, input and output. Adding one is one entry here and one handler. */
export const stationCalls = {
  'station.read': { scope: 'station', needs: 'read', schemas: () => [nothing, stationViewSchema] },
  // Restarts the station for another version that was installed, once labels and requests on their way are done; refused without one.
  'station.restart': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  // The verdict that the window shows, for a second display; null where it shows none.
  'verdict.show': { scope: 'station', needs: 'read', schemas: () => [shownVerdictSchema.nullable(), nothing] },
  // The one call of the second display's window.
  'verdict.read': { scope: 'station', needs: 'read', schemas: () => [nothing, shownVerdictSchema.nullable()] },
  'notice.dismiss': { scope: 'station', needs: 'read', schemas: () => [z.object({ noticeId: id }), nothing] },
  // What several labels, or deletions, are asked because of other benches, and one answer: they go on, or are cancelled.
  'shared-questions.read': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(sharedQuestionSchema)] },
  'shared-questions.answer': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ question: sharedQuestionSchema, goesOn: z.boolean() }), nothing],
  },
  // The site's other benches; null where the environment is not shared. Taking over is for a bench that is gone for good.
  'site.read': { scope: 'station', needs: 'read', schemas: () => [nothing, siteDetailsSchema.nullable()] },
  'site.held-parcels': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ bench: z.string().max(32) }), z.object({ parcels: z.int() })],
  },
  'site.take-over': {
    scope: 'environment',
    needs: 'set up',
    schemas: () => [z.object({ bench: z.string().max(32) }), z.object({ taken: z.int(), left: z.int() })],
  },
  // Reads on what a bench sent that is paused because it sent too much.
  'site.read-on': {
    scope: 'environment',
    needs: 'set up',
    schemas: () => [z.object({ bench: z.string().max(32) }), nothing],
  },
  // Everything that waits for a decision or an action of a person.
  'attention.read': { scope: 'station', needs: 'read', schemas: () => [nothing, attentionSchema] },
  // The numbered checks with what is known now; `health.check` tests the connection to the service first, with a price request.
  'health.read': { scope: 'station', needs: 'read', schemas: () => [nothing, healthViewSchema] },
  'health.check': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  // What helps the support, without secrets and data of people. Saving opens a save dialog, for exactly what was prepared last.
  'support-file.prepare': { scope: 'environment', needs: 'read', schemas: () => [nothing, supportFileSchema] },
  'support-file.save': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ id }), z.object({ file: z.string() }).nullable()],
  },
  'about.read': { scope: 'station', needs: 'read', schemas: () => [nothing, aboutViewSchema] },
  'about.licences': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(licenceSchema)] },
  // Opens the station's own data folder in the file manager, and no other.
  'data-folder.open': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },

  // The backups of the environment's records, newest first, each opened and checked; what a restore would lose; and the restore itself,
  // after which the station starts again. `lost` null: the records cannot be read.
  'backups.list': { scope: 'environment', needs: 'set up', schemas: () => [nothing, z.array(storedBackupSchema)] },
  'backups.lost-work': {
    scope: 'environment',
    needs: 'set up',
    schemas: () => [backupChoice, z.object({ lost: lostWorkSchema.nullable() })],
  },
  'backups.restore': { scope: 'environment', needs: 'set up', schemas: () => [backupChoice, nothing] },

  // Erasing people from the records of every environment: whom a text finds, what that would touch, and the erasing itself.
  'erasure.find': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [z.object({ text: z.string().trim().min(shortestSearch).max(200) }), z.array(foundPersonSchema)],
  },
  'erasure.preview': { scope: 'station', needs: 'set up', schemas: () => [peopleToErase, erasureSchema] },
  'erasure.erase': { scope: 'station', needs: 'set up', schemas: () => [peopleToErase, erasureSchema] },

  'scan.submit': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ reading: scanReadingSchema, mode: z.enum(scanModes) }), scanAnswerSchema],
  },
  'scan.answer': { scope: 'environment', needs: 'read', schemas: () => [z.object({ scanId: id }), scanAnswerSchema] },
  'scans.recent': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.object({ scans: z.array(scanAnswerSchema), today: z.int() })],
  },

  // The station's figures about its own work, and what the window measured for them: at most once a minute, and before they are read.
  'figures.read': { scope: 'environment', needs: 'read', schemas: () => [figuresQuerySchema, figuresViewSchema] },
  'figures.add-verdict-times': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [
      z.object({ milliseconds: z.array(z.int().min(0).max(longestTimeMs)).min(1).max(mostTimesAtOnce) }),
      nothing,
    ],
  },

  'parcel.print': {
    scope: 'environment',
    needs: 'work',
    // With a reason: a reprint. Without one: the first copy, refused where one may have been printed.
    schemas: () => [
      z.object({
        parcelId: id,
        reprintReason: z.string().trim().min(1).max(200).nullable(),
        /** Counted in the figures. */
        reprintKind: z.enum(reprintKinds).default('other'),
      }),
      printJobSchema,
    ],
  },
  // A parcel that was already picked up is deleted only after a confirmation.
  'parcel.delete': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ parcelId: id, evenIfPickedUp: z.boolean().default(false) }), commandSchema],
  },
  // An operator decides about a parcel that the service reported as deleted, and later as picked up.
  'parcel.resolve-conflict': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ parcelId: id, decision: deletionDecisionSchema }), nothing],
  },
  'deletion.undo': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ commandId: id.nullable() }), commandSchema],
  }, // null: the newest
  'deletions.pending': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(commandSchema)] },
  // Downloads a label that is not stored yet now, and waits briefly for the outcome.
  'label.retry': { scope: 'environment', needs: 'work', schemas: () => [z.object({ parcelId: id }), labelStateSchema] },
  // The labels of an order whose answer did not say whose they are, and the parcels that wait for one.
  'label-assignment.read': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ orderId: id }), openAssignmentSchema],
  },
  'label-assignment.picture': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [labelNumber, labelPictureSchema.pick({ png: true })],
  },
  // All of them, or none where something changed meanwhile.
  'label-assignment.confirm': { scope: 'environment', needs: 'work', schemas: () => [labelAssignmentsSchema, nothing] },
  'label-assignment.retry': { scope: 'environment', needs: 'work', schemas: () => [labelNumber, nothing] },
  'label.picture': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ parcelId: id }), labelPictureSchema],
  },

  // Everything that happened to a parcel, newest first, at most 500.
  'parcel.timeline': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ parcelId: id }), z.array(timelineEntrySchema)],
  },
  // Events that belong to nothing here, the newest 50; `total` counts all. With a code: only those that name it.
  'events.unmatched': {
    scope: 'station',
    needs: 'read',
    schemas: () => [
      z.object({ code: z.string().max(200).nullable() }),
      z.object({ total: z.int(), events: z.array(keptEventSchema) }),
    ],
  },

  'shipments.page': {
    scope: 'station',
    needs: 'read',
    // With `isMore`: a search or a day holds more than is counted, and the newest so many are listed.
    schemas: () => [boardPageSchema, z.object({ total: z.int(), isMore: z.boolean(), rows: z.array(parcelSchema) })],
  },
  'parcel.detail': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ parcelId: id }), parcelDetailSchema],
  },
  // All three open a save dialog; null where it was closed. The call returns when the file is open.
  'shipments.export': {
    scope: 'environment',
    needs: 'export',
    schemas: () => [
      z.object({ filter: boardFilterSchema, expected: z.int().nullable() }),
      exportStateSchema.nullable(),
    ],
  },
  'journal.export': { scope: 'environment', needs: 'export', schemas: () => [nothing, exportStateSchema.nullable()] },
  'figures.export': {
    scope: 'environment',
    needs: 'export',
    schemas: () => [figuresQuerySchema, exportStateSchema.nullable()],
  },
  'export.read': { scope: 'station', needs: 'read', schemas: () => [nothing, exportStateSchema.nullable()] },
  'export.cancel': { scope: 'environment', needs: 'export', schemas: () => [nothing, nothing] },
  'export.dismiss': { scope: 'environment', needs: 'export', schemas: () => [nothing, nothing] },

  'print-jobs.list': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(printJobSchema)] },
  'print-job.cancel': { scope: 'environment', needs: 'work', schemas: () => [z.object({ jobId: id }), printJobSchema] },
  'print-job.settle': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ jobId: id, printed: z.boolean() }), printJobSchema],
  },

  'print-job.hold': { scope: 'environment', needs: 'work', schemas: () => [z.object({ jobId: id }), printJobSchema] },
  'print-job.resume': { scope: 'environment', needs: 'work', schemas: () => [z.object({ jobId: id }), printJobSchema] },
  'print-job.move': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ jobId: id, printer: z.string() }), printJobSchema],
  },
  'print-job.answer': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ jobId: id, answer: z.enum(printAnswers) }), printJobSchema],
  },

  // Labels that are held because no printer was set up, and the printer that gets new labels; null where there is none yet.
  'print-jobs.without-printer': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.object({ labels: z.int(), printer: z.string().nullable() })],
  },
  // They print there, in order, or null: they are cancelled. `labels` is the number that the question named.
  'print-jobs.settle-without-printer': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ labels: z.int().positive(), printer: z.string().nullable() }), nothing],
  },

  // Queues many labels in order, at most 5,000; never a second copy. Parcels without a job are counted in `leftOut`.
  'print-run.start': { scope: 'environment', needs: 'work', schemas: () => [printRunSourceSchema, printRunSchema] },
  // Cancels the labels of the run that are not sent.
  'print-run.stop': { scope: 'environment', needs: 'work', schemas: () => [z.object({ runId: id }), printRunSchema] },
  'print-run.read': { scope: 'environment', needs: 'read', schemas: () => [z.object({ runId: id }), printRunSchema] },
  // The newest runs with labels that are not sent.
  'print-runs.open': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(printRunSchema)] },

  // New labels go to it from now on.
  'printer.choose': { scope: 'station', needs: 'work', schemas: () => [z.object({ name: z.string() }), nothing] },
  'printer.pause': { scope: 'station', needs: 'work', schemas: () => [z.object({ name: z.string() }), nothing] },
  'printer.resume': { scope: 'station', needs: 'work', schemas: () => [z.object({ name: z.string() }), nothing] },
  // Moves the jobs of one printer to another, except those that the first may have received.
  'printer.move-jobs': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ from: z.string(), to: z.string() }), z.object({ moved: z.int() })],
  },
  // Labels may be sent to the printer that is at this address now.
  'printer.accept-identity': {
    scope: 'station',
    needs: 'work',
    schemas: () => [z.object({ name: z.string() }), nothing],
  },
  // The printer never reports its status: a missing answer no longer holds it.
  'printer.cannot-answer': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [z.object({ name: z.string() }), nothing],
  },
  'printer.command': {
    scope: 'station',
    needs: 'work',
    schemas: () => [z.object({ name: z.string(), command: z.enum(printerCommandNames) }), nothing],
  },

  'import.state': { scope: 'station', needs: 'read', schemas: () => [nothing, importStateSchema] },
  // A file dropped onto the window. Answered when its import has ended.
  'import.file': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [fileUpTo(largestImportBytes), importReportSchema],
  },
  // Opens a file dialog; the chosen files are imported one after another.
  'import.choose-files': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [nothing, z.object({ taken: z.int() })],
  },
  'import.cancel': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },
  'import.choose-folder': {
    scope: 'environment',
    needs: 'set up',
    schemas: () => [nothing, z.object({ folder: z.string().nullable() })],
  },
  'import.stop-watching': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },

  'printers.start-discovery': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },
  'printers.stop-discovery': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },
  'printers.found': { scope: 'station', needs: 'read', schemas: () => [nothing, printerSearchSchema] },

  'commands.open': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(commandSchema)] },
  'command.undo': { scope: 'environment', needs: 'work', schemas: () => [z.object({ commandId: id }), commandSchema] },
  // Confirms a command that needs confirmation.
  'command.confirm': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id }), commandSchema],
  },
  'command.retry': { scope: 'environment', needs: 'work', schemas: () => [z.object({ commandId: id }), commandSchema] },
  'command.delete-again': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id }), commandSchema],
  },
  // An operator checked at the service whether an uncertain order, or the parcel of an uncertain deletion, is there. Sends nothing.
  'command.settle': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id, isThere: z.boolean() }), commandSchema],
  },
  'command.dismiss': { scope: 'environment', needs: 'work', schemas: () => [z.object({ commandId: id }), nothing] },
  'waiting.read': { scope: 'station', needs: 'read', schemas: () => [nothing, waitingSchema] },

  // One at a time: a newer request, or `order.stop-quote`, ends the one before.
  'order.quote': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [orderRequestSchema, z.object({ quote: quoteAsRead, missing: z.array(z.string()) })],
  },
  'order.stop-quote': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },
  // A possible duplicate of a recent order fails as `duplicate` unless the operator has confirmed it.
  'order.create': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [
      z.object({
        request: orderRequestSchema,
        /** Price with tax of the quote on the screen; null where none is shown. */
        quotedPrice: z.number().nullable().default(null),
        evenIfDuplicate: z.boolean().default(false),
        /** Its labels print when it is created; absent: as the settings say. */
        print: z.boolean().optional(),
        /** The rejected order that it corrects: it takes that one's place, and no other order can. */
        corrects: id.nullable().default(null),
      }),
      orderProgressSchema,
    ],
  },
  // A rejected order, to be corrected in the form.
  'order.correction': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ commandId: id }), orderCorrectionSchema],
  },
  // Prints the labels of a created order that were never sent to a printer, now or as soon as they are here. Never a copy.
  'order.print-labels': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id }), orderProgressSchema],
  },
  'order.progress': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ commandId: id }), orderProgressSchema],
  },
  // Sends an uncertain order once more with the same codes: where it exists already, the service rejects them.
  // Until this service rejected a used code once, it may book the order a second time: only after a confirmation.
  'order.send-again': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id, evenIfBookedTwice: z.boolean().default(false) }), commandSchema],
  },
  // Whether this service is known to reject used custom codes.
  'order.used-codes': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.object({ areRejected: z.boolean() })],
  },
  // Deletes the codes of an uncertain order and creates it with new ones; returns the new order.
  'order.replace': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id }), orderProgressSchema],
  },
  'order.alarms': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(orderAlarmSchema)] },
  'order.dismiss-alarm': { scope: 'environment', needs: 'work', schemas: () => [z.object({ alarmId: id }), nothing] },
  // Why a custom code cannot be used here; null where it can.
  'order.check-code': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ code: z.string().max(100) }), messageSchema.nullable()],
  },
  // The order of a parcel, as a draft to create it again.
  'parcel.order-draft': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ parcelId: id }), orderDraftSchema],
  },
  'spending.read': { scope: 'station', needs: 'read', schemas: () => [nothing, spendingSchema] },

  'order-book.read': { scope: 'station', needs: 'read', schemas: () => [nothing, orderBookSchema] },
  // Replaces the address of the same name.
  'order-book.save-address': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ name: bookNameSchema, address: draftAddressSchema }), savedAddressSchema],
  },
  'order-book.remove-address': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ addressId: id }), nothing],
  },
  'order-book.save-template': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ name: bookNameSchema, draft: orderDraftSchema }), orderTemplateSchema],
  },
  'order-book.remove-template': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ templateId: id }), nothing],
  },
  // The most recently used entry comes first in its list.
  'order-book.record-use': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ what: z.enum(['address', 'template']), id }), nothing],
  },

  // The batch that is not dismissed yet; there is one at most.
  'batch.read': { scope: 'station', needs: 'read', schemas: () => [nothing, batchSchema.nullable()] },
  'batch.rows': {
    scope: 'station',
    needs: 'read',
    schemas: () => [
      z.object({
        from: z.int().min(0),
        limit: z.int().min(1).max(maxBatchPage),
        only: z.enum(batchRowChoices).default('all'),
      }),
      z.object({ total: z.int(), rows: z.array(batchRowSchema) }),
    ],
  },
  // Opens a file dialog; null where it was closed.
  'batch.choose-file': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema.nullable()] },
  'batch.open-file': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [fileUpTo(largestBatchBytes), batchSchema],
  },
  // Rows copied out of a spreadsheet.
  'batch.paste-rows': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [
      z.object({
        text: z
          .string()
          .min(1)
          .max(largestBatchBytes / 4),
      }),
      batchSchema,
    ],
  },
  'batch.match': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ place: z.int().min(0), field: batchFieldSchema.nullable() }), batchSchema],
  },
  'batch.change': {
    scope: 'environment',
    needs: 'work',
    // An absent key leaves the value unchanged.
    schemas: () => [
      z.object({
        combines: z.boolean().exactOptional(),
        pickUpAddress: draftAddressSchema.nullable().exactOptional(),
      }),
      batchSchema,
    ],
  },
  'batch.change-cell': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ line: id, place: z.int().min(0), text: z.string().max(4_000) }), batchSchema],
  },
  'batch.skip-row': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ line: id, isSkipped: z.boolean() }), batchSchema],
  },
  // Gets the price of each order, one after the other; progress is in `batch.read`.
  'batch.quote': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.stop-quote': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.start': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.pause': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.resume': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  'batch.stop': { scope: 'environment', needs: 'work', schemas: () => [nothing, batchSchema] },
  // Saves beside the input file; opens a save dialog where its folder is not known. Null where that was closed.
  'batch.export': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [nothing, z.object({ file: z.string() }).nullable()],
  },
  'batch.dismiss': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },

  // Practice and sandbox only.
  'sandbox.preview': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [sandboxSelectionSchema, sandboxPreviewSchema],
  },
  'sandbox.run': {
    scope: 'environment',
    needs: 'work',
    // A date changes every shipment of that day: only after a confirmation.
    schemas: () => [
      z.object({
        scenario: z.enum(sandboxScenarios),
        selection: sandboxSelectionSchema,
        evenWholeDay: z.boolean().default(false),
      }),
      sandboxAnswerSchema,
    ],
  },

  // The rehearsal that runs, or ended and was not dismissed. Practice only.
  'rehearsal.read': { scope: 'station', needs: 'read', schemas: () => [nothing, rehearsalViewSchema.nullable()] },
  'rehearsal.start': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ id: z.enum(rehearsalIds) }), nothing],
  },
  // A button of the strip.
  'rehearsal.choose': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ choice: z.string().max(60) }), nothing],
  },
  'rehearsal.stop': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },
  'rehearsal.dismiss': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },

  'virtual-printer.labels': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.array(z.object({ file: z.string(), at: z.string(), png: bytes.nullable() }))],
  },

  // The bars and spaces of each command card in turn, first a bar, in modules.
  'command-barcodes.read': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.array(z.object({ command: z.enum(barcodeCommands), barWidths: z.array(z.int()) }))],
  },
  'command-barcodes.save-sheet': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [nothing, z.object({ file: z.string() }).nullable()],
  },
  // The bars and spaces of the scanner's test card, as above; and the card on a label.
  'scanner-test.read-card': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.object({ barWidths: z.array(z.int()) })],
  },
  'scanner-test.print-card': { scope: 'station', needs: 'set up', schemas: () => [printerChoice, nothing] },
  'command-barcodes.print': { scope: 'station', needs: 'set up', schemas: () => [printerChoice, nothing] },

  // What a scan is as a badge, and what it did as one. `evenIfParcel`: also where a parcel has that code.
  'badge.scan': {
    scope: 'station',
    needs: 'read',
    schemas: () => [
      z.object({ reading: scanReadingSchema, evenIfParcel: z.boolean().default(false) }),
      badgeAnswerSchema,
    ],
  },
  'person.sign-out': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  // The person works in the window without a call: not idle.
  'person.stay': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  // No one will bring a lead's badge.
  'person.drop-question': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  'people.read': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [nothing, z.object({ persons: z.array(shownPersonSchema), rules: peopleRulesSchema })],
  },
  'people.save-rules': { scope: 'station', needs: 'set up', schemas: () => [peopleRulesSchema, nothing] },
  // Only with the badge of an admin, who is signed in then.
  'people.turn-on': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [z.object({ badge: scanReadingSchema }), nothing],
  },
  'people.turn-off': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },
  // A text that is a command card, a known parcel or another person's badge is refused.
  'person.add': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [shownPersonSchema.omit({ id: true }).extend({ badge: scanReadingSchema }), shownPersonSchema],
  },
  'person.change': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [
      shownPersonSchema.omit({ id: true }).extend({ personId: id, badge: scanReadingSchema.nullable() }),
      shownPersonSchema,
    ],
  },
  'person.remove': { scope: 'station', needs: 'set up', schemas: () => [z.object({ personId: id }), nothing] },

  // Scanners on serial ports; a scan is given until the next call, in its order.
  'serial-scanners.read': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.array(serialScannerViewSchema)],
  },
  'serial-scanners.find-ports': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [nothing, z.array(serialPortSchema)],
  },
  'serial-scanners.take-scans': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(sentScanSchema)] },

  // What was typed while the page's process had ended and its page loaded again; given once.
  'missed-keys.take': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.array(z.lazy(() => forwardedKeySchema))],
  },

  // What the window found when it looked for scanners in HID POS mode, which main alone is shown; each list is given once.
  'hid-scanners.find': { scope: 'station', needs: 'set up', schemas: () => [nothing, z.array(hidScannerFoundSchema)] },

  // Opens or closes the set-up of a new bench on Scan.
  'set-up.change': { scope: 'station', needs: 'set up', schemas: () => [z.object({ isOpen: z.boolean() }), nothing] },
  'settings.save': { scope: 'station', needs: 'set up', schemas: () => [savedGroupSchema, nothing] },
  'environment.save': {
    scope: 'station',
    needs: 'set up',
    // This call and `environment.test` carry a token, and only from the window to main.
    schemas: () => [
      z.object({ environment: enteredEnvironmentSchema, token: z.string().max(4000).nullable() }),
      nothing,
    ],
  },
  // Sends a preview, which books nothing; the stored token only to the addresses it was entered for.
  'environment.test': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [enteredConnectionSchema, z.object({ checks: z.array(connectionCheckSchema) })],
  },
  // Not the one in use. Its records stay on disk; its token is deleted.
  'environment.remove': { scope: 'station', needs: 'set up', schemas: () => [z.object({ name: z.string() }), nothing] },
  'webhooks.read': { scope: 'station', needs: 'set up', schemas: () => [nothing, webhooksViewSchema] },
  // The only call that carries header values, and only from the window to main.
  'webhook.save': { scope: 'station', needs: 'set up', schemas: () => [enteredWebhookSchema, nothing] },
  'webhook.remove': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [z.object({ environment: z.string() }), nothing],
  },
  // The practice service sends an event, over HTTP like any other.
  'webhook.send-test': { scope: 'environment', needs: 'set up', schemas: () => [nothing, nothing] },
  'environment.use': { scope: 'station', needs: 'set up', schemas: () => [z.object({ name: z.string() }), nothing] },
  'printer.save': { scope: 'station', needs: 'set up', schemas: () => [z.object({ printer: printerSchema }), nothing] },
  'printer.remove': { scope: 'station', needs: 'set up', schemas: () => [z.object({ name: z.string() }), nothing] },
  'printer.test': { scope: 'station', needs: 'set up', schemas: () => [z.object({ name: z.string() }), nothing] },
} as const satisfies Record<string, CallContract>;

export type StationCall = keyof typeof stationCalls;
type Schemas<C extends StationCall> = ReturnType<(typeof stationCalls)[C]['schemas']>;
export type CallInput<C extends StationCall> = z.input<Schemas<C>[0]>;
export type CallParsed<C extends StationCall> = z.output<Schemas<C>[0]>;
export type CallOutput<C extends StationCall> = z.output<Schemas<C>[1]>;

interface CallSchemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

const madeSchemas = new Map<StationCall, CallSchemas>();

/** What a call's input and output must be. */
export function callSchemas(name: StationCall): CallSchemas {
  let made = madeSchemas.get(name);
  if (!made) {
    const [input, output] = stationCalls[name].schemas();
    made = { input, output };
    madeSchemas.set(name, made);
  }
  return made;
}

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
