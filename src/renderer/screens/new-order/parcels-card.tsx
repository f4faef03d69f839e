import { Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { maxParcelsPerOrder } from '../../../shared/orders/order-request.ts';
import { call } from '../../data/station-client.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { createCodeCheck, type UnavailableCodes } from './custom-code-check.ts';
import { type ParcelFieldName, parcelAttribute, type ScanFault } from './form-focus.ts';
import type { NewOrderStore } from './new-order-store.ts';
import {
  codeErrors,
  customCodePath,
  type FieldMessages,
  type ParcelFields,
  weightPath,
  withAnotherParcel,
  withoutParcel,
  withParcel,
} from './order-form.ts';

interface ParcelsCardProps {
  readonly parcels: readonly ParcelFields[];
  readonly errors: FieldMessages;
  readonly warnings: FieldMessages;
  readonly scanFault: ScanFault | null;
  readonly store: NewOrderStore;
  /** The form still holds the order that was sent. */
  readonly isSent: boolean;
  /** A field is edited: the fault of the last scan is outdated. */
  readonly onEdit: () => void;
}

/** The parcels of the order, one to five; their codes are checked while they are typed. */
export function ParcelsCard(props: ParcelsCardProps) {
  const { parcels, errors, warnings, scanFault, store, isSent, onEdit } = props;
  const [place, setPlace] = useState<{ key: number; field: ParcelFieldName } | null>(null);
  const unavailable = useUnavailableCodes(parcels);
  const found = codeErrors(parcels, { editing: place?.field === 'customCode' ? place.key : null, unavailable, isSent });

  const change = (key: number, fields: Partial<Omit<ParcelFields, 'key'>>) => {
    onEdit();
    store.change((form) => withParcel(form, key, fields));
  };
  const focusOf = (key: number, field: ParcelFieldName) => ({
    onFocus: () => setPlace({ key, field }),
    onBlur: () => setPlace((now) => (now?.key === key && now.field === field ? null : now)),
  });
  const textAt = (messages: FieldMessages, path: string): string | null => {
    const message = messages[path];
    return message ? messageText(message) : null;
  };
  const codeError = (key: number, index: number): string | null =>
    scanFault?.key === key ? scanFault.message : textAt({ ...errors, ...found }, customCodePath(index));

  return (
    <Card
      title={text('new-order.parcels.title')}
      aside={text('new-order.parcels.count', { count: parcels.length, limit: maxParcelsPerOrder })}
    >
      <div className="order-parcels">
        {parcels.map(({ key, grams, customCode }, index) => (
          <fieldset
            key={key}
            className="order-parcel"
            aria-label={text('new-order.parcels.parcel', { number: index + 1 })}
            {...parcelAttribute(key)}
          >
            <TextField
              label={text('new-order.parcels.weight')}
              value={grams}
              onChange={(grams) => change(key, { grams })}
              error={textAt(errors, weightPath(index))}
              warning={textAt(warnings, weightPath(index))}
              isRequired
              {...focusOf(key, 'grams')}
            />
            <TextField
              label={text('new-order.parcels.custom-code')}
              value={customCode}
              onChange={(customCode) => change(key, { customCode })}
              error={codeError(key, index)}
              warning={textAt(warnings, customCodePath(index))}
              description={codeHint(customCode, place?.key === key)}
              isCode
              {...focusOf(key, 'customCode')}
            />
            {parcels.length > 1 && (
              <Button tone="quiet" icon={X} onPress={() => store.change((form) => withoutParcel(form, key))}>
                <span className="only-spoken">{text('new-order.parcels.remove', { number: index + 1 })}</span>
              </Button>
            )}
          </fieldset>
        ))}
        <div>
          <Button
            size="small"
            icon={Plus}
            onPress={() => store.change(withAnotherParcel)}
            isDisabled={parcels.length >= maxParcelsPerOrder}
          >
            {text('new-order.parcels.add')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Why main rejects codes in the form. */
function useUnavailableCodes(parcels: readonly ParcelFields[]): UnavailableCodes {
  const [check] = useState(() =>
    createCodeCheck({
      ask: (code) => call('order.check-code', { code }),
      later(work, milliseconds) {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
    }),
  );
  useEffect(() => check.update(parcels.map(({ customCode }) => customCode)), [check, parcels]);
  return useStore(check);
}

function codeHint(code: string, isCurrent: boolean): string {
  if (code !== '') return text('new-order.parcels.code-length', { length: code.length });
  return isCurrent ? text('new-order.parcels.code-scan') : text('new-order.parcels.code-blank');
}
