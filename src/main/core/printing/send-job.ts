import { assertNever } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type PrintJob, printJobActions } from '../../../shared/printing/print-job.ts';
import { withReset } from '../../zpl/printer-reset.ts';
import { sha256Of } from '../fingerprint.ts';
import type { Announce } from '../notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintJobChange, PrintRecords } from '../ports/print-records.ts';
import type { Delivery, PrinterTransport, SendProgress } from '../ports/printing.ts';
import type { Records } from '../ports/records.ts';
import { activityAt } from '../ports/write-context.ts';
import type { ReadyLabel } from './prepare-label.ts';
import type { ConditionTracker } from './printer-condition.ts';
import type { CheckedPrinter } from './printer-monitor.ts';

export interface SendJobParts {
  records: PrintRecords;
  announce: Announce;
  condition: ConditionTracker;
  clock: Clock;
  onSending(isSending: boolean): void;
  /** Writes the outcome of a job; a failed write is repeated before anything else is sent. */
  persist(write: () => Promise<void>): Promise<void>;
  /** A label was sent, whole or in part; the job as stored. */
  onLeft(job: PrintJob): void;
  /** A label is stalled. */
  onStalled(): void;
}

/** How sending ended: part or all of a label was sent, nothing was sent, or the job was claimed elsewhere. */
export type Sending = 'left' | 'not started' | 'not ours';

/** Sends one job to the checked printer, each step on disk first. A job of which nothing was sent is held. */
export async function sendJob(
  parts: SendJobParts,
  checked: CheckedPrinter,
  job: PrintJob,
  ready: ReadyLabel,
): Promise<{ sending: Sending; job: PrintJob }> {
  const { records, announce, clock } = parts;
  // Stored before the first byte: after a crash the job is uncertain and never sent twice.
  const moved = await records
    .movePrintJob(job.id, printJobActions.send, beginSending(job, ready, checked), {
      activity: activityAt(clock.now(), 'station', 'print', job.code, message('journal.print.sending')),
    })
    .catch((error: unknown) => {
      checked.open.close();
      throw error;
    });
  if (!moved) {
    checked.open.close();
    return { sending: 'not ours', job };
  }
  parts.onSending(true);
  announce('print jobs', 'parcels', 'scans');
  const delivery = await checked.open
    .send(withReset(ready.reset, ready.bytes), progressOf(parts, moved))
    .finally(() => parts.onSending(false));
  const settled = await settleDelivery(parts, moved, ofLabelAlone(delivery, ready.reset));
  return { sending: delivery.kind === 'not started' ? 'not started' : 'left', job: settled ?? moved };
}

/** The delivery without the bytes of the reset before the label. */
function ofLabelAlone(delivery: Delivery, reset: Uint8Array): Delivery {
  if (delivery.kind === 'not started') return delivery;
  return { ...delivery, bytesSent: Math.max(0, delivery.bytesSent - reset.length) };
}

/** Follows a job that a print queue of this computer accepted before a restart. */
export async function followOwned(
  parts: SendJobParts,
  transport: PrinterTransport,
  job: PrintJob,
  signal: AbortSignal,
): Promise<void> {
  const reference = job.evidence.queueReference;
  if (reference === null) return;
  parts.onSending(true);
  const delivery = await (
    transport.follow?.(reference, job.bytesTotal, progressOf(parts, job), signal) ?? Promise.resolve(notFollowed(job))
  ).finally(() => parts.onSending(false));
  // When the station stops, the job stays in its queue and is followed again at the next start.
  if (signal.aborted) return;
  // A job that the queue accepted is never sent again by the station.
  const { bytesSent } = job;
  const isOver = delivery.kind !== 'not started';
  await settleDelivery(parts, job, isOver ? delivery : { ...delivery, kind: 'cut off', bytesSent });
}

async function settleDelivery(parts: SendJobParts, job: PrintJob, delivery: Delivery): Promise<PrintJob | null> {
  const { records, condition, announce, clock } = parts;
  let settled: PrintJob | null = null;
  if (delivery.kind === 'not started') condition.hold(['unreachable'], delivery.failure.message);
  await parts.persist(async () => {
    const { change, what, outcome } = afterSending(delivery, condition);
    settled = await records.movePrintJob(job.id, ['sending'], change, {
      activity: activityAt(clock.now(), 'station', what, job.code, outcome),
    });
    if (settled && delivery.kind !== 'not started') parts.onLeft(settled);
    announce('print jobs', 'parcels', 'scans', 'station', 'virtual labels');
  });
  if (delivery.kind !== 'not started') condition.setMessage(null);
  return settled;
}

function beginSending(job: PrintJob, ready: ReadyLabel, checked: CheckedPrinter): PrintJobChange {
  const sha256 = sha256Of(ready.bytes);
  const { labels, removedCommands, remarks } = ready;
  return {
    state: 'sending',
    ifWaitingFor: job.printer,
    attempt: true,
    reasons: [],
    failure: null,
    sent: sha256 === job.labelSha256 ? null : { sha256, bytes: ready.bytes },
    evidence: { labels, removedCommands, remarks, statusReport: checked.status, countBefore: checked.count },
  };
}

/** Progress of a label being sent: stored with the job, or shown on its printer. */
function progressOf(parts: SendJobParts, job: PrintJob): SendProgress {
  const { records, announce, condition } = parts;
  const keep = (evidence: Parameters<Records['mergePrintEvidence']>[1]): void => {
    records.mergePrintEvidence(job.id, evidence).then(
      () => announce('print jobs', 'scans'),
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
