import './scan-result.css';
import { Check, ListChecks, Play, Printer, PrinterX, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { type Command, commandCan, commandOffers } from '../../../shared/orders/command.ts';
import { type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../shared/scanning/scan-answer.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/shipments/parcel.ts';
import { isPickedUp } from '../../../shared/shipments/shipment-state.ts';
import { showScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { needsReprintReason } from '../../presentation/parcel-text.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  mayBeConfirmedByPrinter,
  notPrintedReason,
  printAnswerText,
} from '../../presentation/print-job-text.ts';
import { scanVerdict } from '../../presentation/verdict.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ConfirmDelete, ResolveDeletionConflict } from '../deletion-questions.tsx';
import { moveTargets } from '../print-queue/printer-actions.ts';
import { commandButtons } from '../print-queue/waiting-to-send.tsx';
import { UncertainDeletion } from '../uncertain-orders/uncertain-deletion.tsx';
import { UncertainOrderActionList } from '../uncertain-orders/uncertain-order-panel.tsx';
import { useVerdictContext } from '../verdict-context.ts';

interface ScanActionsProps {
  readonly answer: ScanAnswer;
  readonly parcel: Parcel;
  /** Another copy is requested; it needs a reason. */
  readonly onAskReason: () => void;
}

/** The actions for the scanned parcel. While its label is uncertain, that is resolved first. */
export function ScanActions({ answer, parcel, onAskReason }: ScanActionsProps) {
  const action = useAction();
  const { rule } = scanVerdict(answer, useVerdictContext(0));
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false);
  if (parcel.deletionConflict !== null) {
    return (
      <div className="parcel-actions">
        <ResolveDeletionConflict parcelId={parcel.id} conflict={parcel.deletionConflict} isQuestionShown />
      </div>
    );
  }
  if (parcel.deletion?.state === 'uncertain' && parcel.deletedAt === null) return <SettleDeletion answer={answer} />;
  if (isDeletedOrDeleting(parcel)) return <UndoDeletion parcel={parcel} action={action} />;
  const unconfirmed = unconfirmedLabelOf(answer);
  const question = parcel.lastJob?.question ?? null;
  // The verdict already shows the question.
  const isQuestionShown = rule === 'label needs an answer';
  const prompt = question
    ? !isQuestionShown && messageText(question.message)
    : unconfirmed && confirmLabelText(unconfirmed);
  const mayDelete = !question && !unconfirmed?.isBlocking;
  const asksToDelete = rule === 'already picked up';
  if (asksToDelete || isConfirmingDelete) {
    // The verdict already shows the question.
    const onCancel = isConfirmingDelete ? () => setIsConfirmingDelete(false) : null;
    return (
      <div className="parcel-actions">
        <ConfirmDelete parcel={parcel} isQuestionShown={asksToDelete} onCancel={onCancel} />
      </div>
    );
  }
  // Just sent: whether it printed is answered first.
  const mayPrint = !unconfirmed || unconfirmed.isBlocking;
  return (
    <div className={prompt && mayPrint ? 'parcel-actions parcel-actions-asks' : 'parcel-actions'}>
      <FailureStrip failure={action.failure} />
      <div className="parcel-actions-row">
        {prompt && <p className="parcel-actions-question">{prompt}</p>}
        {unconfirmed && <ConfirmLabelButtons unconfirmed={unconfirmed} action={action} />}
        {mayPrint && <PrintButton parcel={parcel} action={action} onAskReason={onAskReason} />}
        {mayDelete && <DeleteButton parcel={parcel} action={action} onAsk={() => setIsConfirmingDelete(true)} />}
      </div>
    </div>
  );
}

interface ActionButtonProps {
  readonly parcel: Parcel;
  readonly action: Action;
}

/** For a label in the queue: answers to its question, another printer in place of a held one, Resume, and Cancel printing. */
function WaitingButtons({ job, action }: { readonly job: PrintJob; readonly action: Action }) {
  const jobId = job.id;
  return (
    <>
      {job.question?.answers.map((answer) => (
        <Button
          key={answer}
          icon={Printer}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('print-job.answer', { jobId, answer }))}
        >
          {printAnswerText(answer)}
        </Button>
      ))}
      <MoveButton job={job} action={action} />
      {job.onHold && printJobCan('resume', job.state) && (
        <Button
          icon={Play}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('print-job.resume', { jobId }))}
        >
          {text('parcel.resume-printing')}
        </Button>
      )}
      <Button
        icon={PrinterX}
        isDisabled={action.isRunning}
        onPress={() => void action.run(() => call('print-job.cancel', { jobId }))}
      >
        {text('parcel.cancel-printing')}
      </Button>
    </>
  );
}

