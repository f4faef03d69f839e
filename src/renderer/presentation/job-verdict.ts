import type { PrintJobState, PrintQuestion } from '../../shared/printing/print-job.ts';
import { noPrinterName, waitsForSite } from '../../shared/printing/print-job.ts';
import type { HeldReason } from '../../shared/printing/printer.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import { failureNextStep, failureParagraph, failureText, messageText, text } from '../text/text.ts';
import {
  hasMessage,
  isInPrinter,
  isMarkedNotPrinted,
  labelsStillInPrinter,
  mayBeConfirmedByPrinter,
} from './print-job-text.ts';
import { makesNoPaper, namedReasons } from './printer-text.ts';
import { printJobStyles } from './state-styles.ts';
import { headed, named, type Verdict, type VerdictFacts } from './verdict-facts.ts';

/** The facts of a label on its way to paper. */
export interface JobFacts extends VerdictFacts {
  readonly job: NonNullable<VerdictFacts['job']>;
}

interface JobRule {
  readonly name: string;
  /** Null where the row does not apply. */
  readonly decide: (facts: JobFacts) => Verdict | null;
}

const { held, printed } = printJobStyles;

/** The rows of the table for a print job: one of them applies in every state. */
export const jobRules: readonly JobRule[] = [
  {
    name: 'label on a printer without paper',
    decide: (facts) => (isWithoutPaper(facts) ? named('warning', 'no-paper') : null),
  },
  {
    name: 'label waits for its printer',
    decide: (facts) => {
      const reason = holdingReason(facts);
      return reason && waitingVerdict(facts, reason);
    },
  },
  {
    name: 'label sent before the printer was lost',
    decide: ({ job, printer }) => {
      const reason = printer?.reasons.find((one) => lostReasons.includes(one));
      return reason && isUnconfirmed(job)
        ? headed('warning', text(`printer.reason.${reason}`), text('scan-verdict.sentence.uncertain'))
        : null;
    },
  },
  {
    name: 'label waits for other benches',
    decide: ({ job: { state, question } }) =>
      state === 'held' && question && waitsForSite(question)
        ? headed(held.tone, text('print-job.waiting-for-site'), questionText(question), { icon: held.icon })
        : null,
  },
  {
    name: 'label needs an answer',
    decide: ({ job: { state, question } }) =>
      state === 'held' && question
        ? headed(held.tone, text('scan-verdict.heading.question'), questionText(question), { icon: held.icon })
        : null,
  },
  {
    name: 'label paused',
    decide: ({ job: { state, onHold } }) =>
      state === 'held' && onHold ? named(held.tone, 'paused', { icon: held.icon }) : null,
  },
  { name: 'label held', decide: inState('held', heldVerdict) },
  { name: 'label queued', decide: inState('queued', (facts) => stateVerdict('queued', facts)) },
  { name: 'label sending', decide: inState('sending', sendingVerdict) },
  { name: 'label sent', decide: inState('sent', sentVerdict) },
  {
    name: 'label printed',
    decide: inState('printed', ({ job: { printer, evidence } }) =>
      named(printed.tone, 'printed', { icon: printed.icon, values: { printer, by: evidence.confirmedBy } }),
    ),
  },
  { name: 'label uncertain', decide: inState('uncertain', uncertainVerdict) },
  {
    name: 'label marked as not printed',
    decide: ({ job }) => (isMarkedNotPrinted(job) ? named('warning', 'marked-not-printed') : null),
  },
  { name: 'label failed', decide: inState('failed', failedVerdict) },
  { name: 'label cancelled', decide: inState('cancelled', (facts) => stateVerdict('cancelled', facts)) },
];

function inState(state: PrintJobState, decide: (facts: JobFacts) => Verdict): JobRule['decide'] {
  return (facts) => (facts.job.state === state ? decide(facts) : null);
}

const expectsPaper: readonly PrintJobState[] = ['queued', 'sending', 'sent', 'printed'];

/** True where the job waits for a printer without paper, or went there, in an environment whose labels are real. */
export const isWithoutPaper = ({ job, printer, environmentKind }: JobFacts): boolean =>
  printer !== null && makesNoPaper(printer, environmentKind) && expectsPaper.includes(job.state);

/** The printer may have been cut off from the label. */
const lostReasons: readonly HeldReason[] = ['unreachable', 'not answering'];

/** Sent, and either not taken to its end by the printer, or still to be confirmed by it. */
const isUnconfirmed = (job: JobFacts['job']): boolean =>
  job.state === 'sent' && (job.evidence.closedCleanly === false || mayBeConfirmedByPrinter(job));

/** What holds the printer of a job that waits for it, or of a label that it has not printed yet; null where nothing does. */
export function holdingReason({ job, printer }: JobFacts): HeldReason | null {
  const reasons = namedReasons(printer?.reasons ?? []);
  // A printer paused here still prints what it has.
  if (isInPrinter(job) || job.state === 'sending') return reasons.find((reason) => reason !== 'on hold') ?? null;
  if (job.state === 'queued') return reasons[0] ?? null;
  const isHeldByPrinter = job.state === 'held' && job.question === null && !job.onHold;
  return isHeldByPrinter ? (namedReasons(job.reasons)[0] ?? reasons[0] ?? null) : null;
}

