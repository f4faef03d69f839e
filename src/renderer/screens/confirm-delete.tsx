import './common.css';
import { Trash2, X } from 'lucide-react';
import type { Parcel } from '../../shared/shipments/parcel.ts';
import { pickedUpQuestion } from '../../shared/shipments/picked-up.ts';
import { call } from '../data/station-client.ts';
import { useAction } from '../data/use-action.ts';
import { messageText, text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { FailureStrip } from '../ui/notice-strip.tsx';

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
    <div className="ask-to-delete">
      {!isQuestionShown && <p role="alert">{question ? messageText(question) : text('parcel.delete-question')}</p>}
      <div className="ask-to-delete-row">
        <Button tone="delete" icon={Trash2} isDisabled={isRunning} onPress={() => void remove()}>
          {text('parcel.delete-anyway')}
        </Button>
        {onCancel && (
          <Button icon={X} onPress={onCancel}>
            {text('parcel.cancel-delete')}
          </Button>
        )}
      </div>
      <FailureStrip failure={failure} />
    </div>
  );
}
