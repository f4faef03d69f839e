import type { ReactNode } from 'react';
import type { Parcel } from '../../../shared/parcel.ts';
import { Code } from '../../ui/code.tsx';
import { ageWords, clockTime } from '../../words/ages.ts';
import { labelStanding } from '../../words/label-standing.ts';

interface ParcelFactsProps {
  readonly parcel: Parcel;
  readonly now: number;
}

/** What the station knows of a parcel; what nobody told is left out. */
export function ParcelFacts({ parcel, now }: ParcelFactsProps) {
  const { recipient, label } = parcel;
  return (
    <dl className="parcel-facts">
      <Fact name="Recipient" isWide>
        {recipient.name}
        {recipient.phone && <span className="parcel-line">{recipient.phone}</span>}
        {recipient.addressText && <span className="parcel-line">{recipient.addressText}</span>}
        {recipient.postalCode && <span className="parcel-line">{recipient.postalCode.toUpperCase()}</span>}
      </Fact>
      <Fact name="Label" isWide>
        {labelStanding({ ...parcel, deletion: null }).words}
        {label?.failure && <span className="parcel-line">{label.failure.message}</span>}
      </Fact>
      <Fact name="Tracking code">{parcel.trackingCode && <Code>{parcel.trackingCode}</Code>}</Fact>
      <Fact name="Pick-up code">{parcel.pickUpCode && <Code>{parcel.pickUpCode}</Code>}</Fact>
      <Fact name="Order">{parcel.orderUniqueId && <Code>{parcel.orderUniqueId}</Code>}</Fact>
      <Fact name="Parcel">{`${parcel.position} of ${parcel.parcelCount}`}</Fact>
      <Fact name="Weight and size">{weightAndSize(parcel)}</Fact>
      <Fact name="Pick-up">{parcel.pickUpDate}</Fact>
      <Fact name="Drop-off">{parcel.dropOffDate}</Fact>
      <Fact name="Created">{`${clockTime(parcel.createdAt, now)}, ${ageWords(parcel.createdAt, now)}`}</Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, isWide = false, children }: FactProps) {
  const parts = Array.isArray(children) ? children : [children];
  if (parts.every((part) => part === null || part === false || part === '' || part === undefined)) return null;
  return (
    <div className={isWide ? 'parcel-fact parcel-fact-wide' : 'parcel-fact'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function weightAndSize({ weightGrams, sizeCode }: Parcel): string {
  return [weightGrams === null ? '' : `${weightGrams} g`, sizeCode ?? ''].filter((part) => part !== '').join(', ');
}
