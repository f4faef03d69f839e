// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row
import { Square, SquareCheck } from 'lucide-react';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { parcelStatusView } from '../../presentation/parcel-text.ts';
import { labelStatus } from '../../presentation/print-job-text.ts';
import { ageText } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/tone.tsx';

interface ShipmentRowProps {
  readonly index: number;
  /** Pixels from the top of all rows. */
  readonly top: number;
  /** undefined while not read yet. */
  readonly parcel: Parcel | undefined;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  /** Null where pressing the row opens it. */
  readonly isChosen: ((parcel: Parcel) => boolean) | null;
  readonly now: number;
  readonly onPress: () => void;
}

/** One parcel of the board. */
export function ShipmentRow(props: ShipmentRowProps) {
  const { index, top, parcel, isCurrent, now, onPress } = props;
  const isChosen = parcel !== undefined && props.isChosen?.(parcel) === true;
  const isMarked = props.isOpen || isChosen;
  const rowClass = `${isCurrent ? ' shipment-row-current' : ''}${isMarked ? ' shipment-row-open' : ''}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys
    <div
      id={`shipment-row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isMarked}
      className={`shipment-row shipment-columns${rowClass}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onPress}
    >
      {parcel ? (
        <Cells parcel={parcel} now={now} isChosen={props.isChosen && isChosen} />
      ) : (
        <div role="gridcell" className="shipment-cell-state">
          {text('shipments.loading-row')}
        </div>
      )}
    </div>
  );
}

interface CellsProps {
  readonly parcel: Parcel;
  readonly now: number;
  /** Null where pressing a row does not choose it. */
  readonly isChosen: boolean | null;
}

function Cells({ parcel, now, isChosen }: CellsProps) {
  const status = parcelStatusView(parcel, now);
  const label = labelStatus(parcel);
  const { recipient } = parcel;
  const place = [recipient.postalCode?.toUpperCase(), recipient.addressText].filter(Boolean).join(', ');
  return (
    <>
      <div role="gridcell" className="shipment-cell-state">
        <span className="shipment-state">
          {isChosen !== null && (isChosen ? <SquareCheck aria-hidden /> : <Square aria-hidden />)}
          <StateBadge tone={status.tone} word={status.word} icon={status.icon} />
        </span>
        {status.updatedShort && <span className="shipment-line shipment-small">{status.updatedShort}</span>}
      </div>
      <div role="gridcell" className="shipment-cell-codes">
        {parcel.customCode ? (
          <Code>{parcel.customCode}</Code>
        ) : (
          <span className="shipment-small">{text('shipments.no-custom-code')}</span>
        )}
        <span className="shipment-small">
          {parcel.trackingCode ? <Code>{parcel.trackingCode}</Code> : text('shipments.no-tracking-code')}
          {parcel.parcelCount > 1 && (
            <span> ({text('parcel.position', { position: parcel.position, count: parcel.parcelCount })})</span>
          )}
        </span>
      </div>
      <div role="gridcell" className="shipment-cell-recipient">
        <span className="shipment-line" title={recipient.name ?? undefined}>
          {recipient.name ?? text('shipments.no-recipient-name')}
        </span>
        <span className="shipment-line shipment-small" title={place}>
          {place}
        </span>
      </div>
      <div role="gridcell" className={`shipment-cell-label tone-${label.tone}`}>
        <label.icon aria-hidden />
        <span className="shipment-two-lines">{label.text}</span>
      </div>
      <div role="gridcell" className="shipment-cell-created shipment-small">
        {ageText(parcel.createdAt, now)}
      </div>
    </>
  );
}
