import './scan-result.css';
import type { ReactNode } from 'react';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { elsewhereTexts } from '../../presentation/elsewhere-text.ts';
import { labelStatus } from '../../presentation/label-status.ts';
import { parcelStatusView } from '../../presentation/parcel-text.ts';
import { text } from '../../text/text.ts';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/tone.tsx';
import { useVerdictContext } from '../verdict-context.ts';

interface ParcelStatusProps {
  readonly parcel: Parcel;
  readonly now: number;
}

/** Where a parcel goes, and its other codes. */
export function ParcelSummary({ parcel, now }: ParcelStatusProps) {
  const { trackingCode, pickUpCode } = parcel;
  const elsewhere = elsewhereTexts(parcel, now);
  return (
    <div className="facts">
      <dl>
        <Fact name={text('parcel.address')}>
          <Address parcel={parcel} />
        </Fact>
      </dl>
      <dl className="fact-group">
        <Fact name={text('parcel.tracking')}>
          {trackingCode === null ? text('value.not-provided') : <Code size="fact">{trackingCode}</Code>}
        </Fact>
        {pickUpCode !== null && (
          <Fact name={text('parcel.pick-up-code')}>
            <Code size="fact">{pickUpCode}</Code>
          </Fact>
        )}
        {parcel.parcelCount > 1 && (
          <Fact name={text('parcel.parcel')}>
            {text('parcel.position', { position: parcel.position, count: parcel.parcelCount })}
          </Fact>
        )}
        {elsewhere.length > 0 && <Fact name={text('elsewhere.name')}>{elsewhere.slice(0, 3).join('. ')}</Fact>}
      </dl>
    </div>
  );
}

/** A parcel's status, always with its source and age, and the state of its label. */
export function ParcelStatus({ parcel, now }: ParcelStatusProps) {
  const { word, tone, icon, updated } = parcelStatusView(parcel, now);
  const label = labelStatus(parcel, useVerdictContext(now));
  return (
    <dl className="answer-status">
      <Fact name={text('parcel.status')}>
        <StateBadge tone={tone} icon={icon} word={word} />
      </Fact>
      <Fact name={text('parcel.label')}>
        <StateBadge tone={label.tone} icon={label.icon} word={label.text} />
      </Fact>
      {updated !== null && (
        <Fact name={text('parcel.status-source')}>
          <span className="fact-source">{updated}</span>
        </Fact>
      )}
    </dl>
  );
}

function Address({ parcel }: { readonly parcel: Parcel }) {
  const { addressText, postalCode, phone } = parcel.recipient;
  const isPostalCodeInAddress =
    postalCode !== null && (addressText ?? '').toLowerCase().includes(postalCode.toLowerCase());
  return (
    <>
      {addressText === null && postalCode === null && phone === null && text('value.not-provided')}
      {addressText !== null && <DataLine>{addressText}</DataLine>}
      {postalCode !== null && !isPostalCodeInAddress && <DataLine>{postalCode.toUpperCase()}</DataLine>}
      {phone !== null && <DataLine className="fact-phone">{phone}</DataLine>}
    </>
  );
}

/** A line of data in its own direction, whatever that of the language is. */
function DataLine({ children, className = '' }: { readonly children: string; readonly className?: string }) {
  return (
    <span className={`fact-more ${className}`}>
      <bdi>{children}</bdi>
    </span>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A fact under its name. */
export function Fact({ name, children }: FactProps) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
