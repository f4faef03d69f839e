import './common.css';
import { Trash2, X } from 'lucide-react';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { pickedUpQuestion } from '../../../shared/shipments/picked-up.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';

interface ConfirmDeleteProps {
  readonly parcel: Parcel;
  /** The question stands beside already. */
  readonly isQuestionShown?: boolean;
  /** It is not to be deleted after all; null where nothing has to be put away. */
  readonly onCancel: (() => void) | null;
}

/**
 * The question before a parcel that was picked up is deleted. Answered by a press alone: it takes no focus, so that the Enter behind
 * a stray scan cannot press it.
 */
export function ConfirmDelete({ parcel, isQuestionShown = false, onCancel }: ConfirmDeleteProps) {
  const { run, isRunning, failure } = useAction();
  const remove = async (): Promise<void> => {
    const isAccepted = await run(() => call('parcel.delete', { parcelId: parcel.id, evenIfPickedUp: true }));
    if (isAccepted) onCancel?.();
  };
  return (
    <div className="ask-to-delete">
      {!isQuestionShown && <p role="alert">{pickedUpQuestion(parcel) ?? 'Delete this parcel?'}</p>}
      <div className="ask-to-delete-row">
        <Button tone="delete" icon={Trash2} isDisabled={isRunning} onPress={() => void remove()}>
          Delete anyway
        </Button>
        {onCancel && (
          <Button icon={X} onPress={onCancel}>
            Keep it
          </Button>
        )}
      </div>
      <FailureStrip failure={failure} />
    </div>
  );
}
