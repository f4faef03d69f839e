import './batch.css';
import { type FormEvent, useState } from 'react';
import type { Batch } from '../../../shared/orders/batch.ts';
import type { DraftAddress, OrderBook } from '../../../shared/orders/order-book.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
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

/** The pick-up address of rows without their own: a saved one, or a typed one. */
export function PickUpAddressChoice({ batch, action }: PickUpAddressChoiceProps) {
  const [query] = useState(createBookQuery);
  const { value: book, failure } = useQuery(query);
  const [typed, setTyped] = useState(batch.pickUpAddress?.text ?? '');
  const known = knownAddresses(book);
  const use = (pickUpAddress: DraftAddress) => {
    setTyped(pickUpAddress.text ?? '');
    void action.run(() => call('batch.change', { pickUpAddress }));
  };
  const submitTyped = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') use({ text: typed.trim() });
  };
  const chosen = known.find(({ address }) => isSame(address, batch.pickUpAddress));
  return (
    <div className="pick-up-choice">
      <p className="pick-up-hint">{text('batch.pick-up.hint')}</p>
      <FailureStrip failure={failure} />
      {known.length > 0 && (
        <Select
          label={text('batch.pick-up.saved')}
          value={chosen?.value ?? null}
          choices={known}
          onChange={(value) => {
            const found = known.find((one) => one.value === value);
            if (found) use(found.address);
          }}
        />
      )}
      <form className="pick-up-typed" onSubmit={submitTyped}>
        <TextField
          label={known.length > 0 ? text('batch.pick-up.other-address') : text('batch.pick-up.address')}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" isDisabled={typed.trim() === '' || action.isRunning}>
          {text('batch.pick-up.use')}
        </Button>
      </form>
    </div>
  );
}

interface KnownAddress extends Choice {
  readonly address: DraftAddress;
}

/** The saved addresses, and the one of the last order where it is none of them. */
function knownAddresses(book: OrderBook | null): readonly KnownAddress[] {
  if (!book) return [];
  const saved = book.pickUpAddresses.map(({ id, name, address }) => choiceOf(String(id), name, address));
  const last = book.last?.pickUpAddress;
  if (!last?.text || saved.some(({ address }) => isSame(address, last))) return saved;
  return [...saved, choiceOf('last', text('batch.pick-up.last'), last)];
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
        .filter(([, value]) => value)
        .sort(),
    );
  return parts(one) === parts(other);
}
