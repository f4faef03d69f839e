import { ChevronDown, Download, FlaskConical, Printer, Search, X } from 'lucide-react';
import { type KeyboardEvent, memo, type RefObject, useCallback, useState } from 'react';
import { Button as AriaButton, Input, Label, SearchField, Select, SelectValue, TextField } from 'react-aria-components';
import { useStore } from 'zustand';
import { type BoardSort, type BoardState, boardSorts, boardStates } from '../../../shared/shipments/board-query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { type Choice, Choices } from '../../ui/select.tsx';
import { isOpenRun, type PlacedPrintRun } from '../print-queue/print-run.tsx';
import { type BoardSelection, selectedInOrder } from './board-selection.ts';
import { countText } from './board-text.ts';
import { ImportPanel } from './import-panel.tsx';
import {
  type BoardCriteria,
  filterOf,
  localToday,
  type ShipmentBoard,
  type ShipmentBoardState,
} from './shipment-board.ts';

interface BoardToolbarProps {
  readonly board: ShipmentBoard;
  readonly state: ShipmentBoardState;
  readonly findRef: RefObject<HTMLInputElement | null>;
  /** Moves the focus to the grid. */
  readonly onLeave: () => void;
  /** Enter in Find. */
  readonly onOpenFirst: () => void;
  /** Null while the rows choose shipments for a scenario. */
  readonly selection: BoardSelection | null;
  readonly printRun: PlacedPrintRun;
  /** Null in production, where no scenario may run. */
  readonly isSandboxOpen: boolean | null;
  readonly onToggleSandbox: () => void;
}

/** Search, filters, the number of parcels found, and the actions for all of them. */
export function BoardToolbar(props: BoardToolbarProps) {
  const { board, state, findRef, onLeave, onOpenFirst, selection, printRun, isSandboxOpen, onToggleSandbox } = props;
  const { run, isRunning, failure } = useAction();
  const { criteria, total } = state;
  const exportAll = useCallback(() => {
    const { criteria, total, isMore, appliedCriteria } = board.getState();
    const expected = isMore || appliedCriteria !== criteria ? null : total;
    void run(() => call('shipments.export', { filter: filterOf(criteria), expected }));
  }, [board, run]);
  return (
    <>
      <div className="board-tools">
        <FindField
          ref={findRef}
          value={criteria.find}
          onChange={(find) => board.setCriteria({ find })}
          onLeave={onLeave}
          onEnter={onOpenFirst}
        />
        <BoardFilters
          state={criteria.state}
          day={criteria.day}
          sort={criteria.sort}
          onCriteriaChange={board.setCriteria}
        />
      </div>
      <div className="board-tools board-actions">
        <p className="find-count" role="status" aria-label={text('shipments.found')}>
          {countText(state)}
        </p>
        {selection && (
          <SelectionBar selection={selection} sort={state.criteria.sort} printRun={printRun} onEnd={onLeave} />
        )}
        <BoardButtons
          mayExport={total !== 0 && !isRunning}
          onExport={exportAll}
          isSandboxOpen={isSandboxOpen}
          onToggleSandbox={onToggleSandbox}
        />
      </div>
      <FailureStrip failure={failure} />
    </>
  );
}

interface BoardButtonsProps extends Pick<BoardToolbarProps, 'isSandboxOpen' | 'onToggleSandbox'> {
  readonly mayExport: boolean;
  readonly onExport: () => void;
}

/** Made once while a search is typed, as the filters are: each letter has a frame, in which its rows are painted too. */
const BoardButtons = memo(function BoardButtons({
  mayExport,
  onExport,
  isSandboxOpen,
  onToggleSandbox,
}: BoardButtonsProps) {
  return (
    <>
      <Button size="small" icon={Download} isDisabled={!mayExport} onPress={onExport}>
        {text('shipments.export')}
      </Button>
      {isSandboxOpen !== null && (
        <Button size="small" icon={isSandboxOpen ? X : FlaskConical} onPress={onToggleSandbox}>
          {text(isSandboxOpen ? 'shipments.sandbox.close' : 'shipments.sandbox.open')}
        </Button>
      )}
      <ImportPanel />
    </>
  );
});

interface SelectionBarProps {
  readonly selection: BoardSelection;
  readonly sort: BoardSort;
  readonly printRun: PlacedPrintRun;
  /** Nothing is selected any more: the pressed button is gone, so the focus moves on. */
  readonly onEnd: () => void;
}

