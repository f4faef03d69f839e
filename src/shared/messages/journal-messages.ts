import { z } from 'zod';
import type { MessageDefinitions } from './message-definition.ts';

/** The kinds of journal entry. The values are stored: new ones may be added, but none may change its meaning. */
export const activityKinds = [
  // Scans.
  ...['scan-look-up', 'scan-print', 'scan-delete', 'scan-label'],
  // Print jobs and labels.
  // `print-again`: a further copy, also of a label that was sent and then marked as not printed.
  ...[
    'print',
    'print-again',
    'hold-print',
    'resume-print',
    'cancel-print',
    'move-print',
    'move-prints',
    'answer-print-question',
  ],
  ...['print-test-label', 'send-printer-command'],
  ...['repeat-print-questions', 'settle-print', 'recover-print', 'download-label', 'assign-label'],
  ...['start-print-run', 'stop-print-run', 'release-prints', 'discard-prints'],
  // Deletions and orders that are sent to the service.
  ...['delete', 'end-countdown', 'create-order', 'replace-order', 'send-deletion', 'send-order', 'send-order-again'],
  ...['deletion-answer', 'order-answer', 'ask-confirmation', 'confirm-deletion', 'confirm-order', 'undo-deletion'],
  ...[
    'undo-order',
    'retry',
    'renew-token',
    'settle-order',
    'settle-deletion',
    'dismiss',
    'dismiss-alarm',
    'delete-replaced-code',
  ],
  ...['recover-deletion', 'recover-order', 'shipment-deleted', 'parcel-deleted'],
  'resolve-deletion-conflict',
  // Saved addresses and templates.
  ...['save-address', 'save-template', 'remove-address', 'remove-template'],
  // Batches.
  ...['open-batch', 'start-batch', 'pause-batch', 'pause-batch-automatically', 'resume-batch', 'stop-batch'],
  ...['finish-batch', 'reject-batch-order', 'export-batch', 'dismiss-batch'],
  // Files and records.
  ...['import-file', 'export-shipments', 'export-journal', 'export-figures', 'remove-old-records', 'quarantine-row'],
  ...['back-up-records', 'restore-records', 'stop-copied-work', 'erase-person'],
  'run-sandbox-scenario',
  // People.
  ...['sign-in', 'sign-out', 'change-people'],
  // A site of several benches.
  ...['take-over-parcels', 'read-on-bench'],
] as const;
export const activityKindSchema = z.enum(activityKinds);
export type ActivityKind = z.infer<typeof activityKindSchema>;

