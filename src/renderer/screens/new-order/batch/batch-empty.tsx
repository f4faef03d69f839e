import './batch-empty.css';
import { ClipboardPaste, FileSpreadsheet } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { BatchIntake } from './use-batch-intake.ts';

/** Before there are rows: the three ways to bring some, and what they should look like. */
export function BatchEmpty({ intake }: { readonly intake: BatchIntake }) {
  const [text, setText] = useState('');
  // Taken before it is written into the field: thousands of rows would be slow there.
  const takePasted = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!pasted.includes('\n')) return;
    event.preventDefault();
    intake.takeText(pasted);
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
        <div onPaste={takePasted} className="batch-paste">
          <TextField
            label="Paste rows"
            description="Copied in a spreadsheet. Ctrl V works anywhere on this screen."
            value={text}
            onChange={setText}
            lines={4}
            isCode
          />
          {text.trim() !== '' && (
            <Button icon={ClipboardPaste} isDisabled={intake.isRunning} onPress={() => intake.takeText(text)}>
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
