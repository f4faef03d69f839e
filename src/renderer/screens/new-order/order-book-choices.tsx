import { History } from 'lucide-react';
import type { OrderBook, OrderDraft, SavedAddress } from '../../../shared/orders/order-book.ts';
import { call } from '../../data/station-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OrderBookRow } from './order-book-row.tsx';
import {
  type AddressTexts,
  draftOfAddress,
  draftOfForm,
  isBlankForm,
  isSameAddress,
  isSameDraft,
  type OrderForm,
  textsOfDraft,
} from './order-form.ts';

interface SavedTemplatesProps {
  readonly book: OrderBook;
  readonly form: OrderForm;
  /** The form is to hold this; it asks where it holds something else. */
  readonly onRequest: (draft: OrderDraft) => void;
}

/** Whole orders to begin with: the templates, and the last order. */
export function SavedTemplates({ book, form, onRequest }: SavedTemplatesProps) {
  const { templates, last } = book;
  const now = draftOfForm(form);
  const save = (name: string, draft: OrderDraft) => call('order-book.save-template', { name, draft });
  return (
    <Card>
      <OrderBookRow
        label="Templates"
        entries={templates}
        detail={({ draft }) => draft.dropOffAddress.text ?? draft.pickUpAddress.text ?? ''}
        chosen={templates.find(({ draft }) => isSameDraft(draft, now)) ?? null}
        onChoose={({ id, draft }) => {
          onRequest(draft);
          void call('order-book.record-use', { what: 'template', id });
        }}
        saveWords="Save as a template"
        nameLabel="Name for this template"
        canSave={!isBlankForm(form)}
        onSave={(name) => save(name, now)}
        onRemove={({ id }) => call('order-book.remove-template', { templateId: id })}
        onRestore={({ name, draft }) => save(name, draft)}
      >
        {last && (
          <Button
            size="small"
            tone="quiet"
            icon={History}
            isDisabled={isSameDraft(last, now)}
            onPress={() => onRequest(last)}
          >
            Repeat the last order
          </Button>
        )}
      </OrderBookRow>
    </Card>
  );
}

interface SavedPickUpAddressesProps {
  readonly book: OrderBook;
  readonly texts: AddressTexts;
  readonly onLoad: (texts: AddressTexts) => void;
}

/** Where the pick-up address may come from: the saved ones, and the last order's. */
export function SavedPickUpAddresses({ book, texts, onLoad }: SavedPickUpAddressesProps) {
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
        onLoad(textsOfDraft(address));
        void call('order-book.record-use', { what: 'address', id });
      }}
      saveWords="Save this address"
      nameLabel="Name for this address"
      canSave={now.text !== undefined}
      onSave={(name) => save(name, now)}
      onRemove={({ id }) => call('order-book.remove-address', { addressId: id })}
      onRestore={({ name, address }) => save(name, address)}
    >
      {last && (
        <Button
          size="small"
          tone="quiet"
          icon={History}
          isDisabled={isSameAddress(last.pickUpAddress, now)}
          onPress={() => onLoad(textsOfDraft(last.pickUpAddress))}
        >
          Use the last pick-up
        </Button>
      )}
    </OrderBookRow>
  );
}