/** To the best other printer, while the label's own does not print. */
function MoveButton({ job, action }: { readonly job: PrintJob; readonly action: Action }) {
  const { value: view } = useQuery(stationViewQuery);
  if (!view || job.question !== null) return null;
  const own = view.printers.find(({ name }) => name === job.printer);
  const [to] = moveTargets(job.printer, view.printers, view.environment.kind);
  if (own?.reasons.length === 0 || to === undefined || to.makesNoPaper) return null;
  return (
    <Button
      icon={Printer}
      isDisabled={action.isRunning}
      onPress={() => void action.run(() => call('print-job.move', { jobId: job.id, printer: to.name }))}
    >
      {text('print-queue.action.move', { printer: to.name, makesNoPaper: false })}
    </Button>
  );
}

function PrintButton({ parcel, action, onAskReason }: ActionButtonProps & Pick<ScanActionsProps, 'onAskReason'>) {
  const { lastJob } = parcel;
  if (lastJob && printJobCan('cancel', lastJob.state)) return <WaitingButtons job={lastJob} action={action} />;
  const mayBeOnPaper = needsReprintReason(parcel);
  // Marked as not printed by an operator: that is the reason.
  const reprintReason = lastJob && isMarkedNotPrinted(lastJob) ? notPrintedReason() : null;
  const print = (): void => {
    void action.run(() => call('parcel.print', { parcelId: parcel.id, reprintReason }));
  };
  return (
    <Button
      icon={Printer}
      isDisabled={action.isRunning}
      disabledReason={scanPrintDisabledReason(parcel)}
      onPress={mayBeOnPaper ? onAskReason : print}
    >
      {text(mayBeOnPaper || reprintReason ? 'parcel.print-again' : 'parcel.print')}
    </Button>
  );
}

function scanPrintDisabledReason({ label, lastJob, needsLabelAssignment }: Parcel): string | null {
  if (needsLabelAssignment) return text('parcel.not-printable.not-assigned');
  if (label === null) return text('parcel.not-printable.no-label');
  return lastJob && isInPrinter(lastJob) ? text('parcel.not-printable.in-printer') : null;
}

function DeleteButton({ parcel, action, onAsk }: ActionButtonProps & { readonly onAsk: () => void }) {
  const remove = (): void => void action.run(() => call('parcel.delete', { parcelId: parcel.id }));
  return (
    <Button
      tone="delete"
      icon={Trash2}
      isDisabled={action.isRunning}
      disabledReason={parcel.customCode === null ? text('parcel.not-deletable.no-custom-code') : null}
      onPress={isPickedUp(parcel) ? onAsk : remove}
    >
      {text('parcel.delete')}
    </Button>
  );
}

/** What can be done about an order that has the scanned code; an uncertain one explains each choice. */
export function OrderActions({ order }: { readonly order: Command }) {
  const action = useAction();
  if (order.state === 'uncertain') {
    return (
      <div className="answer-body answer-body-list">
        <UncertainOrderActionList command={order} />
      </div>
    );
  }
  return (
    <div className="parcel-actions">
      <FailureStrip failure={action.failure} />
      <div className="parcel-actions-row">
        {commandButtons
          .filter(({ action: offered }) => commandOffers(offered, order))
          .map(({ action: offered, labelKey, run }) => (
            <Button key={offered} isDisabled={action.isRunning} onPress={() => void action.run(() => run(order.id))}>
              {text(labelKey)}
            </Button>
          ))}
        <Button icon={ListChecks} onPress={() => showScreen('print-queue')}>
          {text('scan.show-order')}
        </Button>
      </div>
    </div>
  );
}

