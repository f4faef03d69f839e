import './batch.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, Switch } from 'react-aria-components';
import type { Batch, BatchColumn } from '../../../shared/orders/batch.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Select } from '../../ui/select.tsx';
import {
  addressLine,
  columnTitle,
  type FieldChoice,
  fieldChoices,
  ignoredChoice,
  matchedText,
  missingFields,
  usedColumnsText,
} from './batch-column-text.ts';
import { PickUpAddressChoice } from './pick-up-address-choice.tsx';

interface DraftOptionsProps {
  readonly batch: Batch;
  readonly action: Action;
}

type Panel = 'columns' | 'pick-up' | 'none';

/** Options for all rows: the columns, the pick-up address, and whether rows of one receiver combine. */
export function DraftOptions({ batch, action }: DraftOptionsProps) {
  const missing = missingFields(batch);
  const lacksPickUp = missing.includes('pick_up_address.text');
  const lacksColumn = missing.length > (lacksPickUp ? 1 : 0);
  // Opens at what is missing; afterwards the operator chooses.
  const [panel, setPanel] = useState<Panel>(lacksColumn ? 'columns' : lacksPickUp ? 'pick-up' : 'none');
  const panelId = useId();
  const open = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel that opens gives the focus to its first field
  useEffect(() => open.current?.querySelector<HTMLElement>('input, button')?.focus(), [panel]);
  const toggle = (one: Panel) => () => setPanel(panel === one ? 'none' : one);
  const pickUp = addressLine(batch.pickUpAddress);
  const hasOwn = batch.columns.some(({ field }) => field === 'pick_up_address.text');
  const address = pickUp ?? (hasOwn ? text('batch.pick-up.from-rows') : text('batch.pick-up.not-chosen'));
  const setCombines = (combines: boolean) => void action.run(() => call('batch.change', { combines }));
  return (
    <>
      <PanelToggle
        label={usedColumnsText(batch.columns)}
        panelId={panelId}
        isOpen={panel === 'columns'}
        isIncomplete={lacksColumn}
        onPress={toggle('columns')}
      />
      <PanelToggle
        label={text('batch.pick-up', { address })}
        panelId={panelId}
        isOpen={panel === 'pick-up'}
        isIncomplete={lacksPickUp}
        onPress={toggle('pick-up')}
      />
      <Switch className="switch draft-switch" isSelected={batch.combines} onChange={setCombines}>
        <span className="switch-track" aria-hidden />
        <span>{text('batch.combine')}</span>
      </Switch>
      {panel !== 'none' && (
        <div ref={open} className="draft-panel" id={panelId}>
          {panel === 'columns' ? (
            <ColumnList columns={batch.columns} action={action} />
          ) : (
            <PickUpAddressChoice batch={batch} action={action} />
          )}
        </div>
      )}
    </>
  );
}

interface PanelToggleProps {
  /** A summary of the panel. */
  readonly label: string;
  readonly panelId: string;
  readonly isOpen: boolean;
  /** Something is missing in it. */
  readonly isIncomplete: boolean;
  readonly onPress: () => void;
}

/** A button that opens or closes a panel. */
function PanelToggle({ label, panelId, isOpen, isIncomplete, onPress }: PanelToggleProps) {
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <Button
      className={`button button-small panel-button${isIncomplete ? ' panel-button-incomplete' : ''}`}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': panelId })}
      onPress={onPress}
    >
      <span className="panel-button-label">{label}</span>
      <Chevron aria-hidden />
    </Button>
  );
}

interface ColumnListProps {
  readonly columns: readonly BatchColumn[];
  readonly action: Action;
}

/** Every column of the input with its field; the operator's choice is kept for files with the same columns. */
function ColumnList({ columns, action }: ColumnListProps) {
  const match = (place: number, choice: FieldChoice) =>
    void action.run(() => call('batch.match', { place, field: choice === ignoredChoice ? null : choice }));
  return (
    <ol className="column-list" aria-label={text('batch.columns.name')}>
      {columns.map((column) => (
        <li key={column.place} className={column.field === null ? 'column-aside' : undefined}>
          <p className="column-title" title={column.title}>
            {columnTitle(column)}
          </p>
          <p className="column-small" title={column.sample}>
            {column.sample === ''
              ? text('batch.columns.empty')
              : text('batch.columns.example', { sample: column.sample })}
          </p>
          <Select
            label={text('batch.columns.choose', { number: column.place + 1 })}
            value={column.field ?? ignoredChoice}
            choices={fieldChoices()}
            onChange={(choice) => match(column.place, choice)}
          />
          <p className="column-small">{matchedText(column)}</p>
        </li>
      ))}
    </ol>
  );
}