/** The outcomes in journal entries. `reason` is the message that explains them. */
export const journalMessages = {
  // Scans.
  'journal.scan.found': {},
  'journal.scan.already-queued': {},
  'journal.scan.printing': {},
  'journal.scan.reason-needed': {},
  'journal.scan.print-confirmed': {},
  'journal.scan.no-label': {},
  'journal.scan.no-printer': {},
  'journal.scan.choose-parcel': {},
  'journal.scan.deleted': {},
  'journal.scan.being-deleted': {},
  'journal.scan.deletion-started': {},
  'journal.scan.deletion-of-unknown-code-started': {},
  'journal.scan.already-picked-up': {},
  'journal.scan.already-counting-down': {},
  'journal.scan.lead-needed': {},
  'journal.scan.cannot-delete': {},
  'journal.scan.unknown': {},
  'journal.scan.not-a-code': {},
  'journal.scan.unsafe-scanner': {},
  'journal.scan.ambiguous-layout': {},

  // Print jobs and labels.
  'journal.print.queued': {},
  'journal.print.requested': {},
  'journal.print.queued-again': { reason: 'text' },
  'journal.print.sending': {},
  'journal.print.sent': {},
  'journal.print.sent-but-not-closed': {},
  'journal.print.cut-off': { bytes: 'number' },
  'journal.print.cut-off-and-not-counted': {},
  'journal.print.counted': {},
  'journal.print.not-confirmed': {},
  'journal.print.confirmed-by-scan': {},
  'journal.print.confirmed-by-operator': {},
  'journal.print.paused': {},
  'journal.print.cancelled': {},
  'journal.print.printer-removed': { printer: 'text' },
  'journal.print.printer-changed': { printer: 'text' },
  'journal.print.moved': { printer: 'text' },
  'journal.print.all-moved': { from: 'text', to: 'text' },
  'journal.print-run.started': { parcels: 'number' },
  'journal.print-run.stopped': {},
  'journal.print.answered-print-anyway': {},
  'journal.print.answered-print-one': {},
  'journal.print.answered-print-pdf': {},
  'journal.test-label-requested': { printer: 'text' },
  'journal.printer-command-requested': { printer: 'text', command: 'text' },
  'journal.label-stored': { sha256: 'text' },
  /** `by`: operator, label (its own codes), service (an event or an import). */
  'journal.label-assigned': { by: 'text' },

  // Deletions and orders.
  'journal.command.countdown-started': {},
  'journal.command.countdown-restarted': {},
  'journal.command.waiting': {},
  'journal.command.attempt': { attempt: 'number' },
  /** `state`: the `CommandState` that the service's answer led to. */
  'journal.command.answered': { state: 'text', reason: 'message' },
  'journal.command.still-uncertain': { reason: 'message' },
  'journal.command.deleted': {},
  'journal.command.deletion-started-again': {},
  'journal.command.confirmed': {},
  'journal.command.undone': {},
  'journal.command.dismissed': {},
  'journal.order-created-before-restart': {},
  /** `labels`: unsent ones that were cancelled. */
  'journal.shipment-deleted-as-requested': { labels: 'number' },
  'journal.shipment-deleted-without-request': { labels: 'number' },
  'journal.parcel-deleted-as-requested': { labels: 'number' },
  'journal.parcel-deleted-without-request': { labels: 'number' },
  /** A parcel reported as deleted and, in that state, as picked up. */
  'journal.deletion-conflict-exists': { state: 'text' },
  'journal.deletion-conflict-deleted': { state: 'text' },

  // Saved addresses and templates.
  'journal.saved': { name: 'text' },
  'journal.removed': { name: 'text' },

  // People.
  'journal.signed-in': { role: 'text' },
  /** `by`: idle, or person. */
  'journal.signed-out': { by: 'text' },
  'journal.people-rules': {},
  'journal.people-on': {},
  'journal.people-off': {},

  // Batches. `name`: null for pasted rows.
  'journal.batch': { name: 'text' },
  'journal.batch-started': { name: 'text', orders: 'number' },

  // Files and records.
  'journal.orders-imported': { name: 'text', from: 'number', to: 'number', total: 'number' },
  'journal.rows-exported': { rows: 'number' },
  'journal.backup-made': { file: 'text' },
  'journal.records-restored': { file: 'text' },
  'journal.bench-read-on': { bench: 'text' },
  'journal.parcels-taken-over': { bench: 'text', taken: 'number', left: 'number' },
  'journal.person-erased': { orders: 'number', parcels: 'number', labels: 'number' },
  'journal.copied-work-stopped': { orders: 'number', deletions: 'number', labels: 'number' },
  'journal.backup-failed': { reason: 'message' },
  'journal.records-removed': { items: 'messages', before: 'time' },
  'journal.removed-records.orders': { count: 'number' },
  'journal.removed-records.parcels': { count: 'number' },
  'journal.removed-records.commands': { count: 'number' },
  'journal.removed-records.scans': { count: 'number' },
  'journal.removed-records.events': { count: 'number' },
  'journal.removed-records.labels': { count: 'number' },
  'journal.removed-records.entries': { count: 'number' },
  'journal.row-unreadable': { table: 'text', row: 'number', detail: 'text' },

  // A sandbox scenario on so many shipments, or on every shipment of a date.
  'journal.scenario.answered': { scenario: 'text', shipments: 'number', date: 'date', status: 'number' },
  'journal.scenario.not-answered': { scenario: 'text', shipments: 'number', date: 'date' },
  'journal.scenario.not-sent': { scenario: 'text', shipments: 'number', date: 'date' },
} as const satisfies MessageDefinitions;
