import './batch.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, Switch } from 'react-aria-components';
import type { Batch, BatchColumn } from '../../../shared/orders/batch.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { Select } from '../../ui/select.tsx';
import {
  addressLine,
  columnsWords,
  columnTitle,
  type FieldChoice,
  fieldChoices,
  ignoredChoice,
  matchedWords,
  missingFields,
} from './batch-column-text.ts';
import { PickUpAddressChoice } from './pick-up-address-choice.tsx';

interface DraftOptionsProps {
  readonly batch: Batch;
  readonly action: Action;
}

type Panel = 'columns' | 'pick-up' | 'none';

/** What is said once for all rows: what the columns are, where the parcels are picked up, what becomes one order. */
export function DraftOptions({ batch, action }: DraftOptionsProps) {
  const missing = missingFields(batch);
  const lacksPickUp = missing.includes('pick_up_address.text');
  const lacksColumn = missing.length > (lacksPickUp ? 1 : 0);
  // What is missing stands open at first; after that, whatever a person opens.
  const [panel, setPanel] = useState<Panel>(lacksColumn ? 'columns' : lacksPickUp ? 'pick-up' : 'none');
  const panelId = useId();
  const toggle = (one: Panel) => () => setPanel(panel === one ? 'none' : one);
  const pickUp = addressLine(batch.pickUpAddress);
  const hasOwn = batch.columns.some(({ field }) => field === 'pick_up_address.text');
  const pickUpWords = pickUp ?? (hasOwn ? 'as the rows say' : 'not chosen');
  const setCombines = (combines: boolean) => void action.run(() => call('batch.change', { combines }));
  return (
    <>
      <PanelToggle
        words={columnsWords(batch.columns)}
        panelId={panelId}
        isOpen={panel === 'columns'}
        isIncomplete={lacksColumn}
        onPress={toggle('columns')}
      />
      <PanelToggle
        words={`Picked up: ${pickUpWords}`}
        panelId={panelId}
        isOpen={panel === 'pick-up'}
        isIncomplete={lacksPickUp}
        onPress={toggle('pick-up')}
      />
      <Switch className="switch draft-switch" isSelected={batch.combines} onChange={setCombines}>
        <span className="switch-track" aria-hidden />
        <span>One order per receiver</span>
      </Switch>
      {panel !== 'none' && (
        <div className="draft-panel" id={panelId}>
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
  /** Says what is folded away, in short. */
  readonly words: string;
  readonly panelId: string;
  readonly isOpen: boolean;
  /** Something is missing in it. */
  readonly isIncomplete: boolean;
  readonly onPress: () => void;
}

/** A button that opens what is set once. */
function PanelToggle({ words, panelId, isOpen, isIncomplete, onPress }: PanelToggleProps) {
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <Button
      className={`button button-plain button-small fold${isIncomplete ? ' fold-wanting' : ''}`}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': panelId })}
      onPress={onPress}
    >
      <span className="fold-words">{words}</span>
      <Chevron aria-hidden />
    </Button>
  );
}

interface ColumnListProps {
  readonly columns: readonly BatchColumn[];
  readonly action: Action;
}

/** Every column of the input, with what it is taken for; changed by hand, and remembered for files with the same columns. */
function ColumnList({ columns, action }: ColumnListProps) {
  const match = (place: number, choice: FieldChoice) =>
    void action.run(() => call('batch.match', { place, field: choice === ignoredChoice ? null : choice }));
  return (
    <ol className="column-list" aria-label="Columns">
      {columns.map((column) => (
        <li key={column.place} className={column.field === null ? 'column-aside' : undefined}>
          <p className="column-title" title={column.title}>
            {columnTitle(column)}
          </p>
          <p className="column-small" title={column.sample}>
            {column.sample === '' ? 'Nothing in it' : `for example “${column.sample}”`}
          </p>
          <Select
            label={`Column ${column.place + 1} is`}
            value={column.field ?? ignoredChoice}
            choices={fieldChoices}
            onChange={(choice) => match(column.place, choice)}
          />
          <p className="column-small">{matchedWords(column)}</p>
        </li>
      ))}
    </ol>
  );
}
