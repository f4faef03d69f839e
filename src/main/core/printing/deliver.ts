import { createHash } from 'node:crypto';
import { assertNever, type Failure } from '../../../shared/failure.ts';
import { type PrintJob, printJobActions } from '../../../shared/print-job.ts';
import type { Announce } from '../announce.ts';
import type { Delivery, OpenPrinter, PrinterTransport, SendProgress } from '../ports/printing.ts';
import type { PrintJobChange, Records, WriteContext } from '../ports/records.ts';
import type { KeptCondition } from './condition.ts';
import type { Readied } from './make-ready.ts';
import type { PrinterContents } from './printer-contents.ts';

export interface DeliverParts {
  records: Records;
  announce: Announce;
  condition: KeptCondition;
  contents: PrinterContents;
  note(job: PrintJob, what: string, outcome: string): WriteContext;
  onSending(isSending: boolean): void;
}

type ReadyLabel = Extract<Readied, { kind: 'ready' }>;
type Told = { readonly told: 'answered' | 'one-way' | 'silent'; readonly count: number | null };

/** Sends one job, each step on disk first. Gives the job and why where nothing of it left and the printer must be held. */
export async function sendJob(
  parts: DeliverParts,
  open: OpenPrinter,
  job: PrintJob,
  ready: ReadyLabel,
  seen: Told,
): Promise<{ job: PrintJob; failure: Failure } | null> {
  const { records, announce, note } = parts;
  // On disk before the first byte: a station that dies now finds the job uncertain, and never sends it twice.
  const moved = await records.movePrintJob(
    job.id,
    printJobActions.send,
    begin(job, ready, seen),
    note(job, 'print', 'sending'),
  );
  if (!moved) {
    open.close();
    return null;
  }
  parts.onSending(true);
  announce('print jobs', 'parcels', 'scans');
  const delivery = await open.send(ready.bytes, progressOf(parts, moved)).finally(() => parts.onSending(false));
  if (delivery.kind === 'not started') return { job: moved, failure: delivery.failure };
  await settleDelivery(parts, moved, delivery);
  return null;
}

/** Follows a job that a queue of this computer took before a restart. */
export async function followOwned(
  parts: DeliverParts,
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
  // A station that stops leaves the job to its queue, and follows it again at the next start.
  if (!signal.aborted && delivery.kind !== 'not started') await settleDelivery(parts, job, delivery);
}

async function settleDelivery(
  parts: DeliverParts,
  job: PrintJob,
  delivery: Exclude<Delivery, { kind: 'not started' }>,
): Promise<void> {
  const { change, outcome } = afterFirstByte(delivery);
  const settled = await parts.records.movePrintJob(job.id, ['sending'], change, parts.note(job, 'print', outcome));
  parts.condition.say(null);
  if (settled?.evidence.told === 'answered') parts.contents.add(settled);
  else if (settled?.state === 'uncertain') parts.contents.cutOff();
  parts.announce('print jobs', 'parcels', 'scans', 'station', 'virtual labels');
}

function begin(job: PrintJob, ready: ReadyLabel, seen: Told): PrintJobChange {
  const sha256 = createHash('sha256').update(ready.bytes).digest('hex');
  const sent = sha256 === job.labelSha256 ? {} : { sent: { sha256, bytes: ready.bytes } };
  const { labels, takenOut, remarks } = ready;
  return {
    state: 'sending',
    ifWaitingFor: job.printer,
    attempt: true,
    reasons: [],
    failure: null,
    ...sent,
    evidence: { labels, takenOut, remarks, told: seen.told, countBefore: seen.count },
  };
}

/** What is told of a label on its way: kept with the job, or shown on its printer. */
function progressOf(parts: DeliverParts, job: PrintJob): SendProgress {
  const { records, announce, condition } = parts;
  const keep = (evidence: Parameters<Records['notePrintEvidence']>[1]): void => {
    records.notePrintEvidence(job.id, evidence).then(
      () => announce('print jobs', 'scans'),
      () => undefined, // the disk refuses: the job's own end meets it too, and says so
    );
  };
  return {
    taken: () => undefined,
    stalled: (isStalled) => (isStalled ? condition.hold(['not answering']) : condition.ready()),
    owned: (queueReference) => keep({ queueReference }),
    words(queueWords) {
      keep({ queueWords });
      condition.say(queueWords);
    },
  };
}

function afterFirstByte(delivery: Exclude<Delivery, { kind: 'not started' }>): {
  change: PrintJobChange;
  outcome: string;
} {
  switch (delivery.kind) {
    case 'handed over': {
      const { bytesHandedOver, closedCleanly } = delivery;
      return {
        change: { state: 'sent', bytesHandedOver, evidence: { closedCleanly, queueWords: null } },
        outcome: closedCleanly ? 'sent' : 'sent, the printer did not close',
      };
    }
    case 'cut off': {
      const { bytesHandedOver, failure } = delivery;
      return {
        change: { state: 'uncertain', bytesHandedOver, failure, evidence: { closedCleanly: false, queueWords: null } },
        outcome: `cut off after ${bytesHandedOver} bytes`,
      };
    }
    default:
      return assertNever(delivery);
  }
}

const notFollowed = (job: PrintJob): Delivery => ({
  kind: 'cut off',
  bytesHandedOver: job.bytesHandedOver,
  failure: {
    code: 'printer-cut-off',
    message: 'The station stopped while a print queue had this label.',
    next: 'Look whether it came out of the printer.',
  },
});
