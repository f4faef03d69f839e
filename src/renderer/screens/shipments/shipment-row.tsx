// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row
import type { Parcel } from '../../../shared/parcel.ts';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ageWords } from '../../words/ages.ts';
import { labelStanding } from '../../words/label-standing.ts';
import { shownStatus } from './shown-status.ts';

interface ShipmentRowProps {
  readonly index: number;
  /** Pixels from the top of all rows. */
  readonly top: number;
  /** undefined: not read yet. */
  readonly parcel: Parcel | undefined;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly now: number;
  readonly onPress: () => void;
}

/** One parcel of the board. */
export function ShipmentRow({ index, top, parcel, isCurrent, isOpen, now, onPress }: ShipmentRowProps) {
  const standing = `${isCurrent ? ' shipment-row-current' : ''}${isOpen ? ' shipment-row-open' : ''}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and takes the keys
    <div
      id={`shipment-row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      className={`shipment-row shipment-columns${standing}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onPress}
    >
      {parcel ? (
        <Cells parcel={parcel} now={now} />
      ) : (
        <div role="gridcell" className="shipment-cell-state">
          …
        </div>
      )}
    </div>
  );
}

function Cells({ parcel, now }: { readonly parcel: Parcel; readonly now: number }) {
  const status = shownStatus(parcel, now);
  const label = labelStanding(parcel);
  const { recipient } = parcel;
  const place = [recipient.postalCode?.toUpperCase(), recipient.addressText].filter(Boolean).join(', ');
  return (
    <>
      <div role="gridcell" className="shipment-cell-state">
        <StateBadge tone={status.tone} word={status.word} icon={status.icon} />
        {status.from && <span className="shipment-line shipment-small">{`${status.from}, ${status.age}`}</span>}
      </div>
      <div role="gridcell" className="shipment-cell-codes">
        {parcel.customCode ? <Code>{parcel.customCode}</Code> : <span className="shipment-small">No custom code</span>}
        <span className="shipment-small">
          {parcel.trackingCode ? <Code>{parcel.trackingCode}</Code> : 'No tracking code'}
          {parcel.parcelCount > 1 && `, ${parcel.position} of ${parcel.parcelCount}`}
        </span>
      </div>
      <div role="gridcell" className="shipment-cell-recipient">
        <span className="shipment-line" title={recipient.name ?? undefined}>
          {recipient.name ?? 'Name not told'}
        </span>
        <span className="shipment-line shipment-small" title={place}>
          {place}
        </span>
      </div>
      <div role="gridcell" className={`shipment-cell-label tone-${label.tone}`}>
        <label.icon aria-hidden />
        <span className="shipment-two-lines">{label.words}</span>
      </div>
      <div role="gridcell" className="shipment-cell-created shipment-small">
        {ageWords(parcel.createdAt, now)}
      </div>
    </>
  );
}
