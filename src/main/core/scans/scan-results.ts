import { assertNever, sentenceOf } from '../../../shared/contract/failure.ts';
import { type Command, commandStateWords } from '../../../shared/orders/command.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { type PrintJob, printJobBeforeWords, printJobStateWords } from '../../../shared/printing/print-job.ts';
import { mendingWords } from '../../../shared/printing/printer.ts';
import type { RecentScan, ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import { isLabelAddressUnknown, type Parcel } from '../../../shared/shipments/parcel.ts';
import { pickedUpQuestion } from '../../../shared/shipments/picked-up.ts';
import { shipmentStateWords } from '../../../shared/shipments/shipment-state.ts';
import type { Deletions } from '../outbox/pending-deletions.ts';
import { type Clock, startOfDay } from '../ports/clock.ts';
import type { Records, ScanRow } from '../ports/records.ts';

/** Scans shown under "Recent scans". */
const recentScanCount = 20;

export interface ScanAnswers {
  /** What is shown of a scan, from what is on disk now. */
  answerFor(row: ScanRow): Promise<ScanAnswer>;
  /** The newest scans, and how many there were today. */
  recent(): Promise<{ scans: RecentScan[]; today: number }>;
}

/** Tells what is true now of scans taken earlier. Changes nothing. */
export function createScanAnswers({
  records,
  clock,
  deletions,
}: {
  records: Records;
  clock: Clock;
  deletions: Deletions;
}): ScanAnswers {
  const answerFor = async (row: ScanRow): Promise<ScanAnswer> => {
    // The command before the parcel: one that is done is then never shown beside a parcel that still lives.
    const ownCommand = row.commandId === null ? null : await records.command(row.commandId);
    const parcel = row.parcelId === null ? null : await records.parcel(row.parcelId);
    const match = row.kind === 'choose parcel' ? await records.findByCode(row.code) : null;
    const ownJob = row.jobId === null ? null : await records.printJob(row.jobId);
    const job = ownJob ?? (row.mode === 'print' ? (parcel?.lastJob ?? null) : null);
    const existingId = parcel?.deletion?.commandId ?? (await unknownDeletion(row));
    const existing = ownCommand ?? (existingId === null ? null : await records.command(existingId));
    // A question is not answered by a deletion that was refused before it was asked.
    const command = row.kind === 'ask to delete' && existing !== null && existing.createdAt < row.at ? null : existing;
    const facts = { row, parcel, job, command, choices: match?.parcels.length ?? 0 };
    return {
      scanId: row.id,
      at: row.at,
      code: row.code,
      mode: row.mode,
      kind: row.kind,
      sentence: scanSentence(facts),
      parcel,
      choices: match?.parcels ?? [],
      job,
      deletion: command && {
        commandId: command.id,
        state: command.state,
        endsAt: command.notBefore,
        failureWords: (command.failure && sentenceOf(command.failure.message)) ?? null,
      },
    };
  };

  /** The countdown that a second scan of a code unknown here met. */
  const unknownDeletion = async (row: ScanRow): Promise<number | null> => {
    if (row.kind !== 'already counting' || row.parcelId !== null) return null;
    const pending = await deletions.pending();
    return pending.find((command) => command.codes.includes(row.code))?.id ?? null;
  };

  return {
    answerFor,
    async recent() {
      const rows = await records.recentScans(recentScanCount);
      const scans = await Promise.all(
        rows.map(async (row): Promise<RecentScan> => {
          const answer = await answerFor(row);
          const { scanId, at, code, mode, kind } = answer;
          return { scanId, at, code, mode, kind, outcome: outcomeWords(answer) };
        }),
      );
      return { scans, today: await records.countScansSince(startOfDay(clock.now())) };
    },
  };
}

/** What the sentence under a verdict is made of. */
export interface ScanFacts {
  row: ScanRow;
  parcel: Parcel | null;
  job: PrintJob | null;
  command: Command | null;
  choices: number;
}

/** One plain sentence of evidence, or the next step. */
function scanSentence({ row, parcel, job, command, choices }: ScanFacts): string {
  switch (row.kind) {
    case 'found':
      return foundSentence(parcel);
    case 'already counted':
      return job && (job.state === 'queued' || job.state === 'held')
        ? `Asked for already: one label is made, not two. ${jobSentence(job)}`
        : 'Scanned or pressed twice: one label is made, not two.';
    case 'printing':
      return job ? jobSentence(job) : 'The label is in the queue.';
    case 'ask for copy':
      return job?.state === 'failed'
        ? 'It did not come out, somebody said. Print it again.'
        : 'A copy may be on paper already. Look for it, or print another and say why.';
    case 'proved':
      return `The label is in your hand: printed${job ? ` on ${job.printer}` : ''}.`;
    case 'no label':
      return labelSentence(parcel);
    case 'no printer':
      return 'No printer is set up. Add one under Settings.';
    case 'choose parcel':
      return `This tracking code stands for ${choices} parcels. Choose one, or scan the parcel’s own code.`;
    case 'deleted':
      return `This parcel was deleted. Its label is void: tear it up.${copiesSentence(parcel)}`;
    case 'being deleted':
    case 'deleting':
    case 'deleting unknown':
      return command ? deletionSentence(command, parcel, row.kind === 'deleting unknown') : 'Being deleted.';
    case 'already counting':
      return command?.state === 'counting'
        ? 'It counts down already: nothing was changed. Press Ctrl Z to take it back.'
        : 'Its deletion is already on the way: nothing was changed.';
    case 'ask to delete':
      return askSentence(parcel, command);
    case 'cannot delete':
      return isCustomCode(parcel ? (parcel.customCode ?? '') : row.code)
        ? 'Too much waits for the service already: nothing was done. Scan it again when some of it has gone.'
        : 'This parcel has no custom code, and the service deletes by custom code only.';
    case 'unknown':
      return row.mode === 'delete'
        ? 'And no custom code: those have 16 to 20 digits and letters.'
        : 'No parcel on this station carries this code.';
    case 'not a code':
      return 'What was read cannot be the code of a parcel. Scan another bar code of the label.';
    case 'layout doubt':
      return 'The scanner’s keyboard layout makes this code doubtful: nothing was done. Set the scanner to a US keyboard.';
    default:
      return assertNever(row.kind);
  }
}

function foundSentence(parcel: Parcel | null): string {
  if (!parcel) return 'Found.';
  const place = parcel.parcelCount > 1 ? `Parcel ${parcel.position} of ${parcel.parcelCount}. ` : '';
  if (parcel.copies === 0) return `${place}Its label was not printed here yet.`;
  if (parcel.lastJob?.evidence.provedBy === 'scan') return `${place}Its label is on paper: it was scanned.`;
  return `${place}${parcel.copies === 1 ? '1 copy' : `${parcel.copies} copies`} of its label may be on paper.`;
}

function jobSentence(job: PrintJob): string {
  switch (job.state) {
    case 'queued':
      return `In the queue of ${job.printer}.`;
    case 'sending':
      return `On its way to ${job.printer}.`;
    case 'sent':
      return sentSentence(job);
    case 'printed':
      return `Printed on ${job.printer}${provedWords(job)}.`;
    case 'held':
      return heldSentence(job);
    case 'uncertain':
      return uncertainSentence(job);
    case 'failed':
      return `${job.failure?.message ?? 'Not printed.'} ${job.failure?.next ?? ''}`.trim();
    case 'cancelled':
      return 'Cancelled before it was sent.';
    default:
      return assertNever(job.state);
  }
}

function sentSentence({ bytesSent, printer, evidence }: PrintJob): string {
  const left = (evidence.formatsInPrinter ?? 0) + (evidence.labelsInPrinter ?? 0);
  if (left > 0) return `In ${printer}: it still has ${left === 1 ? 'one label' : `${left} labels`} to print.`;
  const doubt = evidence.told === 'answered' ? 'It cannot prove that it printed' : 'It does not say whether it printed';
  return `All ${bytesSent} bytes handed over to ${printer}. ${doubt}.`;
}

function provedWords({ evidence }: PrintJob): string {
  switch (evidence.provedBy) {
    case 'counter':
      return ': its counter rose by exactly this label';
    case 'scan':
      return ': its label was scanned';
    case 'person':
      return ': somebody has it in hand';
    case null:
      return '';
    default:
      return assertNever(evidence.provedBy);
  }
}

function heldSentence({ asked, onHold, failure, reasons, printer }: PrintJob): string {
  if (asked) return asked.words;
  if (onHold) return 'Held here by somebody.';
  const [reason] = reasons;
  return `${failure?.message ?? `${printer} takes no label now.`} ${reason ? mendingWords[reason] : ''}`.trim();
}

function uncertainSentence({ bytesSent, bytesTotal, failure }: PrintJob): string {
  if (bytesSent < bytesTotal) {
    return `The connection ended after ${bytesSent} of ${bytesTotal} bytes.`;
  }
  return (failure && sentenceOf(failure.message)) ?? 'All of it was handed over, but the connection broke.';
}

function labelSentence(parcel: Parcel | null): string {
  const label = parcel?.label;
  if (parcel && isLabelAddressUnknown(parcel)) {
    return 'Nobody told where its label is. Import the order response to print it.';
  }
  if (!label) return 'The service gave no 4x6 label for this parcel. Ask the service for it.';
  if (label.state === 'failed')
    return `${label.failure?.message ?? 'The label could not be fetched.'} Fetching it again.`;
  return 'The label is being fetched. Scan again in a moment.';
}

function deletionSentence(command: Command, parcel: Parcel | null, unknown: boolean): string {
  const who = unknown ? 'Not known on this station; the service is asked all the same. ' : '';
  switch (command.state) {
    case 'counting':
      return `${who}Press Ctrl Z or Undo to take it back.${copiesSentence(parcel)}`;
    case 'waiting':
      return `${who}${command.failure ? `${command.failure.message} ` : ''}It waits to be sent to the service.`;
    case 'asks':
      return `${command.failure?.message ?? 'It asks before it is sent.'} Look under Print queue, Waiting to send.`;
    case 'sending':
      return `${who}Being sent to the service.`;
    case 'done':
      return `${unknown ? 'Not known on this station. ' : ''}The service deleted it.${copiesSentence(parcel)}`;
    case 'undone':
      return 'Taken back. The parcel is as it was.';
    case 'uncertain':
    case 'rejected':
    case 'blocked':
      return `${who}${command.failure?.message ?? commandStateWords[command.state]}`;
  }
}

function askSentence(parcel: Parcel | null, command: Command | null): string {
  if (command && command.state !== 'undone') return deletionSentence(command, parcel, false);
  const question = parcel ? pickedUpQuestion(parcel) : null;
  return question ?? 'It can be deleted now: scan it again.';
}

function copiesSentence(parcel: Parcel | null): string {
  return parcel && parcel.copies > 0 ? ` ${copies(parcel.copies)} to destroy.` : '';
}

const copies = (count: number): string => (count === 1 ? '1 paper copy' : `${count} paper copies`);

/** The word or two beside a code under "Recent scans". */
function outcomeWords(answer: ScanAnswer): string {
  switch (answer.kind) {
    case 'found':
      return answer.parcel?.status ? shipmentStateWords[answer.parcel.status.state] : 'Found';
    case 'printing':
      return answer.job ? jobWords(answer.job) : 'Queued';
    case 'deleting':
    case 'deleting unknown':
    case 'being deleted':
      return deletionWords(answer.deletion?.state);
    case 'ask to delete':
      return answer.deletion && answer.deletion.state !== 'undone'
        ? deletionWords(answer.deletion.state)
        : 'Picked up: asks';
    case 'already counted':
      return 'Already counted';
    case 'ask for copy':
      return answer.job ? printJobBeforeWords[answer.job.state] : 'On paper already?';
    case 'proved':
      return 'Printed: label scanned';
    case 'no label':
      return 'No label yet';
    case 'no printer':
      return 'No printer';
    case 'choose parcel':
      return `${answer.choices.length} parcels`;
    case 'deleted':
      return 'Deleted: void label';
    case 'already counting':
      return 'Already being deleted';
    case 'cannot delete':
      return 'Cannot be deleted';
    case 'unknown':
      return 'Not known here';
    case 'not a code':
      return 'Not a parcel code';
    case 'layout doubt':
      return 'Doubtful reading';
    default:
      return assertNever(answer.kind);
  }
}

function jobWords(job: PrintJob): string {
  const word = printJobStateWords[job.state];
  if (job.state !== 'held') return word;
  if (job.asked) return `${word}: asks you`;
  if (job.onHold) return `${word} by hand`;
  return job.reasons.length > 0 ? `${word}: ${job.reasons.join(', ')}` : word;
}

function deletionWords(state: string | undefined): string {
  if (state === 'counting') return 'Deleting';
  if (state === 'done') return 'Deleted';
  if (state === 'undone') return 'Taken back';
  if (state === 'rejected') return 'Not deleted: refused';
  return 'Deletion waiting';
}
