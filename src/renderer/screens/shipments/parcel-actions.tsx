import { Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Result } from '../../../shared/contract/failure.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { isPickedUp } from '../../../shared/shipments/shipment-state.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { countdownText, deletionText } from '../../presentation/deletion-verdict.ts';
import type { OfferedAction } from '../../presentation/offered-actions.ts';
import { deleteDisabledReason, needsReprintReason, printDisabledReason } from '../../presentation/parcel-text.ts';
import { isMarkedNotPrinted, notPrintedReason } from '../../presentation/print-job-text.ts';
import { deletionStyles } from '../../presentation/state-styles.ts';
import { verdictOn } from '../../presentation/verdict.ts';
import { factsOfParcel } from '../../presentation/verdict-facts.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { ConfirmDelete, ResolveDeletionConflict } from '../deletion-questions.tsx';
import { answersBeforeSettling, CommandButtons } from '../print-queue/command-buttons.tsx';
import { jobActions } from '../print-queue/job-actions.ts';
import { LabelButtons, useMoveTargets } from '../print-queue/label-buttons.tsx';
import { ReprintForm } from '../scan/reprint-form.tsx';
import { UncertainDeletion } from '../uncertain-orders/uncertain-deletion.tsx';
import { useVerdictContext } from '../verdict-context.ts';

/** Names the parcel for the buttons about its label. */
export const parcelCodeId = 'parcel-code';

/** What is asked before an action: the reason of another copy, or whether a picked-up parcel is deleted. */
export type ParcelQuestion = 'reprint' | 'delete';

/** What can be done with a parcel from the list and from the side panel. */
export type ParcelAction = 'print' | 'delete' | 'undo';

/** The call of an action, or the question that comes first. */
export function parcelRequest(parcel: Parcel, action: ParcelAction): ParcelQuestion | (() => Promise<Result<unknown>>) {
  const { id: parcelId, lastJob, deletion } = parcel;
  switch (action) {
    case 'print': {
      if (needsReprintReason(parcel)) return 'reprint';
      // Marked as not printed by an operator: that is the reason.
      const reprintReason = lastJob && isMarkedNotPrinted(lastJob) ? notPrintedReason() : null;
      return () => call('parcel.print', { parcelId, reprintReason, reprintKind: 'not printed' });
    }
    case 'delete':
      return isPickedUp(parcel) ? 'delete' : () => call('parcel.delete', { parcelId });
    case 'undo':
      return () => call('deletion.undo', { commandId: deletion?.commandId ?? null });
  }
}

interface ParcelActionsProps {
  readonly parcel: Parcel;
  readonly now: number;
  /** The question that is asked at once. */
  readonly question: ParcelQuestion | null;
}

/** Print and Delete, each with its question in place. */
export function ParcelActions({ parcel, now, question }: ParcelActionsProps) {
  const action = useAction();
  const [asked, setAsked] = useState(question);
  const noPrint = printDisabledReason(parcel);
  const noDelete = deleteDisabledReason(parcel);
  const close = () => setAsked(null);
  const act = (name: ParcelAction) => {
    const request = parcelRequest(parcel, name);
    if (typeof request === 'string') setAsked(request);
    else void action.run(request);
  };
  const { lastJob } = parcel;
  const { actions } = verdictOn(factsOfParcel(parcel, useVerdictContext(now)));
  const others = useMoveTargets(lastJob);
  const labelButtons =
    lastJob && jobActions(lastJob, { actions: actions.filter(isBesidePrint), others, copies: parcel.copies });
  const isAgain = needsReprintReason(parcel) || (parcel.lastJob !== null && isMarkedNotPrinted(parcel.lastJob));

  return (
    <div className="panel-actions">
      {parcel.deletionConflict && <ResolveDeletionConflict parcelId={parcel.id} conflict={parcel.deletionConflict} />}
      <Deletion parcel={parcel} now={now} />
      <div className="parcel-buttons">
        <Button
          size="small"
          icon={Printer}
          isDisabled={noPrint !== null || action.isRunning}
          onPress={() => act('print')}
        >
          {text(isAgain ? 'parcel.print-again' : 'parcel.print')}
        </Button>
        {lastJob && labelButtons && (
          <LabelButtons
            job={lastJob}
            actions={labelButtons}
            describedBy={parcelCodeId}
            onAskReason={() => setAsked('reprint')}
          />
        )}
        <Button
          size="small"
          icon={Trash2}
          tone="delete"
          isDisabled={noDelete !== null || action.isRunning}
          onPress={() => act('delete')}
        >
          {text('parcel.delete')}
        </Button>
      </div>
      {parcel.deletion === null && parcel.deletedAt === null && <Reasons noPrint={noPrint} noDelete={noDelete} />}
      {asked === 'reprint' && noPrint === null && (
        <ReprintForm parcelId={parcel.id} copies={parcel.copies} onDone={close} />
      )}
      {asked === 'delete' && noDelete === null && <ConfirmDelete parcel={parcel} onCancel={close} />}
      <FailureStrip failure={action.failure} />
    </div>
  );
}

/** "Print again" has its own button here. */
const isBesidePrint = (action: OfferedAction): boolean => action !== 'print again';

function Reasons({ noPrint, noDelete }: { readonly noPrint: string | null; readonly noDelete: string | null }) {
  return (
    <>
      {noPrint && <p className="parcel-reason">{noPrint}</p>}
      {noDelete && <p className="parcel-reason">{noDelete}</p>}
    </>
  );
}

function Deletion({ parcel, now }: Omit<ParcelActionsProps, 'question'>) {
  const { deletion } = parcel;
  const { tone, actions } = verdictOn(factsOfParcel(parcel, useVerdictContext(now)));
  if (!deletion || deletion.state === 'undone' || parcel.deletedAt !== null) return null;
  const { state, notBefore } = deletion;
  const stateText = state === 'counting' ? countdownText(notBefore, now) : deletionText(state);
  return (
    <div role="status" aria-label={text('parcel-page.deletion')}>
      <NoticeStrip
        tone={state === 'rejected' ? deletionStyles.rejected.tone : tone}
        actions={<CommandButtons commandId={deletion.commandId} actions={actions} size="small" />}
      >
        {parcel.copies === 0
          ? stateText
          : text('parcel-page.deletion.with-copies', { deletion: stateText, copies: parcel.copies })}
      </NoticeStrip>
      {actions.includes('settleDeletion') && (
        <UncertainDeletion
          {...{ commandId: deletion.commandId, serviceText: null, parcel, size: 'small' }}
          answersBefore={answersBeforeSettling(deletion)}
        />
      )}
    </div>
  );
}
