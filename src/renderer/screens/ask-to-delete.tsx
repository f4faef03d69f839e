import './ask-to-delete.css';
import { Trash2, X } from 'lucide-react';
import type { Parcel } from '../../shared/parcel.ts';
import { pickedUpQuestion } from '../../shared/picked-up.ts';
import { call } from '../station.ts';
import { Button } from '../ui/button.tsx';
import { FailureStrip } from './failure-strip.tsx';
import { useAction } from './use-action.ts';

interface AskToDeleteProps {
  readonly parcel: Parcel;
  /** The question stands beside already. */
  readonly isSaid?: boolean;
  /** It is not to be deleted after all; null where nothing has to be put away. */
  readonly onKeep: (() => void) | null;
}

/**
 * The question before a parcel that was picked up is deleted. Answered by a press alone: it takes no focus, so that the Enter behind
 * a stray scan cannot press it.
 */
export function AskToDelete({ parcel, isSaid = false, onKeep }: AskToDeleteProps) {
  const { run, isRunning, failure } = useAction();
  const remove = async (): Promise<void> => {
    const isBegun = await run(() => call('parcel.delete', { parcelId: parcel.id, evenIfPickedUp: true }));
    if (isBegun) onKeep?.();
  };
  return (
    <div className="ask-to-delete">
      {!isSaid && <p role="alert">{pickedUpQuestion(parcel) ?? 'Delete this parcel?'}</p>}
      <div className="ask-to-delete-row">
        <Button tone="delete" icon={Trash2} isDisabled={isRunning} onPress={() => void remove()}>
          Delete anyway
        </Button>
        {onKeep && (
          <Button icon={X} onPress={onKeep}>
            Keep it
          </Button>
        )}
      </div>
      <FailureStrip failure={failure} />
    </div>
  );
}
