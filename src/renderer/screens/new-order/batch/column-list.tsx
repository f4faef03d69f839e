import './column-list.css';
import type { BatchColumn } from '../../../../shared/batch.ts';
import { call } from '../../../station.ts';
import { Select } from '../../../ui/select.tsx';
import type { Action } from '../../use-action.ts';
import { type FieldChoice, fieldChoices, leftAside, matchedWords, titleOf } from './batch-field-words.ts';

interface ColumnListProps {
  readonly columns: readonly BatchColumn[];
  readonly action: Action;
}

/** Every column of the input, with what it is taken for; changed by hand, and remembered for files with the same columns. */
export function ColumnList({ columns, action }: ColumnListProps) {
  const match = (place: number, choice: FieldChoice) =>
    void action.run(() => call('batch.match', { place, field: choice === leftAside ? null : choice }));
  return (
    <ol className="column-list" aria-label="Columns">
      {columns.map((column) => (
        <li key={column.place} className={column.field === null ? 'column-aside' : undefined}>
          <p className="column-title" title={column.title}>
            {titleOf(column)}
          </p>
          <p className="column-small" title={column.sample}>
            {column.sample === '' ? 'Nothing in it' : `for example “${column.sample}”`}
          </p>
          <Select
            label={`Column ${column.place + 1} is`}
            value={column.field ?? leftAside}
            choices={fieldChoices}
            onChange={(choice) => match(column.place, choice)}
          />
          <p className="column-small">{matchedWords(column)}</p>
        </li>
      ))}
    </ol>
  );
}