/** How many parcels are selected, and what can be done with all of them; nothing where none is. */
function SelectionBar({ selection, sort, printRun, onEnd }: SelectionBarProps) {
  const state = useStore(selection);
  const clear = () => {
    selection.clear();
    onEnd();
  };
  const print = async () => {
    const isStarted = await printRun.start({ kind: 'parcels', parcelIds: selectedInOrder(state, sort) });
    if (isStarted) clear();
  };
  const count = state.selected.size;
  return (
    <>
      <p className="selection-count" role="status" aria-label={text('shipments.selected')}>
        {count > 0 && text('shipments.selected.count', { count, isLimited: state.isLimited })}
      </p>
      {count > 0 && (
        <>
          <Button
            size="small"
            tone="solid"
            icon={Printer}
            isDisabled={printRun.action.isRunning}
            disabledReason={isOpenRun(printRun.run) ? text('print-run.is-open') : null}
            onPress={() => void print()}
          >
            {text('shipments.selected.print')}
          </Button>
          <Button size="small" tone="quiet" onPress={clear}>
            {text('shipments.selected.clear')}
          </Button>
        </>
      )}
    </>
  );
}

interface BoardFiltersProps extends Pick<BoardCriteria, 'state' | 'day' | 'sort'> {
  readonly onCriteriaChange: (change: Partial<BoardCriteria>) => void;
}

const stateChoices: readonly Choice<BoardState | 'any'>[] = [
  { value: 'any', label: text('shipments.filter.any-state') },
  ...boardStates.map((state) => ({ value: state, label: text(`shipment.state.${state}`) })),
];
const sortChoices = boardSorts.map((sort) => ({ value: sort, label: text(`shipments.sort.${sort}`) }));
const days = ['any', 'today', 'yesterday', 'week', 'month', 'day'] as const;
const dayChoices = days.map((day) => ({ value: day, label: text(`shipments.day.${day}`) }));

/** Which state, which days, in which order. */
const BoardFilters = memo(function BoardFilters({ state, day, sort, onCriteriaChange }: BoardFiltersProps) {
  const isOneDay = typeof day === 'object';
  const chooseDay = (value: (typeof days)[number]) =>
    onCriteriaChange({ day: value === 'day' ? { day: localToday(new Date()) } : value });
  return (
    <>
      <Filter
        label={text('shipments.filter.state')}
        value={state ?? 'any'}
        choices={stateChoices}
        isSet={state !== null}
        onChange={(chosen) => onCriteriaChange({ state: chosen === 'any' ? null : chosen })}
      />
      <Filter
        label={text('shipments.filter.created')}
        value={isOneDay ? 'day' : day}
        choices={dayChoices}
        isSet={day !== 'any'}
        onChange={chooseDay}
      />
      {isOneDay && <DayField day={day.day} onChange={(chosen) => onCriteriaChange({ day: { day: chosen } })} />}
      <Filter
        label={text('shipments.sort')}
        value={sort}
        choices={sortChoices}
        isSet={sort !== 'newest'}
        onChange={(chosen) => onCriteriaChange({ sort: chosen })}
      />
    </>
  );
});

interface FilterProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  /** It differs from the default. */
  readonly isSet: boolean;
  readonly onChange: (value: Value) => void;
}

function Filter<Value extends string>({ label, value, choices, isSet, onChange }: FilterProps<Value>) {
  return (
    <Select {...(isSet && { className: 'board-filter-set' })} value={value} onChange={(key) => onChange(key as Value)}>
      <Label className="only-spoken">{label}</Label>
      <AriaButton className="board-filter-button">
        <SelectValue>{choices.find((choice) => choice.value === value)?.label ?? ''}</SelectValue>
        <ChevronDown aria-hidden />
      </AriaButton>
      <Choices choices={choices} />
    </Select>
  );
}

/** Keeps what is typed; only a complete day is searched for. */
function DayField({ day, onChange }: { readonly day: string; readonly onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(day);
  const change = (next: string) => {
    setTyped(next);
    if (next !== '') onChange(next);
  };
  return (
    <TextField value={typed} onChange={change} type="text">
      <Label className="only-spoken">{text('shipments.filter.day')}</Label>
      <Input className="board-filter-button board-day" type="date" />
    </TextField>
  );
}

interface FindFieldProps {
  readonly value: string;
  readonly onChange: (find: string) => void;
  /** Arrow down moves on to the results. */
  readonly onLeave: () => void;
  readonly onEnter: () => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** Searches as it is typed into. */
function FindField({ value, onChange, onLeave, onEnter, ref }: FindFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onLeave();
    else if (event.key === 'Enter') onEnter();
    else return;
    event.preventDefault();
  };
  return (
    <SearchField className="find-field" value={value} onChange={onChange} maxLength={200}>
      <Label className="only-spoken">{text('shipments.find')}</Label>
      <Search aria-hidden />
      <Input
        ref={ref}
        className="find-input"
        placeholder={text('shipments.find.hint')}
        spellCheck="false"
        autoComplete="off"
        onKeyDown={onKeyDown}
      />
      <AriaButton className="field-button" aria-label={text('shipments.find.clear')}>
        <X aria-hidden />
      </AriaButton>
    </SearchField>
  );
}
