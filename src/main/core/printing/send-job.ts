import { ofParcels } from '../../../shared/contract/changes.ts';
import { assertNever, type Failure } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type PrintEvidence, type PrintJob, printJobActions } from '../../../shared/printing/print-job.ts';
import { withReset } from '../../zpl/printer-reset.ts';
import type { Announce } from '../notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintJobChange, PrintMove, PrintRecords } from '../ports/print-records.ts';
import type { Delivery, OpenPrinter, PrinterAnswers, PrinterTransport, SendProgress } from '../ports/printing.ts';
import type { Records } from '../ports/records.ts';
import { activityAt } from '../ports/write-context.ts';
import type { ReadyLabel } from './prepare-label.ts';
import type { ConditionTracker } from './printer-condition.ts';
import type { PrinterCheck } from './printer-monitor.ts';

export interface SendJobParts {
  records: PrintRecords;
  announce: Announce;
  condition: ConditionTracker;
  clock: Clock;
  /** Takes the outcome of a job; it is on disk before anything else is sent. */
  record(outcome: PrintMove): void;
  /** A label was sent, whole or in part. */
  onLeft(job: PrintJob, delivery: Delivery): void;
  /** A label is stalled. */
  onStalled(): void;
}

/** The step that begins a job. It is on disk before the first byte: after a crash the job is uncertain and never sent twice. */
export function beginning(clock: Clock, job: PrintJob, ready: ReadyLabel, checked: PrinterCheck): PrintMove {
  const { labels, removedCommands, remarks, sha256, bytes } = ready;
  const change: PrintJobChange = {
    state: 'sending',
    ifWaitingFor: job.printer,
    attempt: true,
    reasons: [],
    failure: null,
    sent: sha256 === job.labelSha256 ? null : { sha256, bytes },
    evidence: { labels, removedCommands, remarks, statusReport: checked.status, countBefore: checked.count },
  };
  const activity = activityAt(clock.now(), 'station', 'print', job.code, message('journal.print.sending'));
  return { id: job.id, parcelId: job.parcelId, from: printJobActions.send, change, activity };
}

/** How a job was sent, and the printer's answers behind it. */
export interface Sent {
  readonly delivery: Delivery;
  /** Why nothing was sent. */
  readonly outcome: PrintMove;
  /** Null where the printer was not asked, or did not answer all: it is closed. */
  readonly answers: PrinterAnswers | null;
}

/** Sends a job that was begun, and where it `asks`, the printer behind the label if it answers so. Records the outcome. */
export async function sendJob(
  parts: SendJobParts,
  open: OpenPrinter,
  job: PrintJob,
  ready: ReadyLabel,
  asks: { readonly identity: boolean } | null,
): Promise<Sent> {
  const bytes = withReset(ready.reset, ready.bytes);
  const progress = progressOf(parts, job);
  // The printer is open: its first byte leaves now.
  const firstByteMs = job.origin === 'scan' ? parts.clock.now() - Date.parse(job.createdAt) : null;
  const asked = await deliver(open, bytes, asks, progress).catch((error) => {
    // How much of it left is not known, and nothing else would end it.
    settle(parts, job, { kind: 'cut off', bytesSent: 0, failure: sendingFailed });
    throw error;
  });
  const delivery = ofLabelAlone(asked.delivery, ready.reset);
  return { delivery, outcome: settle(parts, job, delivery, { firstByteMs }), answers: asked.answers };
}

async function deliver(
  open: OpenPrinter,
  bytes: Uint8Array,
  asks: { readonly identity: boolean } | null,
  progress: SendProgress,
): Promise<{ delivery: Delivery; answers: PrinterAnswers | null }> {
  if (asks && open.sendAndAsk) return open.sendAndAsk(bytes, asks.identity, progress);
  return { delivery: await open.send(bytes, progress), answers: null };
}

const sendingFailed: Failure = { code: 'printer-cut-off', message: message('print-job.sending-failed') };

/** The delivery without the bytes of the reset before the label. */
function ofLabelAlone(delivery: Delivery, reset: Uint8Array): Delivery {
  if (delivery.kind === 'not started') return delivery;
  return { ...delivery, bytesSent: Math.max(0, delivery.bytesSent - reset.length) };
}

export interface OwnedJobsParts extends SendJobParts {
  transport: PrinterTransport;
  /** The worker ends. */
  signal: AbortSignal;
  setSending(isSending: boolean): void;
  /** Stores the recorded outcomes. */
  save(): Promise<unknown>;
}

