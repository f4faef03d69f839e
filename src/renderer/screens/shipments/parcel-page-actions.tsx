import { Printer, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { isPickedUp } from '../../../shared/shipments/picked-up.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { countdownText, deletionText, deletionTones } from '../../presentation/deletion-text.ts';
import { deleteDisabledReason, needsReprintReason, printDisabledReason } from '../../presentation/parcel-text.ts';
import { isMarkedNotPrinted, notPrintedReason } from '../../presentation/print-job-text.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { ConfirmDelete } from '../confirm-delete.tsx';
import { ResolveDeletionConflict } from '../deletion-conflict.tsx';
import { ReprintForm } from '../scan/reprint-form.tsx';
import { UncertainDeletion } from '../uncertain-orders/uncertain-deletion.tsx';

interface ParcelActionsProps {
  readonly parcel: Parcel;
  readonly now: number;
}

/** Print and Delete, each with its question in place. */
export function ParcelActions({ parcel, now }: ParcelActionsProps) {
  const action = useAction();
  const [isAsking, setIsAsking] = useState(false);
  const [isAskingToDelete, setIsAskingToDelete] = useState(false);
  const noPrint = printDisabledReason(parcel);
  const noDelete = deleteDisabledReason(parcel);
  const parcelId = parcel.id;

  // Marked as not printed by an operator: that is the reason.
  const reprintReason = parcel.lastJob && isMarkedNotPrinted(parcel.lastJob) ? notPrintedReason() : null;
  const remove = () => void action.run(() => call('parcel.delete', { parcelId }));
  const print = () => void action.run(() => call('parcel.print', { parcelId, reprintReason }));

  return (
    <div className="parcel-page-actions">
      {parcel.deletionConflict && <ResolveDeletionConflict parcelId={parcelId} conflict={parcel.deletionConflict} />}
      <Deletion parcel={parcel} now={now} />
      <div className="parcel-buttons">
        <Button
          size="small"
          icon={Printer}
          isDisabled={noPrint !== null || action.isRunning}
          onPress={() => (needsReprintReason(parcel) ? setIsAsking(true) : print())}
        >
          {text(needsReprintReason(parcel) || reprintReason ? 'parcel.print-again' : 'parcel.print')}
        </Button>
        <Button
          size="small"
          icon={Trash2}
          tone="delete"
          isDisabled={noDelete !== null || action.isRunning}
          onPress={() => (isPickedUp(parcel) ? setIsAskingToDelete(true) : remove())}
        >
          {text('parcel.delete')}
        </Button>
      </div>
      {parcel.deletion === null && parcel.deletedAt === null && <Reasons noPrint={noPrint} noDelete={noDelete} />}
      {isAsking && noPrint === null && (
        <ReprintForm parcelId={parcelId} copies={parcel.copies} onDone={() => setIsAsking(false)} />
      )}
      {isAskingToDelete && noDelete === null && (
        <ConfirmDelete parcel={parcel} onCancel={() => setIsAskingToDelete(false)} />
      )}
      <FailureStrip failure={action.failure} />
    </div>
  );
}

function Reasons({ noPrint, noDelete }: { readonly noPrint: string | null; readonly noDelete: string | null }) {
  return (
    <>
      {noPrint && <p className="parcel-reason">{noPrint}</p>}
      {noDelete && <p className="parcel-reason">{noDelete}</p>}
    </>
  );
}

function Deletion({ parcel, now }: ParcelActionsProps) {
  const undo = useAction();
  const { deletion } = parcel;
  if (!deletion || deletion.state === 'undone' || parcel.deletedAt !== null) return null;
  const { state, notBefore } = deletion;
  const stateText = state === 'counting' ? countdownText(notBefore, now) : deletionText(state);
  return (
    <div role="status" aria-label={text('parcel-page.deletion')}>
      <NoticeStrip
        tone={deletionTones[state]}
        actions={
          state === 'counting' && (
            <Button
              size="small"
              icon={Undo2}
              isDisabled={undo.isRunning}
              onPress={() => void undo.run(() => call('deletion.undo', { commandId: deletion.commandId }))}
            >
              {text('scan.undo')}
            </Button>
          )
        }
      >
        {parcel.copies === 0
          ? stateText
          : text('parcel-page.deletion.with-copies', { deletion: stateText, copies: parcel.copies })}
      </NoticeStrip>
      {state === 'uncertain' && (
        <UncertainDeletion commandId={deletion.commandId} serviceText={null} parcel={parcel} size="small" />
      )}
      <FailureStrip failure={undo.failure} />
    </div>
  );
}
