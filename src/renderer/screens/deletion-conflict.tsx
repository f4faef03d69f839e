import { PackageCheck, Trash2 } from 'lucide-react';
import type { DeletionConflict } from '../../shared/shipments/deletion-conflict.ts';
import { call } from '../data/station-client.ts';
import { useAction } from '../data/use-action.ts';
import { text } from '../text/text.ts';
import { Confirmation } from '../ui/confirmation.tsx';
import { FailureStrip } from '../ui/notice-strip.tsx';

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
          isDisabled: isRunning,
          onPress: decide('exists'),
        }}
        cancel={{
          label: text('deletion-conflict.deleted'),
          icon: Trash2,
          isDisabled: isRunning,
          onPress: decide('deleted'),
        }}
      >
        {!isQuestionShown && <p>{text('deletion-conflict.question', { state: conflict.state })}</p>}
      </Confirmation>
      <FailureStrip failure={failure} />
    </>
  );
}
