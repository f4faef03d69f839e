// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row
import { type LucideIcon, Printer, Trash2, Undo2 } from 'lucide-react';
import { type MouseEvent, memo, type RefObject, useEffect, useState } from 'react';
import { type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { copyElsewhereText, elsewhereTexts } from '../../presentation/elsewhere-text.ts';
import { labelStatus } from '../../presentation/label-status.ts';
import { deleteDisabledReason, parcelStatusView, printDisabledReason } from '../../presentation/parcel-text.ts';
import type { VerdictContext } from '../../presentation/verdict-facts.ts';
import { ageText } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/tone.tsx';
import type { ParcelAction } from './parcel-actions.tsx';

/** Rows that are filled in one frame: all that a jump brings into view take longer than a frame together. */
const rowsFilledAFrame = 8;

interface ShipmentRowProps {
  readonly index: number;
  /** The first row in view, and the first of those that come into view now. */
  readonly view: RefObject<{ readonly first: number; readonly firstNew: number }>;
  /** Pixels from the top of all rows. */
  readonly top: number;
  /** undefined while not read yet. */
  readonly parcel: Parcel | undefined;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly context: VerdictContext;
}

/** One parcel of the board, in one line. Rows that stay in view while others come are not made again. */
export const ShipmentRow = memo(function ShipmentRow(props: ShipmentRowProps) {
  const { index, view, top, parcel, isCurrent, isOpen, isSelected } = props;
  const isFilled = useTurn(parcel !== undefined, index, view);
  const modifiers = [
    isCurrent && ' shipment-row-current',
    isOpen && ' shipment-row-open',
    isSelected && ' shipment-row-selected',
  ];
  return (
    <div
      id={`shipment-row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen}
      className={`shipment-row shipment-columns${modifiers.filter(Boolean).join('')}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {parcel && isFilled ? (
        <Cells {...props} parcel={parcel} />
      ) : (
        <div role="gridcell" className="shipment-cell-state">
          {text('shipments.loading-row')}
        </div>
      )}
    </div>
  );
});

/**
 * True once the row is read and has its turn. Of rows that were read when they came into view, a few have it at once, as by scrolling, and
 * the others in the frame of their place among them; of those that are read later, each in the frame of its place in view.
 */
function useTurn(isRead: boolean, index: number, view: ShipmentRowProps['view']): boolean {
  // As it came into view.
  const [framesBefore] = useState(() => (isRead ? frameOf(index - view.current.firstNew) : null));
  const [hasTurn, setHasTurn] = useState(framesBefore === 0);
  const isWaiting = isRead && !hasTurn;
  useEffect(() => {
    if (!isWaiting) return;
    let framesLeft = framesBefore ?? frameOf(index - view.current.first);
    const next = (): void => {
      if (framesLeft === 0) setHasTurn(true);
      else request = requestAnimationFrame(next);
      framesLeft -= 1;
    };
    let request = requestAnimationFrame(next);
    return () => cancelAnimationFrame(request);
  }, [isWaiting, framesBefore, index, view]);
  return hasTurn;
}

const frameOf = (place: number): number => Math.floor(Math.max(0, place) / rowsFilledAFrame);

function Cells({ parcel, context, isSelected }: ShipmentRowProps & { readonly parcel: Parcel }) {
  const status = parcelStatusView(parcel, context.now);
  const hasStatus = status.updated !== null;
  const label = labelStatus(parcel, context);
  const isElsewhere = label.text === copyElsewhereText(parcel, context.now);
  const [elsewhere = null] = isElsewhere ? [] : elsewhereTexts(parcel, null);
  const { recipient, customCode } = parcel;
  const place = [recipient.postalCode?.toUpperCase(), recipient.addressText].filter(Boolean).join(', ');
  return (
    <>
      <SelectionCell label={text('shipments.select', { code: parcelCode(parcel) })} isSelected={isSelected} />
      <div role="gridcell" className="shipment-cell-codes">
        {customCode ? (
          <Code>{customCode}</Code>
        ) : (
          <span className="shipment-small">{text('shipments.no-custom-code')}</span>
        )}
        {parcel.parcelCount > 1 && (
          <span className="shipment-small shipment-position">
            {text('parcel.position', { position: parcel.position, count: parcel.parcelCount })}
          </span>
        )}
      </div>
      <div
        role="gridcell"
        className="shipment-cell-recipient"
        title={[recipient.name, place].filter(Boolean).join(', ')}
      >
        <span className="shipment-line">
          <bdi>{recipient.name ?? text('shipments.no-recipient-name')}</bdi>
        </span>
        <span className="shipment-line shipment-small shipment-place">
          <bdi>{place}</bdi>
        </span>
      </div>
      <div role="gridcell" className="shipment-cell-state" title={status.updated ?? undefined}>
        {hasStatus && <StateBadge tone={status.tone} word={status.word} icon={status.icon} />}
        <span className="shipment-line shipment-small shipment-updated">{status.updatedShort}</span>
        {!hasStatus && <span className="only-spoken">{status.word}</span>}
      </div>
      <div
        role="gridcell"
        className={`shipment-cell-label tone-${label.tone}`}
        title={[...new Set([label.text, ...elsewhereTexts(parcel, context.now)])].join(', ')}
      >
        <label.icon aria-hidden />
        <span className="shipment-label-lines">
          <span className={isElsewhere ? 'shipment-two-lines' : 'shipment-line'}>{label.text}</span>
          {elsewhere !== null && <span className="shipment-line shipment-small">{elsewhere}</span>}
        </span>
      </div>
      <div role="gridcell" className="shipment-cell-tracking">
        {parcel.trackingCode && <Code>{parcel.trackingCode}</Code>}
      </div>
      <div role="gridcell" className="shipment-cell-created shipment-small">
        {ageText(parcel.createdAt, context.now)}
      </div>
      <div role="gridcell" className="shipment-cell-actions">
        {rowActions(parcel).map((action) => (
          <RowButton key={action} action={action} parcel={parcel} />
        ))}
      </div>
    </>
  );
}

interface SelectionCellProps {
  readonly label: string;
  readonly isSelected: boolean;
  /** Where the grid does not handle it for all rows. */
  readonly onSelect?: (event: MouseEvent) => void;
  readonly role?: 'gridcell' | 'columnheader';
}

/** A check box, by mouse and touch; by keyboard, Space in the grid selects. */
export function SelectionCell({ label, isSelected, onSelect, role = 'gridcell' }: SelectionCellProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has one of two roles
    <div
      role={role}
      className="shipment-cell-select"
      data-on="beside the check box"
      onMouseDown={(event) => event.preventDefault()}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={label}
        checked={isSelected}
        readOnly
        data-on="check box"
        onClick={onSelect}
      />
    </div>
  );
}

/** What the row's buttons offer now; what cannot be done now is left out, with its reason in the side panel. */
export function rowActions(parcel: Parcel): readonly ParcelAction[] {
  if (parcel.deletion?.state === 'counting' && parcel.deletedAt === null) return ['undo'];
  const actions: ParcelAction[] = [];
  if (printDisabledReason(parcel) === null) actions.push('print');
  if (deleteDisabledReason(parcel) === null) actions.push('delete');
  return actions;
}

const actionIcons: Readonly<Record<ParcelAction, LucideIcon>> = { print: Printer, delete: Trash2, undo: Undo2 };

interface RowButtonProps {
  readonly action: ParcelAction;
  readonly parcel: Parcel;
}

/** True where a row's button was pressed; see `data-on`. */
export const isActionOfRow = (on: string): on is ParcelAction => Object.hasOwn(actionIcons, on);

function RowButton({ action, parcel }: RowButtonProps) {
  const Icon = actionIcons[action];
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`shipment-action shipment-action-${action}`}
      title={text(`shipments.action.${action}`)}
      aria-label={text('shipments.action', { action, code: parcelCode(parcel) })}
      data-on={action}
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon aria-hidden />
    </button>
  );
}
