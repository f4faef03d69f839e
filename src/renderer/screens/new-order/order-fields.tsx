import './order-fields.css';
import { useMemo, useRef } from 'react';
import type { OrderDraft } from '../../../shared/order-book.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { wantOrder } from '../../stores/wanted-order.ts';
import { AddressCard } from './address-card.tsx';
import { createKeys } from './form-keys.ts';
import { focusParcel } from './form-places.ts';
import { useFormScans } from './form-scans.ts';
import { PickUpSources } from './order-book-addresses.tsx';
import { Templates } from './order-book-templates.tsx';
import type { OrderDesk } from './order-desk.ts';
import {
  type AddressSide,
  type FormFaults,
  formOfDraft,
  formWarnings,
  isBlankForm,
  type OrderForm,
  withAddress,
} from './order-form.ts';
import { ParcelsCard } from './parcels-card.tsx';
import { firstGap } from './scan-place.ts';
import { WantedQuestion } from './wanted-question.tsx';

interface OrderFieldsProps {
  readonly desk: OrderDesk;
  readonly form: OrderForm;
  readonly faults: FormFaults;
  /** The form still holds the order that was sent, and is not to be sent again. */
  readonly isSent: boolean;
  /** The environment's name. */
  readonly environment: string;
}

const orderBookMirror = () =>
  createMirror({ topics: ['order book', 'commands'], read: () => call('order-book.read', null) });

const blankBook = { pickUpAddresses: [], templates: [], last: null };

/** The order form: what it may begin with, both addresses, the parcels. */
export function OrderFields({ desk, form, faults, isSent, environment }: OrderFieldsProps) {
  const column = useRef<HTMLDivElement>(null);
  const mirror = useMemo(orderBookMirror, []);
  const book = useMirror(mirror).value ?? blankBook;
  const warnings = useMemo(() => formWarnings(form), [form]);
  const scans = useFormScans(desk, column);

  const take = (draft: OrderDraft) => {
    desk.change(() => formOfDraft(draft));
    // The fields of its parcels come with the next picture.
    requestAnimationFrame(() => {
      const { key, field } = firstGap(desk.getState().form);
      focusParcel(column.current, key, field);
    });
  };
  const addressCard = (side: AddressSide) => ({
    side,
    texts: form[side],
    faults,
    warnings,
    onChange: (texts: Partial<OrderForm[AddressSide]>) => desk.change((now) => withAddress(now, side, texts)),
  });

  return (
    <div className="new-order-form" ref={column}>
      <WantedQuestion environment={environment} isBlank={isBlankForm(form)} onTake={take} />
      <Templates book={book} form={form} onWant={(draft) => wantOrder({ environment, draft })} />
      <AddressCard {...addressCard('pickUpAddress')}>
        <PickUpSources
          book={book}
          texts={form.pickUpAddress}
          onTake={(texts) => desk.change((now) => withAddress(now, 'pickUpAddress', texts))}
        />
      </AddressCard>
      <AddressCard {...addressCard('dropOffAddress')} />
      <ParcelsCard
        parcels={form.parcels}
        faults={faults}
        warnings={warnings}
        scanFault={scans.fault}
        desk={desk}
        isSent={isSent}
        onWork={scans.clear}
      />
      <p className="order-keys">Enter goes on to the next field and never creates. {createKeys} creates the order.</p>
    </div>
  );
}
