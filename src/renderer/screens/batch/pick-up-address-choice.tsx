import './batch.css';
import { type FormEvent, useState } from 'react';
import type { Batch } from '../../../shared/orders/batch.ts';
import type { DraftAddress, OrderBook } from '../../../shared/orders/order-book.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { type Choice, Select } from '../../ui/select.tsx';
import { addressLine } from './batch-column-text.ts';
import { createBookQuery } from './batch-data.ts';

interface PickUpAddressChoiceProps {
  readonly batch: Batch;
  readonly action: Action;
}

/** Where the parcels of rows without a pick-up address of their own are picked up: from the order book, or written. */
export function PickUpAddressChoice({ batch, action }: PickUpAddressChoiceProps) {
  const [query] = useState(createBookQuery);
  const { value: book, failure } = useQuery(query);
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
