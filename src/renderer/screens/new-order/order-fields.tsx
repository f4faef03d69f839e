import './new-order.css';
import { useMemo, useRef } from 'react';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { quotedServiceText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { AddressCard } from './address-card.tsx';
import {
  firstIncompleteField,
  focusFirstFault,
  focusFirstField,
  focusParcelField,
  useFormScans,
} from './form-focus.ts';
import type { Correcting, NewOrderStore } from './new-order-store.ts';
import { SavedPickUpAddresses, SavedTemplates } from './order-book-choices.tsx';
import {
  type AddressSide,
  type FieldMessages,
  formOfCode,
  formOfDraft,
  formWarnings,
  isBlankForm,
  type OrderForm,
  withAddress,
} from './order-form.ts';
import { ParcelsCard } from './parcels-card.tsx';
import { RequestedDraftQuestion, type RequestedOrder, requestDraft } from './requested-draft.tsx';

interface OrderFieldsProps {
  readonly store: NewOrderStore;
  readonly form: OrderForm;
  readonly errors: FieldMessages;
  /** The form corrects a rejected order. */
  readonly correcting: Correcting | null;
  /** The form still holds the order that was sent. */
  readonly isSent: boolean;
  /** The environment's name. */
  readonly environment: string;
}

const orderBookQuery = () =>
  createQuery({ topics: ['order book', 'commands'], read: () => call('order-book.read', null) });

const blankBook = { pickUpAddresses: [], templates: [], last: null };

/** The order form: saved orders, both addresses, the parcels. */
export function OrderFields({ store, form, correcting, isSent, environment, ...props }: OrderFieldsProps) {
  const errors = { ...correcting?.complaints.fields, ...props.errors };
  const column = useRef<HTMLDivElement>(null);
  const query = useMemo(orderBookQuery, []);
  const book = useQuery(query).value ?? blankBook;
  const warnings = useMemo(() => formWarnings(form), [form]);
  const scans = useFormScans(store, column);

  const loadOrder = (order: RequestedOrder) => {
    if (order.kind === 'correction') store.correct(order.correction);
    else store.load(order.kind === 'code' ? formOfCode(order.customCode) : formOfDraft(order.draft));
    // The fields of its parcels are rendered in the next frame.
    requestAnimationFrame(() => {
      if (order.kind === 'code') return focusFirstField(column.current);
      if (order.kind === 'correction' && focusFirstFault(column.current)) return;
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
      <RequestedDraftQuestion
        environment={environment}
        isBlank={isBlankForm(form)}
        correctedId={correcting?.commandId ?? null}
        onLoad={loadOrder}
      />
      {correcting && <CorrectionStrip correcting={correcting} onStartAnother={store.startAnother} />}
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
      <p className="order-keys">
        {text('new-order.keys', {
          create: text('new-order.create.keys'),
          print: text('new-order.create-and-print.keys'),
        })}
      </p>
    </div>
  );
}

interface CorrectionStripProps {
  readonly correcting: Correcting;
  readonly onStartAnother: () => void;
}

/** Above a form that corrects a rejected order: what the service said that no field shows. */
function CorrectionStrip({ correcting, onStartAnother }: CorrectionStripProps) {
  return (
    <NoticeStrip
      tone="warning"
      next={text('new-order.correction.next')}
      actions={
        <Button size="small" onPress={onStartAnother}>
          {text('new-order.status.start-another')}
        </Button>
      }
    >
      {text('new-order.correction')}
      {correcting.complaints.others.map(({ path, text: complaint }) => (
        <span key={path} className="order-complaint">
          {text('new-order.correction.complaint', { path, complaint: quotedServiceText(complaint) })}
        </span>
      ))}
    </NoticeStrip>
  );
}
