import './scan-result.css';
import type { ReactNode } from 'react';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { parcelStatusView } from '../shipments/parcel-status.ts';

interface ParcelStatusProps {
  readonly parcel: Parcel;
  readonly now: number;
}

/** Who a parcel is for, and its other codes. */
export function ParcelSummary({ parcel }: { readonly parcel: Parcel }) {
  const { trackingCode, pickUpCode } = parcel;
  return (
    <div className="facts">
      <dl>
        <Fact name="To">
          <Recipient parcel={parcel} />
        </Fact>
      </dl>
      <dl className="fact-group">
        <Fact name="Tracking">{trackingCode === null ? 'Not told' : <Code size="fact">{trackingCode}</Code>}</Fact>
        {pickUpCode !== null && (
          <Fact name="Pick-up code">
            <Code size="fact">{pickUpCode}</Code>
          </Fact>
        )}
        {parcel.parcelCount > 1 && <Fact name="Parcel">{`${parcel.position} of ${parcel.parcelCount}`}</Fact>}
      </dl>
    </div>
  );
}

/** A parcel's status, and never without where it is known from and since when. */
export function ParcelStatus({ parcel, now }: ParcelStatusProps) {
  const { word, tone, icon, source, age } = parcelStatusView(parcel, now);
  return (
    <dl className="parcel-status">
      <Fact name="Status">
        <StateBadge tone={tone} icon={icon} word={word} />
      </Fact>
      {source !== null && (
        <Fact name="Known from">
          <span className="fact-source">{`${source}, ${age}`}</span>
        </Fact>
      )}
    </dl>
  );
}

function Recipient({ parcel }: { readonly parcel: Parcel }) {
  const { name, addressText, postalCode, phone } = parcel.recipient;
  const isPostalCodeInAddress =
    postalCode !== null && (addressText ?? '').toLowerCase().includes(postalCode.toLowerCase());
  return (
    <>
      <span>{name ?? 'No name'}</span>
      {addressText !== null && <span className="fact-more">{addressText}</span>}
      {postalCode !== null && !isPostalCodeInAddress && <span className="fact-more">{postalCode.toUpperCase()}</span>}
      {phone !== null && <span className="fact-more fact-phone">{phone}</span>}
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A quiet name over what it names. */
export function Fact({ name, children }: FactProps) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
