/** A cell of the table, 0-based. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows one press of Page Down passes. */
  readonly page: number;
}

interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
}

/** Where a key leads from a cell; null for a key that moves nothing. */
export function moved(from: GridPlace, { key, ctrlKey }: GridKey, { rows, columns, page }: GridSize): GridPlace | null {
  const at = (row: number, column: number): GridPlace => ({ row: within(row, rows), column: within(column, columns) });
  switch (key) {
    case 'ArrowDown':
      return at(from.row + 1, from.column);
    case 'ArrowUp':
      return at(from.row - 1, from.column);
    case 'ArrowRight':
      return at(from.row, from.column + 1);
    case 'ArrowLeft':
      return at(from.row, from.column - 1);
    case 'PageDown':
      return at(from.row + page, from.column);
    case 'PageUp':
      return at(from.row - page, from.column);
    case 'Home':
      return at(ctrlKey ? 0 : from.row, 0);
    case 'End':
      return at(ctrlKey ? rows : from.row, columns);
    default:
      return null;
  }
}

const within = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));
