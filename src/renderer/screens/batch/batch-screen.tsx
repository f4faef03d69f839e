import './batch.css';
import { ClipboardPaste, FileSpreadsheet } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import type { Batch } from '../../../shared/orders/batch.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { createBatchQuery } from './batch-data.ts';
import { type BatchIntake, useBatchIntake } from './batch-intake.ts';
import { BatchTable } from './batch-table.tsx';
import { DraftOptions } from './draft-options.tsx';
import { DraftSummary } from './draft-summary.tsx';
import { StartedSummary } from './started-summary.tsx';

/** Many orders from a file or from copied rows: looked at, mended, priced, and created one at a time. */
export function BatchScreen() {
  const { value: view } = useQuery(stationViewQuery);
  // Nothing of one environment is shown in another: each has a mirror of its own.
  return view && <Batches key={view.environment.name} currency={view.environment.currency} />;
}

function Batches({ currency }: { readonly currency: string | null }) {
  const [query] = useState(createBatchQuery);
  const { value, failure } = useQuery(query);
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

interface BatchBoardProps {
  readonly batch: Batch;
  readonly currency: string | null;
}

/** One batch: where it stands and what can be done, and its rows. */
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

/** Before there are rows: the three ways to bring some, and what they should look like. */
function BatchEmpty({ intake }: { readonly intake: BatchIntake }) {
  const [text, setText] = useState('');
  // Taken before it is written into the field: thousands of rows would be slow there.
  const takePastedRows = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!pasted.includes('\n')) return;
    event.preventDefault();
    intake.pasteText(pasted);
  };
  return (
    <div className="batch-empty">
      <Card className="batch-ways">
        <h2>Bring the rows to be ordered</h2>
        <p>Nothing is ordered by looking: first you see every row, what is wrong with it, and what it would cost.</p>
        <Button tone="solid" icon={FileSpreadsheet} isDisabled={intake.isRunning} onPress={intake.chooseFile}>
          Choose a file
        </Button>
        <p className="batch-hint">
          A CSV file or a spreadsheet (.xlsx). It can also be dropped anywhere onto this window.
        </p>
        <div onPaste={takePastedRows} className="batch-paste">
          <TextField
            label="Paste rows"
            description="Copied in a spreadsheet. Ctrl V works anywhere on this screen."
            value={text}
            onChange={setText}
            lines={4}
            isCode
          />
          {text.trim() !== '' && (
            <Button icon={ClipboardPaste} isDisabled={intake.isRunning} onPress={() => intake.pasteText(text)}>
              Use these rows
            </Button>
          )}
        </div>
        <p role="status" className="batch-hint">
          {intake.isRunning ? 'Reading the rows …' : ''}
        </p>
      </Card>
      <Card title="What the rows look like" className="batch-shape">
        <p>The first row names the columns, in any order. One row is one parcel.</p>
        <dl className="batch-shape-columns">
          <dt>Needed</dt>
          <dd>Drop-off address, weight in grams</dd>
          <dt>Useful</dt>
          <dd>Receiver name, phone and e-mail, a note for the courier, a custom code of your own</dd>
          <dt>Pick-up</dt>
          <dd>A column of its own, or one address for all rows</dd>
        </dl>
        <p className="batch-hint">
          Columns with such names are found by themselves. Any other column is matched by hand, once: a later file with
          the same columns is matched the same way.
        </p>
        <p className="batch-hint">
          A parcel without a custom code gets one. Rows of one receiver can become one order of up to five parcels.
        </p>
      </Card>
    </div>
  );
}
