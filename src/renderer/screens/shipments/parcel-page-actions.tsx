import { Printer, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { isPickedUp } from '../../../shared/shipments/picked-up.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { deletionWords } from '../../presentation/deletion-text.ts';
import { copiesToDestroy, isMarkedNotPrinted, notPrintedReason } from '../../presentation/print-job-text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { ConfirmDelete } from '../common/confirm-delete.tsx';
import { ReprintForm } from '../scan/reprint-form.tsx';
import { needsReprintReason, whyNotDeletable, whyNotPrintable } from './parcel-rules.ts';

interface ParcelActionsProps {
  readonly parcel: Parcel;
  readonly now: number;
}

/** Print and Delete, with the question each may have, asked in place. */
export function ParcelActions({ parcel, now }: ParcelActionsProps) {
  const action = useAction();
  const [isAsking, setIsAsking] = useState(false);
  const [isAskingToDelete, setIsAskingToDelete] = useState(false);
  const noPrint = whyNotPrintable(parcel);
  const noDelete = whyNotDeletable(parcel);
  const parcelId = parcel.id;

  // Somebody looked and none came out: that is the reason.
  const reprintReason = parcel.lastJob && isMarkedNotPrinted(parcel.lastJob) ? notPrintedReason : null;
  const remove = () => void action.run(() => call('parcel.delete', { parcelId }));
  const print = () => void action.run(() => call('parcel.print', { parcelId, reprintReason }));

  return (
    <div className="parcel-acts">
      <Deletion parcel={parcel} now={now} />
      <div className="parcel-buttons">
        <Button
          size="small"
          icon={Printer}
          isDisabled={noPrint !== null || action.isRunning}
          onPress={() => (needsReprintReason(parcel) ? setIsAsking(true) : print())}
        >
          {needsReprintReason(parcel) || reprintReason ? 'Print again' : 'Print label'}
        </Button>
        <Button
          size="small"
          icon={Trash2}
          tone="delete"
          isDisabled={noDelete !== null || action.isRunning}
          onPress={() => (isPickedUp(parcel) ? setIsAskingToDelete(true) : remove())}
        >
          Delete parcel
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
      {noPrint && <p className="parcel-reason">No print: {noPrint}.</p>}
      {noDelete && <p className="parcel-reason">No deletion: {noDelete}.</p>}
    </>
  );
}

function Deletion({ parcel, now }: ParcelActionsProps) {
  const undo = useAction();
  const { deletion } = parcel;
  if (!deletion || deletion.state === 'undone' || parcel.deletedAt !== null) return null;
  const copies = copiesToDestroy(parcel.copies);
  const { tone, words } = deletionWords(deletion.state, deletion.notBefore, now);
  return (
    <div role="status" aria-label="Deletion">
      <NoticeStrip
        tone={tone}
        actions={
          deletion.state === 'counting' && (
            <Button
              size="small"
              icon={Undo2}
              isDisabled={undo.isRunning}
              onPress={() => void undo.run(() => call('deletion.undo', { commandId: deletion.commandId }))}
            >
              Undo
            </Button>
          )
        }
      >
        {copies === '' ? words : `${words}: ${copies}`}
      </NoticeStrip>
      <FailureStrip failure={undo.failure} />
    </div>
  );
}
