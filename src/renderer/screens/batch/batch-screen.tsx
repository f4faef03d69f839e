import './batch.css';
import { ClipboardPaste, FileSpreadsheet } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import type { Batch } from '../../../shared/orders/batch.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Loading } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { createBatchQuery } from './batch-data.ts';
import { type BatchIntake, useBatchIntake } from './batch-intake.ts';
import { BatchTable } from './batch-table.tsx';
import { DraftOptions } from './draft-options.tsx';
import { DraftSummary } from './draft-summary.tsx';
import { StartedSummary } from './started-summary.tsx';

/** Many orders from a file or from copied rows: checked, corrected, priced, and created one at a time. */
export function BatchScreen() {
  const { value: view } = useQuery(stationViewQuery);
  // Each environment has its own query, so that its batch is never shown in another.
  return view && <Batches key={view.environment.name} currency={view.environment.currency} />;
}

function Batches({ currency }: { readonly currency: string | null }) {
  const [query] = useState(createBatchQuery);
  const { value, failure } = useQuery(query);
  const batch = value?.batch ?? null;
  const intake = useBatchIntake(value !== null && batch === null);
  const rejected = batch && intake.failure && (
    <Button size="small" tone="quiet" onPress={intake.dismiss}>
      {text('batch.close')}
    </Button>
  );
  return (
    <section className="batch" aria-label={text('batch.name')}>
      <FailureStrip
        failure={failure ?? intake.failure}
        actions={rejected}
        onRetry={failure ? query.refetch : undefined}
      />
      {!value && !failure && <Loading />}
      {value &&
        (batch ? <BatchBoard key={batch.id} batch={batch} currency={currency} /> : <BatchEmpty intake={intake} />)}
    </section>
  );
}

interface BatchBoardProps {
  readonly batch: Batch;
  readonly currency: string | null;
}

/** One batch: its state and actions, and its rows. */
function BatchBoard({ batch, currency }: BatchBoardProps) {
  const action = useAction();
  const isDraft = batch.state === 'draft';
  const Band = isDraft ? DraftSummary : StartedSummary;
  return (
    <>
      <Band batch={batch} currency={currency} action={action} />
      <FailureStrip failure={action.failure} />
      <BatchTable batch={batch} currency={currency} action={action}>
        {isDraft && <DraftOptions batch={batch} action={action} />}
      </BatchTable>
    </>
  );
}

/** Without rows: the three ways to open some, and their format. */
function BatchEmpty({ intake }: { readonly intake: BatchIntake }) {
  const [pasted, setPasted] = useState('');
  // Handled before the text gets into the field: thousands of rows would be slow there.
  const takePastedRows = (event: ClipboardEvent): void => {
    const copied = event.clipboardData.getData('text/plain');
    if (!copied.includes('\n')) return;
    event.preventDefault();
    intake.pasteText(copied);
  };
  return (
    <div className="batch-empty">
      <Card className="batch-ways">
        <h2>{text('batch.empty.title')}</h2>
        <p>{text('batch.empty.hint')}</p>
        <Button tone="solid" icon={FileSpreadsheet} isDisabled={intake.isRunning} onPress={intake.chooseFile}>
          {text('batch.choose-file')}
        </Button>
        <p className="batch-hint">{text('batch.choose-file.hint')}</p>
        <div onPaste={takePastedRows} className="batch-paste">
          <TextField
            label={text('batch.paste')}
            description={text('batch.paste.hint')}
            value={pasted}
            onChange={setPasted}
            lines={4}
            isCode
          />
          {pasted.trim() !== '' && (
            <Button icon={ClipboardPaste} isDisabled={intake.isRunning} onPress={() => intake.pasteText(pasted)}>
              {text('batch.use-rows')}
            </Button>
          )}
        </div>
        <p role="status" className="batch-hint">
          {intake.isRunning ? text('batch.reading') : ''}
        </p>
      </Card>
      <Card title={text('batch.format.title')} className="batch-shape">
        <p>{text('batch.format.hint')}</p>
        <dl className="batch-shape-columns">
          <dt>{text('batch.format.required')}</dt>
          <dd>{text('batch.format.required.columns')}</dd>
          <dt>{text('batch.format.optional')}</dt>
          <dd>{text('batch.format.optional.columns')}</dd>
          <dt>{text('batch.format.pick-up')}</dt>
          <dd>{text('batch.format.pick-up.columns')}</dd>
        </dl>
        <p className="batch-hint">{text('batch.format.matching')}</p>
        <p className="batch-hint">{text('batch.format.combining')}</p>
      </Card>
    </div>
  );
}
