import { ChevronDown, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { Button, Input, Label, SearchField, Select, SelectValue, TextField } from 'react-aria-components';
import {
  type BoardState,
  boardSorts,
  boardSortWords,
  boardStates,
  boardStateWords,
} from '../../../shared/shipments/board-query.ts';
import { type Choice, Choices } from '../../ui/select.tsx';
import { localToday } from './date-range.ts';
import type { BoardCriteria } from './shipment-board.ts';

interface BoardFiltersProps {
  readonly criteria: BoardCriteria;
  readonly onCriteriaChange: (change: Partial<BoardCriteria>) => void;
}

const stateChoices: readonly Choice<BoardState | 'any'>[] = [
  { value: 'any', label: 'Any state' },
  ...boardStates.map((state) => ({ value: state, label: boardStateWords[state] })),
];
const sortChoices = boardSorts.map((sort) => ({ value: sort, label: boardSortWords[sort] }));
const dayChoices = [
  { value: 'any', label: 'Any day' },
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'day', label: 'One day' },
] as const satisfies readonly Choice[];

/** Which state, which days, in which order. */
export function BoardFilters({ criteria, onCriteriaChange }: BoardFiltersProps) {
  const isOneDay = typeof criteria.day === 'object';
  const chooseDay = (value: (typeof dayChoices)[number]['value']) =>
    onCriteriaChange({ day: value === 'day' ? { day: localToday(new Date()) } : value });
  return (
    <>
      <Filter
        label="State"
        value={criteria.state ?? 'any'}
        choices={stateChoices}
        isSet={criteria.state !== null}
        onChange={(state) => onCriteriaChange({ state: state === 'any' ? null : state })}
      />
      <Filter
        label="Created"
        value={isOneDay ? 'day' : (criteria.day as Exclude<BoardCriteria['day'], object>)}
        choices={dayChoices}
        isSet={criteria.day !== 'any'}
        onChange={chooseDay}
      />
      {typeof criteria.day === 'object' && (
        <DayField day={criteria.day.day} onChange={(day) => onCriteriaChange({ day: { day } })} />
      )}
      <Filter
        label="Sort"
        value={criteria.sort}
        choices={sortChoices}
        isSet={criteria.sort !== 'newest'}
        onChange={(sort) => onCriteriaChange({ sort })}
      />
    </>
  );
}

interface FilterProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  /** It differs from what stands there at first. */
  readonly isSet: boolean;
  readonly onChange: (value: Value) => void;
}

function Filter<Value extends string>({ label, value, choices, isSet, onChange }: FilterProps<Value>) {
  return (
    <Select
      className={isSet ? 'board-filter board-filter-set' : 'board-filter'}
      value={value}
      onChange={(key) => onChange(key as Value)}
    >
      <Label className="only-spoken">{label}</Label>
      <Button className="board-filter-button">
        <SelectValue>{choices.find((choice) => choice.value === value)?.label ?? ''}</SelectValue>
        <ChevronDown aria-hidden />
      </Button>
      <Choices choices={choices} />
    </Select>
  );
}

/** A day that is being written keeps its letters; only a whole one is asked for. */
function DayField({ day, onChange }: { readonly day: string; readonly onChange: (day: string) => void }) {
  const [written, setWritten] = useState(day);
  const write = (text: string) => {
    setWritten(text);
    if (text !== '') onChange(text);
  };
  return (
    <TextField className="board-filter" value={written} onChange={write} type="text">
      <Label className="only-spoken">Day</Label>
      <Input className="board-filter-button board-day" type="date" />
    </TextField>
  );
}

interface FindFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Arrow down: on to what was found. */
  readonly onLeave: () => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** Searches as it is typed into. */
export function FindField({ value, onChange, onLeave, ref }: FindFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onLeave();
  };
  return (
    <SearchField className="find-field" value={value} onChange={onChange} maxLength={200}>
      <Label className="only-spoken">Find</Label>
      <Search aria-hidden />
      <Input
        ref={ref}
        className="find-input"
        placeholder="Code, name or address"
        spellCheck="false"
        autoComplete="off"
        onKeyDown={onKeyDown}
      />
      <Button className="find-clear" aria-label="Clear">
        <X aria-hidden />
      </Button>
    </SearchField>
  );
}
