import { History } from 'lucide-react';
import type { OrderBook, SavedAddress } from '../../../shared/order-book.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { OrderBookRow } from './order-book-row.tsx';
import { type AddressTexts, draftOfAddress, isSameAddress, textsOfDraft } from './order-form.ts';

interface PickUpSourcesProps {
  readonly book: OrderBook;
  readonly texts: AddressTexts;
  readonly onTake: (texts: AddressTexts) => void;
}

/** Where the pick-up address may come from: the saved ones, and the last order's. */
export function PickUpSources({ book, texts, onTake }: PickUpSourcesProps) {
  const { pickUpAddresses, last } = book;
  const now = draftOfAddress(texts);
  const save = (name: string, address: SavedAddress['address']) => call('order-book.save-address', { name, address });
  return (
    <OrderBookRow
      label="Saved addresses"
      entries={pickUpAddresses}
      detail={({ address }) => address.text ?? ''}
      chosen={pickUpAddresses.find(({ address }) => isSameAddress(address, now)) ?? null}
      onChoose={({ id, address }) => {
        onTake(textsOfDraft(address));
        void call('order-book.note-use', { what: 'address', id });
      }}
      saveWords="Save this address"
      nameLabel="Name for this address"
      canSave={now.text !== undefined}
      onSave={(name) => save(name, now)}
      onRemove={({ id }) => call('order-book.remove-address', { addressId: id })}
      onPutBack={({ name, address }) => save(name, address)}
    >
      {last && (
        <Button
          size="small"
          tone="quiet"
          icon={History}
          isDisabled={isSameAddress(last.pickUpAddress, now)}
          onPress={() => onTake(textsOfDraft(last.pickUpAddress))}
        >
          Use the last pick-up
        </Button>
      )}
    </OrderBookRow>
  );
}
