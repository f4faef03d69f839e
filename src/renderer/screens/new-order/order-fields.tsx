import './new-order.css';
import { useMemo, useRef } from 'react';
import type { OrderDraft } from '../../../shared/orders/order-book.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { text } from '../../text/text.ts';
import { AddressCard } from './address-card.tsx';
import { firstIncompleteField, focusParcelField, useFormScans } from './form-focus.ts';
import type { NewOrderStore } from './new-order-store.ts';
import { SavedPickUpAddresses, SavedTemplates } from './order-book-choices.tsx';
import {
  type AddressSide,
  type FieldMessages,
  formOfDraft,
  formWarnings,
  isBlankForm,
  type OrderForm,
  withAddress,
} from './order-form.ts';
import { ParcelsCard } from './parcels-card.tsx';
import { RequestedDraftQuestion, requestDraft } from './requested-draft.tsx';

interface OrderFieldsProps {
  readonly store: NewOrderStore;
  readonly form: OrderForm;
  readonly errors: FieldMessages;
  /** The form still holds the order that was sent. */
  readonly isSent: boolean;
  /** The environment's name. */
  readonly environment: string;
}

const orderBookQuery = () =>
  createQuery({ topics: ['order book', 'commands'], read: () => call('order-book.read', null) });

const blankBook = { pickUpAddresses: [], templates: [], last: null };

/** The order form: saved orders, both addresses, the parcels. */
export function OrderFields({ store, form, errors, isSent, environment }: OrderFieldsProps) {
  const column = useRef<HTMLDivElement>(null);
  const query = useMemo(orderBookQuery, []);
  const book = useQuery(query).value ?? blankBook;
  const warnings = useMemo(() => formWarnings(form), [form]);
  const scans = useFormScans(store, column);

  const loadDraft = (draft: OrderDraft) => {
    store.change(() => formOfDraft(draft));
    // The fields of its parcels are rendered in the next frame.
    requestAnimationFrame(() => {
      const { key, field } = firstIncompleteField(store.getState().form);
      focusParcelField(column.current, key, field);
    });
  };
  const addressCard = (side: AddressSide) => ({
    side,
    texts: form[side],
    errors,
    warnings,
    onChange: (texts: Partial<OrderForm[AddressSide]>) => store.change((now) => withAddress(now, side, texts)),
  });

  return (
    <div className="new-order-form" ref={column}>
      <RequestedDraftQuestion environment={environment} isBlank={isBlankForm(form)} onLoad={loadDraft} />
      <SavedTemplates book={book} form={form} onRequest={(draft) => requestDraft({ environment, draft })} />
      <AddressCard {...addressCard('pickUpAddress')}>
        <SavedPickUpAddresses
          book={book}
          texts={form.pickUpAddress}
          onLoad={(texts) => store.change((now) => withAddress(now, 'pickUpAddress', texts))}
        />
      </AddressCard>
      <AddressCard {...addressCard('dropOffAddress')} />
      <ParcelsCard
        parcels={form.parcels}
        errors={errors}
        warnings={warnings}
        scanFault={scans.fault}
        store={store}
        isSent={isSent}
        onEdit={scans.clear}
      />
      <p className="order-keys">{text('new-order.keys', { keys: text('new-order.create.keys') })}</p>
    </div>
  );
}
