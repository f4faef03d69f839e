import { ChevronDown, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { Button, Input, Label, SearchField, Select, SelectValue, TextField } from 'react-aria-components';
import { type BoardState, boardSorts, boardStates } from '../../../shared/shipments/board-query.ts';
import { text } from '../../text/text.ts';
import { type Choice, Choices } from '../../ui/select.tsx';
import { localToday } from './date-range.ts';
import type { BoardCriteria } from './shipment-board.ts';

interface BoardFiltersProps {
  readonly criteria: BoardCriteria;
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
export function BoardFilters({ criteria, onCriteriaChange }: BoardFiltersProps) {
  const isOneDay = typeof criteria.day === 'object';
  const chooseDay = (value: (typeof days)[number]) =>
    onCriteriaChange({ day: value === 'day' ? { day: localToday(new Date()) } : value });
  return (
    <>
      <Filter
        label={text('shipments.filter.state')}
        value={criteria.state ?? 'any'}
        choices={stateChoices}
        isSet={criteria.state !== null}
        onChange={(state) => onCriteriaChange({ state: state === 'any' ? null : state })}
      />
      <Filter
        label={text('shipments.filter.created')}
        value={isOneDay ? 'day' : (criteria.day as Exclude<BoardCriteria['day'], object>)}
        choices={dayChoices}
        isSet={criteria.day !== 'any'}
        onChange={chooseDay}
      />
      {typeof criteria.day === 'object' && (
        <DayField day={criteria.day.day} onChange={(day) => onCriteriaChange({ day: { day } })} />
      )}
      <Filter
        label={text('shipments.sort')}
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
  /** It differs from the default. */
  readonly isSet: boolean;
  readonly onChange: (value: Value) => void;
}

function Filter<Value extends string>({ label, value, choices, isSet, onChange }: FilterProps<Value>) {
  return (
    <Select {...(isSet && { className: 'board-filter-set' })} value={value} onChange={(key) => onChange(key as Value)}>
      <Label className="only-spoken">{label}</Label>
      <Button className="board-filter-button">
        <SelectValue>{choices.find((choice) => choice.value === value)?.label ?? ''}</SelectValue>
        <ChevronDown aria-hidden />
      </Button>
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
      <Button className="field-button" aria-label={text('shipments.find.clear')}>
        <X aria-hidden />
      </Button>
    </SearchField>
  );
}
