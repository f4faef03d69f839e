import './batch-screen.css';
import { useState } from 'react';
import { createBatchMirror } from '../../../stores/batch.ts';
import { useMirror } from '../../../stores/mirror.ts';
import { stationViewMirror } from '../../../stores/station-view.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureStrip } from '../../failure-strip.tsx';
import { BatchBoard } from './batch-board.tsx';
import { BatchEmpty } from './batch-empty.tsx';
import { useBatchIntake } from './use-batch-intake.ts';

/** Many orders from a file or from copied rows: looked at, mended, priced, and created one at a time. */
export function BatchScreen() {
  const { value: view } = useMirror(stationViewMirror);
  // Nothing of one environment is shown in another: each has a mirror of its own.
  return view && <Batches key={view.environment.name} currency={view.environment.currency} />;
}

function Batches({ currency }: { readonly currency: string | null }) {
  const [mirror] = useState(createBatchMirror);
  const { value, failure } = useMirror(mirror);
  const batch = value?.batch ?? null;
  const intake = useBatchIntake(value !== null && batch === null);
  const refused = batch && intake.failure && (
    <Button size="small" tone="quiet" onPress={intake.dismiss}>
      Close
    </Button>
  );
  return (
    <section className="batch" aria-label="Batch">
      <FailureStrip failure={failure ?? intake.failure} actions={refused} />
      {value &&
        (batch ? <BatchBoard key={batch.id} batch={batch} currency={currency} /> : <BatchEmpty intake={intake} />)}
    </section>
  );
}
