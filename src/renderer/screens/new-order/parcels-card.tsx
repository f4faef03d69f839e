import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { mostParcelsPerOrder } from '../../../shared/order-request.ts';
import { useScanDestination } from '../../scanner/destination.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { readCodeScan } from './code-scan.ts';
import type { OrderDesk } from './order-desk.ts';
import {
  customCodePath,
  type FormFaults,
  type ParcelFields,
  weightPath,
  withAnotherParcel,
  withoutParcel,
  withParcel,
} from './order-form.ts';

interface ParcelsCardProps {
  readonly parcels: readonly ParcelFields[];
  readonly faults: FormFaults;
  readonly desk: OrderDesk;
}

/** The parcels of the order, one to five. A scan lands in the custom code of the parcel that has the focus, and nowhere else here. */
export function ParcelsCard({ parcels, faults, desk }: ParcelsCardProps) {
  const [scanKey, setScanKey] = useState<number | null>(null);
  const [scanFault, setScanFault] = useState<string | null>(null);

  const change = (key: number, written: Partial<Omit<ParcelFields, 'key'>>) => {
    setScanFault(null);
    desk.change((form) => withParcel(form, key, written));
  };

  useScanDestination((reading) => {
    if (scanKey === null) return false;
    const scan = readCodeScan(reading);
    if (scan.kind === 'code') change(scanKey, { customCode: scan.code });
    if (scan.kind === 'doubt') setScanFault(scan.words);
    return scan.kind !== 'other';
  });

  const focusOn = (key: number | null) => {
    setScanKey(key);
    setScanFault(null);
  };

  return (
    <Card title="Parcels" aside={`${parcels.length} of at most ${mostParcelsPerOrder}`}>
      <div className="order-parcels">
        {parcels.map((parcel, index) => (
          <fieldset key={parcel.key} className="order-parcel" aria-label={`Parcel ${index + 1}`}>
            <TextField
              label="Weight (g)"
              value={parcel.grams}
              onChange={(grams) => change(parcel.key, { grams })}
              error={faults[weightPath(index)] ?? null}
              isRequired
              onFocus={() => focusOn(parcel.key)}
              onBlur={() => focusOn(null)}
            />
            <TextField
              label="Custom code"
              value={parcel.customCode}
              onChange={(customCode) => change(parcel.key, { customCode })}
              error={(scanKey === parcel.key ? scanFault : null) ?? faults[customCodePath(index)] ?? null}
              description={codeHint(parcel, scanKey)}
              isCode
              onFocus={() => focusOn(parcel.key)}
              onBlur={() => focusOn(null)}
            />
            {parcels.length > 1 && (
              <Button tone="quiet" icon={X} onPress={() => desk.change((form) => withoutParcel(form, parcel.key))}>
                <span className="only-spoken">{`Remove parcel ${index + 1}`}</span>
              </Button>
            )}
          </fieldset>
        ))}
        <div>
          <Button
            size="small"
            icon={Plus}
            onPress={() => desk.change(withAnotherParcel)}
            isDisabled={parcels.length >= mostParcelsPerOrder}
          >
            Add parcel
          </Button>
        </div>
      </div>
    </Card>
  );
}

function codeHint(parcel: ParcelFields, scanKey: number | null): string {
  const { length } = parcel.customCode.trim();
  if (length > 0) return `${length} of 16 to 20 characters`;
  return scanKey === parcel.key ? 'Scan the sticker on the parcel' : 'Blank: the station makes one';
}