/** Jobs that a print queue of this computer accepted before a restart. They are never sent again by the station. */
export interface OwnedJobs {
  find(printer: string): Promise<void>;
  /** Follows one after the other to its end, and stores the outcome. */
  follow(): Promise<void>;
  /** Their printer was changed or removed: what becomes of them in its queue is not known. */
  abandon(): Promise<void>;
}

export function createOwnedJobs(parts: OwnedJobsParts): OwnedJobs {
  const { transport, signal } = parts;
  let owned: readonly PrintJob[] = [];
  return {
    async find(printer) {
      owned = await parts.records.printJobsOwned(printer);
    },
    async follow() {
      for (let job = owned[0]; job && !signal.aborted; job = owned[0]) {
        parts.setSending(true);
        const { bytesSent, evidence } = job;
        const followed = transport.follow?.(
          evidence.queueReference ?? '',
          job.bytesTotal,
          progressOf(parts, job),
          signal,
        );
        const delivery = await Promise.resolve(followed).finally(() => parts.setSending(false));
        // When the station stops, the job stays in its queue and is followed again at the next start.
        if (signal.aborted) return;
        owned = owned.slice(1);
        const isOver = delivery?.kind !== 'not started';
        settle(parts, job, isOver ? (delivery ?? notFollowed(job)) : { ...delivery, kind: 'cut off', bytesSent });
        await parts.save();
      }
    },
    async abandon() {
      for (const job of owned) settle(parts, job, notFollowed(job));
      owned = [];
      await parts.save();
    },
  };
}

function settle(
  parts: SendJobParts,
  job: PrintJob,
  delivery: Delivery,
  times: Pick<PrintEvidence, 'firstByteMs'> | null = null,
): PrintMove {
  const { condition, clock } = parts;
  if (delivery.kind === 'not started') condition.hold(['unreachable'], delivery.failure.message);
  const { change: sent, what, outcome } = afterSending(delivery, condition);
  const isSent = delivery.kind !== 'not started';
  const change = isSent && times ? { ...sent, evidence: { ...sent.evidence, ...times } } : sent;
  const activity = activityAt(clock.now(), 'station', what, job.code, outcome);
  const move: PrintMove = { id: job.id, parcelId: job.parcelId, from: ['sending'], change, activity };
  parts.record(move);
  if (!isSent) return move;
  parts.onLeft(job, delivery);
  condition.setMessage(null);
  return move;
}

/** Progress of a label being sent: stored with the job, or shown on its printer. */
function progressOf(parts: SendJobParts, job: PrintJob): SendProgress {
  const { records, announce, condition } = parts;
  const keep = (evidence: Parameters<Records['mergePrintEvidence']>[1]): void => {
    records.mergePrintEvidence(job.id, evidence).then(
      () => announce(...ofParcels([job.parcelId], 'print jobs')),
      () => undefined, // the write of the job's outcome reports a full disk
    );
  };
  return {
    stalled(isStalled) {
      condition.stalled(isStalled);
      if (isStalled) parts.onStalled();
    },
    owned: (queueReference) => keep({ queueReference }),
    queueStatus(status) {
      keep({ queueMessage: status });
      condition.setMessage(status);
    },
  };
}

function afterSending(
  delivery: Delivery,
  condition: ConditionTracker,
): { change: PrintJobChange; what: ActivityKind; outcome: Message } {
  switch (delivery.kind) {
    case 'sent': {
      const { bytesSent, closedCleanly } = delivery;
      return {
        change: { state: 'sent', bytesSent, evidence: { closedCleanly, queueMessage: null } },
        what: 'print',
        outcome: message(closedCleanly ? 'journal.print.sent' : 'journal.print.sent-but-not-closed'),
      };
    }
    case 'cut off': {
      const { bytesSent, failure } = delivery;
      return {
        change: { state: 'uncertain', bytesSent, failure, evidence: { closedCleanly: false, queueMessage: null } },
        what: 'print',
        outcome: message('journal.print.cut-off', { bytes: bytesSent }),
      };
    }
    case 'not started': {
      const { failure } = delivery;
      return {
        change: { state: 'held', reasons: [...condition.now().reasons], failure },
        what: 'hold-print',
        outcome: failure.message,
      };
    }
    default:
      return assertNever(delivery);
  }
}

const notFollowed = (job: PrintJob): Delivery => ({
  kind: 'cut off',
  bytesSent: job.bytesSent,
  failure: {
    code: 'printer-cut-off',
    message: message('print-job.station-stopped'),
  },
});