/** The answers for a parcel, or a code unknown here, whose deletion is uncertain. */
export function SettleDeletion({ answer: { deletion, parcel } }: Pick<ScanActionsProps, 'answer'>) {
  const commandId = parcel?.deletion?.commandId ?? deletion?.commandId ?? null;
  if (commandId === null) return null;
  const serviceText = (deletion?.commandId === commandId && deletion.failure?.serviceText) || null;
  return (
    <div className="parcel-actions">
      <UncertainDeletion commandId={commandId} serviceText={serviceText} parcel={parcel} />
    </div>
  );
}

/** The one action for a parcel whose deletion waits. While it counts down, Undo stands under Pending deletions. */
function UndoDeletion({ parcel: { deletion }, action }: ActionButtonProps) {
  if (!deletion || deletion.state === 'counting' || !commandCan('undo', deletion.state)) return null;
  const { commandId } = deletion;
  return (
    <div className="parcel-actions">
      <FailureStrip failure={action.failure} />
      <div className="parcel-actions-row">
        <Button
          icon={Undo2}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('deletion.undo', { commandId }))}
        >
          {text('scan.undo')}
        </Button>
      </div>
    </div>
  );
}

/** The question about a label of which only the operator can know whether it printed. */
export interface UnconfirmedLabel {
  readonly job: PrintJob;
  /** Its parcel was scanned since, which confirmed nothing: the box may carry the code too, or the label could not be read. */
  readonly offersLabelInHand: boolean;
  /** No other action is offered until it is answered. */
  readonly isBlocking: boolean;
}

/** Scans about the label itself; a look-up asks about uncertain labels only. */
const labelOutcomes: readonly ScanOutcomeKind[] = ['printing', 'ask for copy', 'already counted'];

/** The question left open by a scan's answer; null where there is none. */
export function unconfirmedLabelOf({ kind, at, job, parcel, deletion }: ScanAnswer): UnconfirmedLabel | null {
  const last = parcel?.lastJob ?? job;
  if (!last || parcel?.deletedAt || deletion?.state === 'counting' || !printJobCan('markNotPrinted', last.state))
    return null;
  const isStart = kind === 'printing' || kind === 'already counted';
  if (isInPrinter(last) || (isStart && mayBeConfirmedByPrinter(last))) return null;
  if (last.state !== 'uncertain' && !labelOutcomes.includes(kind)) return null;
  return {
    job: last,
    offersLabelInHand: !isStart && last.createdAt < at,
    isBlocking: last.state === 'uncertain' || kind === 'ask for copy',
  };
}

/** The question, or the one action that is asked for. */
export const confirmLabelText = ({ offersLabelInHand }: UnconfirmedLabel): string =>
  text(offersLabelInHand ? 'label.confirm.here' : 'label.confirm.scan');

/** Whether the label was printed. */
export function ConfirmLabelButtons({
  unconfirmed,
  action,
}: {
  readonly unconfirmed: UnconfirmedLabel;
  readonly action: Action;
}) {
  const confirm = (printed: boolean): void => {
    void action.run(() => call('print-job.settle', { jobId: unconfirmed.job.id, printed }));
  };
  return (
    <>
      {unconfirmed.offersLabelInHand && (
        <Button icon={Check} isDisabled={action.isRunning} onPress={() => confirm(true)}>
          {text('label.confirm.printed')}
        </Button>
      )}
      <Button icon={X} isDisabled={action.isRunning} onPress={() => confirm(false)}>
        {text('label.confirm.not-printed')}
      </Button>
    </>
  );
}
