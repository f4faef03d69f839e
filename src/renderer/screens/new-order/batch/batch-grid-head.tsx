// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current cell
import { type GridColumn, keyOf } from './batch-columns.ts';
import { fieldWords, titleOf } from './batch-field-words.ts';

const headWords = { line: 'Line', state: 'State', codes: 'Codes', price: 'Price' } as const;

/** What each column is called in the input, and what it is taken for. */
export function BatchGridHead({ columns }: { readonly columns: readonly GridColumn[] }) {
  return (
    <div role="rowgroup" className="batch-head" style={{ width: gridWidth(columns) }}>
      <div role="row" aria-rowindex={1} className="batch-columns" style={{ gridTemplateColumns: template(columns) }}>
        {columns.map((column, index) => (
          <div
            key={keyOf(column)}
            role="columnheader"
            aria-colindex={index + 1}
            className={`batch-cell batch-cell-${column.kind}`}
          >
            {column.kind === 'cell' ? <Names column={column.column} /> : headWords[column.kind]}
          </div>
        ))}
      </div>
    </div>
  );
}

function Names({ column }: { readonly column: Extract<GridColumn, { kind: 'cell' }>['column'] }) {
  return (
    <>
      <span className="batch-line batch-title" title={column.title}>
        {titleOf(column)}
      </span>
      <span className="batch-line batch-small">{column.field === null ? 'left aside' : fieldWords(column.field)}</span>
    </>
  );
}

/** Widths for the style sheet's grid; the last column takes what is left. */
export const template = (columns: readonly GridColumn[]): string =>
  columns
    .map(({ width }, index) => (index === columns.length - 1 ? `minmax(${width}rem, 1fr)` : `${width}rem`))
    .join(' ');

/** As wide as its columns, and never narrower than its place. */
export const gridWidth = (columns: readonly GridColumn[]): string =>
  `max(100%, ${columns.reduce((sum, { width }) => sum + width, 0)}rem)`;
