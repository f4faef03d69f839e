import './pick-up-choice.css';
import { type FormEvent, useState } from 'react';
import type { Batch } from '../../../../shared/batch.ts';
import type { DraftAddress, OrderBook } from '../../../../shared/order-book.ts';
import { call } from '../../../station.ts';
import { createBookMirror } from '../../../stores/batch.ts';
import { useMirror } from '../../../stores/mirror.ts';
import { Button } from '../../../ui/button.tsx';
import { type Choice, Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FailureStrip } from '../../failure-strip.tsx';
import type { Action } from '../../use-action.ts';
import { addressLine } from './batch-field-words.ts';

interface PickUpChoiceProps {
  readonly batch: Batch;
  readonly action: Action;
}

/** Where the parcels of rows without a pick-up address of their own are picked up: from the order book, or written. */
export function PickUpChoice({ batch, action }: PickUpChoiceProps) {
  const [mirror] = useState(createBookMirror);
  const { value: book, failure } = useMirror(mirror);
  const [text, setText] = useState(batch.pickUpAddress?.text ?? '');
  const known = knownAddresses(book);
  const use = (pickUpAddress: DraftAddress) => {
    setText(pickUpAddress.text ?? '');
    void action.run(() => call('batch.change', { pickUpAddress }));
  };
  const useWritten = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') use({ text: text.trim() });
  };
  const chosen = known.find(({ address }) => isSame(address, batch.pickUpAddress));
  return (
    <div className="pick-up-choice">
      <p className="pick-up-words">For every row that names no pick-up address of its own.</p>
      <FailureStrip failure={failure} />
      {known.length > 0 && (
        <Select
          label="From the order book"
          value={chosen?.value ?? null}
          choices={known}
          onChange={(value) => {
            const found = known.find((one) => one.value === value);
            if (found) use(found.address);
          }}
        />
      )}
      <form className="pick-up-written" onSubmit={useWritten}>
        <TextField label={known.length > 0 ? 'Or written here' : 'Written here'} value={text} onChange={setText} />
        <Button type="submit" isDisabled={text.trim() === '' || action.isRunning}>
          Use this address
        </Button>
      </form>
    </div>
  );
}

interface KnownAddress extends Choice {
  readonly address: DraftAddress;
}

/** The saved ones, and the one of the order created last where it is none of them. */
function knownAddresses(book: OrderBook | null): readonly KnownAddress[] {
  if (!book) return [];
  const saved = book.pickUpAddresses.map(({ id, name, address }) => choiceOf(String(id), name, address));
  const last = book.last?.pickUpAddress;
  if (!last?.text || saved.some(({ address }) => isSame(address, last))) return saved;
  return [...saved, choiceOf('last', 'As the last order', last)];
}

function choiceOf(value: string, label: string, address: DraftAddress): KnownAddress {
  const detail = addressLine(address);
  return { value, label, address, ...(detail !== null && { detail }) };
}

function isSame(one: DraftAddress, other: DraftAddress | null): boolean {
  if (!other) return false;
  const parts = (address: DraftAddress) =>
    JSON.stringify(
      Object.entries(address)
        .filter(([, text]) => text)
        .sort(),
    );
  return parts(one) === parts(other);
}
