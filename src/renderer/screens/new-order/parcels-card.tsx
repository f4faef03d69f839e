import { Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { maxParcelsPerOrder } from '../../../shared/orders/order-request.ts';
import { call } from '../../data/station-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { codeFaults, createCodeCheck } from './custom-code-check.ts';
import type { ParcelFieldName } from './form-focus.ts';
import { parcelAttribute } from './form-focus.ts';
import type { ScanFault } from './form-scans.ts';
import type { NewOrderStore } from './new-order-store.ts';
import {
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
  readonly faults: FieldMessages;
  readonly warnings: FieldMessages;
  readonly scanFault: ScanFault | null;
  readonly store: NewOrderStore;
  /** The form still holds the order that was sent, and is not to be sent again. */
  readonly isSent: boolean;
  /** A hand is at work: what was said of the last scan is over. */
  readonly onWork: () => void;
}

/** The parcels of the order, one to five; their codes are judged while they are written. */
export function ParcelsCard(props: ParcelsCardProps) {
  const { parcels, faults, warnings, scanFault, store, isSent, onWork } = props;
  const [place, setPlace] = useState<{ key: number; field: ParcelFieldName } | null>(null);
  const unavailable = useUnavailableCodes(parcels);
  const found = codeFaults(parcels, { writing: place?.field === 'customCode' ? place.key : null, unavailable, isSent });

  const change = (key: number, written: Partial<Omit<ParcelFields, 'key'>>) => {
    onWork();
    store.change((form) => withParcel(form, key, written));
  };
  const focusOf = (key: number, field: ParcelFieldName) => ({
    onFocus: () => setPlace({ key, field }),
    onBlur: () => setPlace((now) => (now?.key === key && now.field === field ? null : now)),
  });
  const codeError = (key: number, index: number): string | null =>
    (scanFault?.key === key ? scanFault.words : null) ??
    found[customCodePath(index)] ??
    faults[customCodePath(index)] ??
    null;

  return (
    <Card title="Parcels" aside={`${parcels.length} of at most ${maxParcelsPerOrder}`}>
      <div className="order-parcels">
        {parcels.map(({ key, grams, customCode }, index) => (
          <fieldset key={key} className="order-parcel" aria-label={`Parcel ${index + 1}`} {...parcelAttribute(key)}>
            <TextField
              label="Weight (g)"
              value={grams}
              onChange={(text) => change(key, { grams: text })}
              error={faults[weightPath(index)] ?? null}
              warning={warnings[weightPath(index)] ?? null}
              isRequired
              {...focusOf(key, 'grams')}
            />
            <TextField
              label="Custom code"
              value={customCode}
              onChange={(text) => change(key, { customCode: text })}
              error={codeError(key, index)}
              warning={warnings[customCodePath(index)] ?? null}
              description={codeHint(customCode, place?.key === key)}
              isCode
              {...focusOf(key, 'customCode')}
            />
            {parcels.length > 1 && (
              <Button tone="quiet" icon={X} onPress={() => store.change((form) => withoutParcel(form, key))}>
                <span className="only-spoken">{`Remove parcel ${index + 1}`}</span>
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
            Add parcel
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** What main says of the codes in the form. */
function useUnavailableCodes(parcels: readonly ParcelFields[]): Readonly<Record<string, string>> {
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
  if (code !== '') return `${code.length} of 16 to 20 characters`;
  return isCurrent ? 'Scan the sticker on the parcel' : 'Blank: the station makes one';
}