function waitingVerdict(facts: JobFacts, reason: HeldReason): Verdict {
  const { failure } = facts.job;
  return headed(held.tone, text(`printer.reason.${reason}`), text(`printer.recovery.${reason}`), {
    // In the printer, the label is not held here.
    ...(facts.job.state !== 'sent' && facts.job.state !== 'sending' && { icon: held.icon }),
    place: placeText(facts),
    details: failure ? [failureText(failure)] : [],
  });
}

const placeText = ({ labelsBefore, job: { printer } }: JobFacts): string | null =>
  labelsBefore === null || printer === noPrinterName
    ? null
    : text('scan-verdict.place', { before: labelsBefore, printer });

/** An earlier version stored sentences: they are shown under Details. */
const questionText = ({ kind, message }: PrintQuestion): string =>
  hasMessage(message) ? messageText(message) : text(`print-queue.question.${kind}`);

function stateVerdict(state: 'queued' | 'cancelled', facts: JobFacts): Verdict {
  const { tone, icon } = printJobStyles[state];
  return named(tone, state, { icon, values: { printer: facts.job.printer }, place: placeText(facts) });
}

function sendingVerdict({ job }: JobFacts): Verdict {
  const { tone, icon } = printJobStyles.sending;
  const { printer, evidence, bytesSent, bytesTotal } = job;
  const heading = text('scan-verdict.heading.sending');
  if (isInPrinter(job)) return headed(tone, heading, sentText(job, null), { icon });
  if (evidence.queueReference !== null) return headed(tone, heading, queueText(evidence), { icon });
  const isWhole = bytesSent >= bytesTotal && bytesTotal > 0;
  return named(tone, 'sending', { icon, values: { printer, isWhole } });
}

function heldVerdict({ job: { failure, printer } }: JobFacts): Verdict {
  const heading = text('scan-verdict.heading.held');
  if (failure && hasMessage(failure.message))
    return headed(held.tone, heading, failureParagraph(failure), { icon: held.icon });
  const sentence = text('scan-verdict.sentence.held', { printer });
  return headed(held.tone, heading, sentence, { icon: held.icon, details: failure ? [failureText(failure)] : [] });
}

function sentVerdict({ job, printer }: JobFacts): Verdict {
  const { tone, icon } = printJobStyles.sent;
  return headed(tone, text('scan-verdict.heading.sent'), sentText(job, printer), { icon });
}

/** What is known of a label that was sent: never that it is printed. */
function sentText(job: JobFacts['job'], printer: JobFacts['printer']): string {
  const { evidence } = job;
  const confirmation = confirmationOf(job, printer);
  if (confirmation === 'none' && evidence.queueReference !== null && hasMessage(evidence.queueMessage)) {
    return messageText(evidence.queueMessage);
  }
  const labels = labelsStillInPrinter(evidence);
  return text('scan-verdict.sentence.sent', { printer: job.printer, confirmation, labels });
}

const queueText = ({ queueMessage }: JobFacts['job']['evidence']): string =>
  hasMessage(queueMessage) ? messageText(queueMessage) : text('print-queue.in-queue');

/** What may still confirm a label that was sent. */
function confirmationOf(
  job: JobFacts['job'],
  printer: JobFacts['printer'],
): 'printing' | 'virtual' | 'pending' | 'none' {
  if (isInPrinter(job)) return 'printing';
  if (printer !== null && transportCapabilities(printer.connection).isVirtual) return 'virtual';
  return mayBeConfirmedByPrinter(job) ? 'pending' : 'none';
}

function uncertainVerdict({ job }: JobFacts): Verdict {
  const { tone, icon } = printJobStyles.uncertain;
  const { failure, bytesSent, bytesTotal } = job;
  const details = [
    ...(failure ? [failureText(failure)] : []),
    text('print-queue.bytes', { sent: bytesSent, total: bytesTotal }),
  ];
  return headed(tone, text('scan-verdict.heading.uncertain'), uncertainText(job), { icon, details });
}

function uncertainText({ failure, evidence }: JobFacts['job']): string {
  if (!failure && evidence.queueReference !== null) {
    return text('print-queue.uncertain-in-queue', { status: queueText(evidence) });
  }
  if (!failure || !hasMessage(failure.message)) return text('scan-verdict.sentence.uncertain');
  return failureNextStep(failure) === undefined
    ? text('print-queue.uncertain-because', { cause: failureText(failure) })
    : failureParagraph(failure);
}

function failedVerdict({ job: { failure } }: JobFacts): Verdict {
  const { tone, icon } = printJobStyles.failed;
  if (!failure) return named(tone, 'failed', { icon });
  if (!hasMessage(failure.message)) return named(tone, 'failed', { icon, details: [failureText(failure)] });
  return headed(tone, text('scan-verdict.heading.failed'), failureParagraph(failure), { icon });
}
