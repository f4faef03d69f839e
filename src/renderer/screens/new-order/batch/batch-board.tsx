import type { Batch } from '../../../../shared/batch.ts';
import { FailureStrip } from '../../failure-strip.tsx';
import { useAction } from '../../use-action.ts';
import { BatchTable } from './batch-table.tsx';
import { DraftBand } from './draft-band.tsx';
import { DraftChoices } from './draft-choices.tsx';
import { StartedBand } from './started-band.tsx';

interface BatchBoardProps {
  readonly batch: Batch;
  readonly currency: string | null;
}

/** One batch: where it stands and what can be done, and its rows. */
export function BatchBoard({ batch, currency }: BatchBoardProps) {
  const action = useAction();
  const isDraft = batch.state === 'draft';
  const Band = isDraft ? DraftBand : StartedBand;
  return (
    <>
      <Band batch={batch} currency={currency} action={action} />
      <FailureStrip failure={action.failure} />
      <BatchTable batch={batch} currency={currency} action={action}>
        {isDraft && <DraftChoices batch={batch} action={action} />}
      </BatchTable>
    </>
  );
}
