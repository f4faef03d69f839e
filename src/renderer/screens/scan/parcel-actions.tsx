import './parcel-actions.css';
import { Play, Printer, PrinterX, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { commandCan } from '../../../shared/command.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/parcel.ts';
import { isPickedUp } from '../../../shared/picked-up.ts';
import { type PrintJob, printJobCan } from '../../../shared/print-job.ts';
import type { ScanAnswer } from '../../../shared/scan-answer.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { didNotComeOut, isInPrinter, isSaidNotPrinted, printAnswerWords } from '../../words/print-jobs.ts';
import { AskToDelete } from '../ask-to-delete.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { needsReprintReason } from '../shipments/parcel-can.ts';
import { type Action, useAction } from '../use-action.ts';
import { SettleButtons, settleWords, unsettledOf } from './settle-buttons.tsx';

interface ParcelActionsProps {
  readonly answer: ScanAnswer;
  readonly parcel: Parcel;
  /** Another copy is wanted; it needs a reason. */
  readonly onAskReason: () => void;
}

/** What can be done with the parcel in hand. While its label is in doubt, that is settled first. */
export function ParcelActions({ answer, parcel, onAskReason }: ParcelActionsProps) {
  const action = useAction();
  const [wantsDelete, setWantsDelete] = useState(false);
  if (isDeletedOrDeleting(parcel)) return <TakeBack parcel={parcel} action={action} />;
  const unsettled = unsettledOf(answer);
  const asked = parcel.lastJob?.asked ?? null;
  // The verdict of the scan that made the job says what it asks.
  const isSaid = answer.kind === 'printing' && answer.job?.id === parcel.lastJob?.id;
  const question = asked ? !isSaid && asked.words : unsettled && settleWords(unsettled);
  const mayDelete = !asked && !unsettled?.isPressing;
  if (answer.kind === 'ask to delete' || wantsDelete) {
    // The verdict of the scan that asks says the question.
    const onKeep = wantsDelete ? () => setWantsDelete(false) : null;
    return (
      <div className="parcel-actions">
        <AskToDelete parcel={parcel} isSaid={answer.kind === 'ask to delete'} onKeep={onKeep} />
      </div>
    );
  }
  // Just sent: whether it came out is said first.
  const mayPrint = !unsettled || unsettled.isPressing;
  return (
    <div className={question && mayPrint ? 'parcel-actions parcel-actions-asks' : 'parcel-actions'}>
      <FailureStrip failure={action.failure} />
      <div className="parcel-actions-row">
        {question && <p className="parcel-actions-question">{question}</p>}
        {unsettled && <SettleButtons unsettled={unsettled} action={action} />}
        {mayPrint && <PrintButton parcel={parcel} action={action} onAskReason={onAskReason} />}
        {mayDelete && <DeleteButton parcel={parcel} action={action} onAsk={() => setWantsDelete(true)} />}
      </div>
    </div>
  );
}

interface ActionButtonProps {
  readonly parcel: Parcel;
  readonly action: Action;
}

/** The label is in line already: it is answered for, let go on, or taken out of the line. */
function WaitingButtons({ job, action }: { readonly job: PrintJob; readonly action: Action }) {
  const jobId = job.id;
  return (
    <>
      {job.asked?.answers.map((answer) => (
        <Button
          key={answer}
          icon={Printer}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('print-job.answer', { jobId, answer }))}
        >
          {printAnswerWords[answer]}
        </Button>
      ))}
      {job.onHold && printJobCan('goOn', job.state) && (
        <Button
          icon={Play}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('print-job.go-on', { jobId }))}
        >
          Go on
        </Button>
      )}
      <Button
        icon={PrinterX}
        isDisabled={action.isRunning}
        onPress={() => void action.run(() => call('print-job.cancel', { jobId }))}
      >
        Cancel printing
      </Button>
    </>
  );
}

function PrintButton({ parcel, action, onAskReason }: ActionButtonProps & Pick<ParcelActionsProps, 'onAskReason'>) {
  const { lastJob } = parcel;
  if (lastJob && printJobCan('cancel', lastJob.state)) return <WaitingButtons job={lastJob} action={action} />;
  const mayBeOnPaper = needsReprintReason(parcel);
  // Somebody looked and none came out: that is the reason.
  const reprintReason = lastJob && isSaidNotPrinted(lastJob) ? didNotComeOut : null;
  const print = (): void => {
    void action.run(() => call('parcel.print', { parcelId: parcel.id, reprintReason }));
  };
  return (
    <Button
      icon={Printer}
      isDisabled={action.isRunning}
      disabledReason={whyNoCopy(parcel)}
      onPress={mayBeOnPaper ? onAskReason : print}
    >
      {mayBeOnPaper || reprintReason ? 'Print again' : 'Print label'}
    </Button>
  );
}

function whyNoCopy({ label, lastJob }: Parcel): string | null {
  if (label === null) return 'It has no label';
  return lastJob && isInPrinter(lastJob) ? 'The printer prints it itself' : null;
}

function DeleteButton({ parcel, action, onAsk }: ActionButtonProps & { readonly onAsk: () => void }) {
  const remove = (): void => void action.run(() => call('parcel.delete', { parcelId: parcel.id }));
  return (
    <Button
      tone="delete"
      icon={Trash2}
      isDisabled={action.isRunning}
      disabledReason={parcel.customCode === null ? 'It has no custom code' : null}
      onPress={isPickedUp(parcel) ? onAsk : remove}
    >
      Delete parcel
    </Button>
  );
}

/** All that can still be done with a parcel whose deletion counts down, or waits. */
function TakeBack({ parcel: { deletion }, action }: ActionButtonProps) {
  if (!deletion || !commandCan('takeBack', deletion.state)) return null;
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
          Take back
        </Button>
      </div>
    </div>
  );
}
