import './scan-result.css';
import { Play, Printer, PrinterX, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { commandCan } from '../../../shared/orders/command.ts';
import { type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/shipments/parcel.ts';
import { isPickedUp } from '../../../shared/shipments/picked-up.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { needsReprintReason } from '../../presentation/parcel-text.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  notPrintedReason,
  printAnswerText,
} from '../../presentation/print-job-text.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ConfirmDelete } from '../confirm-delete.tsx';
import { ResolveDeletionConflict } from '../deletion-conflict.tsx';
import { UncertainDeletion } from '../uncertain-orders/uncertain-deletion.tsx';
import { ConfirmLabelButtons, confirmLabelText, unconfirmedLabelOf } from './label-confirmation.tsx';

interface ScanActionsProps {
  readonly answer: ScanAnswer;
  readonly parcel: Parcel;
  /** Another copy is requested; it needs a reason. */
  readonly onAskReason: () => void;
}

/** The actions for the scanned parcel. While its label is uncertain, that is resolved first. */
export function ScanActions({ answer, parcel, onAskReason }: ScanActionsProps) {
  const action = useAction();
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
  // The verdict of the scan that made the job already shows its question.
  const isQuestionShown = answer.kind === 'printing' && answer.job?.id === parcel.lastJob?.id;
  const prompt = question
    ? !isQuestionShown && messageText(question.message)
    : unconfirmed && confirmLabelText(unconfirmed);
  const mayDelete = !question && !unconfirmed?.isBlocking;
  if (answer.kind === 'ask to delete' || isConfirmingDelete) {
    // The verdict of the scan already shows the question.
    const onCancel = isConfirmingDelete ? () => setIsConfirmingDelete(false) : null;
    return (
      <div className="parcel-actions">
        <ConfirmDelete parcel={parcel} isQuestionShown={answer.kind === 'ask to delete'} onCancel={onCancel} />
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

/** For a label in the queue: answers to its question, Resume, and Cancel printing. */
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

/** The one action for a parcel whose deletion counts down or waits. */
function UndoDeletion({ parcel: { deletion }, action }: ActionButtonProps) {
  if (!deletion || !commandCan('undo', deletion.state)) return null;
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
          {text('parcel.keep')}
        </Button>
      </div>
    </div>
  );
}
