import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, Input, Label, Select, SelectValue, TextField } from 'react-aria-components';
import {
  type BoardState,
  boardSorts,
  boardSortWords,
  boardStates,
  boardStateWords,
} from '../../../shared/board-query.ts';
import { type Choice, Choices } from '../../ui/select.tsx';
import { dayAtDesk } from './board-days.ts';
import type { BoardWish } from './shipment-board.ts';

interface BoardFiltersProps {
  readonly wish: BoardWish;
  readonly onWish: (change: Partial<BoardWish>) => void;
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
export function BoardFilters({ wish, onWish }: BoardFiltersProps) {
  const isOneDay = typeof wish.day === 'object';
  const chooseDay = (value: (typeof dayChoices)[number]['value']) =>
    onWish({ day: value === 'day' ? { day: dayAtDesk(new Date()) } : value });
  return (
    <>
      <Filter
        label="State"
        value={wish.state ?? 'any'}
        choices={stateChoices}
        isSet={wish.state !== null}
        onChange={(state) => onWish({ state: state === 'any' ? null : state })}
      />
      <Filter
        label="Created"
        value={isOneDay ? 'day' : (wish.day as Exclude<BoardWish['day'], object>)}
        choices={dayChoices}
        isSet={wish.day !== 'any'}
        onChange={chooseDay}
      />
      {typeof wish.day === 'object' && <DayField day={wish.day.day} onChange={(day) => onWish({ day: { day } })} />}
      <Filter
        label="Sort"
        value={wish.sort}
        choices={sortChoices}
        isSet={wish.sort !== 'newest'}
        onChange={(sort) => onWish({ sort })}
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
