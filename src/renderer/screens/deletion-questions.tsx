import { PackageCheck, Trash2, X } from 'lucide-react';
import type { DeletionConflict } from '../../shared/shipments/deletion-conflict.ts';
import type { Parcel } from '../../shared/shipments/parcel.ts';
import { pickedUpQuestion } from '../../shared/shipments/shipment-state.ts';
import { call } from '../data/station-client.ts';
import { useAction } from '../data/use-action.ts';
import { messageText, text } from '../text/text.ts';
import { Confirmation } from '../ui/confirmation.tsx';
import { FailureStrip } from '../ui/notice-strip.tsx';
import { HelpButton } from './help/help-button.tsx';

interface ConfirmDeleteProps {
  readonly parcel: Parcel;
  /** The question is already shown elsewhere. */
  readonly isQuestionShown?: boolean;
  /** The operator cancels; null where the question cannot be dismissed. */
  readonly onCancel: (() => void) | null;
}

/**
 * Asks before a picked-up parcel is deleted. It takes no focus, so that the Enter after an accidental scan cannot press
 * a button.
 */
export function ConfirmDelete({ parcel, isQuestionShown = false, onCancel }: ConfirmDeleteProps) {
  const { run, isRunning, failure } = useAction();
  const question = pickedUpQuestion(parcel);
  const remove = async (): Promise<void> => {
    const isAccepted = await run(() => call('parcel.delete', { parcelId: parcel.id, evenIfPickedUp: true }));
    if (isAccepted) onCancel?.();
  };
  return (
    <>
      <Confirmation
        confirm={{
          label: text('parcel.delete-anyway'),
          tone: 'delete',
          icon: Trash2,
          isDisabled: isRunning,
          onPress: () => void remove(),
        }}
        cancel={onCancel && { label: text('button.cancel'), icon: X, onPress: onCancel }}
      >
        {!isQuestionShown && <p role="alert">{question ? messageText(question) : text('parcel.delete-question')}</p>}
      </Confirmation>
      <FailureStrip failure={failure} />
    </>
  );
}

interface ResolveDeletionConflictProps {
  readonly parcelId: number;
  readonly conflict: DeletionConflict;
  /** The question is already shown elsewhere. */
  readonly isQuestionShown?: boolean;
}

/** Asks whether a parcel exists that the service reported as deleted, and later as picked up. It takes no focus. */
export function ResolveDeletionConflict(props: ResolveDeletionConflictProps) {
  const { parcelId, conflict, isQuestionShown = false } = props;
  const { run, isRunning, failure } = useAction();
  const decide = (decision: 'exists' | 'deleted') => () =>
    void run(() => call('parcel.resolve-conflict', { parcelId, decision }));
  return (
    <>
      <Confirmation
        label={text('deletion-conflict.name')}
        tone="warning"
        confirm={{
          label: text('deletion-conflict.exists'),
          icon: PackageCheck,
          command: 'choice 1',
          isDisabled: isRunning,
          onPress: decide('exists'),
        }}
        cancel={{
          label: text('deletion-conflict.deleted'),
          icon: Trash2,
          command: 'choice 2',
          isDisabled: isRunning,
          onPress: decide('deleted'),
        }}
      >
        {!isQuestionShown && <p>{text('scan-verdict.sentence.deletion-conflict', { state: conflict.state })}</p>}
      </Confirmation>
      <HelpButton page="conflicting-reports" />
      <FailureStrip failure={failure} />
    </>
  );
}
