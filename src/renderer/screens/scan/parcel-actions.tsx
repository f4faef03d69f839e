import './parcel-actions.css';
import { Printer, PrinterX, Trash2, Undo2 } from 'lucide-react';
import { commandCan } from '../../../shared/command.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/parcel.ts';
import { maybeOnPaper, type PrintJob, printJobCan } from '../../../shared/print-job.ts';
import type { ScanAnswer } from '../../../shared/scan-answer.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { type Action, useAction } from '../use-action.ts';
import { jobToSettle, SettleButtons } from './settle-buttons.tsx';

interface ParcelActionsProps {
  readonly answer: ScanAnswer;
  readonly parcel: Parcel;
  /** Another copy is wanted; it needs a reason. */
  readonly onAskReason: () => void;
}

/** What can be done with the parcel in hand. While its label is in doubt, that is settled first. */
export function ParcelActions({ answer, parcel, onAskReason }: ParcelActionsProps) {
  const action = useAction();
  const unsettled = jobToSettle(answer);
  if (isDeletedOrDeleting(parcel)) return <TakeBack parcel={parcel} action={action} />;
  return (
    <div className="parcel-actions">
      <FailureStrip failure={action.failure} />
      <div className="parcel-actions-row">
        {unsettled && <SettleButtons job={unsettled} action={action} />}
        <PrintButton parcel={parcel} action={action} onAskReason={onAskReason} />
        {!unsettled && <DeleteButton parcel={parcel} action={action} />}
      </div>
    </div>
  );
}

interface ActionButtonProps {
  readonly parcel: Parcel;
  readonly action: Action;
}

/** The label is in line already: what is left to do is to take it out of the line. */
function CancelPrintButton({ job, action }: { readonly job: PrintJob; readonly action: Action }) {
  const cancel = () => void action.run(() => call('print-job.cancel', { jobId: job.id }));
  return (
    <Button icon={PrinterX} isDisabled={action.isRunning} onPress={cancel}>
      Cancel printing
    </Button>
  );
}

function PrintButton({ parcel, action, onAskReason }: ActionButtonProps & Pick<ParcelActionsProps, 'onAskReason'>) {
  const { lastJob } = parcel;
  if (lastJob && printJobCan('cancel', lastJob.state)) return <CancelPrintButton job={lastJob} action={action} />;
  const mayBeOnPaper = parcel.copies > 0 || (parcel.lastJob !== null && maybeOnPaper.includes(parcel.lastJob.state));
  const print = (): void => {
    void action.run(() => call('parcel.print', { parcelId: parcel.id, reprintReason: null }));
  };
  return (
    <Button
      icon={Printer}
      isDisabled={action.isRunning}
      disabledReason={parcel.label === null ? 'It has no label' : null}
      onPress={mayBeOnPaper ? onAskReason : print}
    >
      {mayBeOnPaper ? 'Print again' : 'Print label'}
    </Button>
  );
}

function DeleteButton({ parcel, action }: ActionButtonProps) {
  return (
    <Button
      tone="delete"
      icon={Trash2}
      isDisabled={action.isRunning}
      disabledReason={parcel.customCode === null ? 'It has no custom code' : null}
      onPress={() => void action.run(() => call('parcel.delete', { parcelId: parcel.id }))}
    >
      Delete parcel
    </Button>
  );
}

/** All that can still be done with a parcel whose deletion counts down. */
function TakeBack({ parcel: { deletion }, action }: ActionButtonProps) {
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
          Take back
        </Button>
      </div>
    </div>
  );
}
