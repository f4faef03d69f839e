import { createStore } from 'zustand/vanilla';
import type { Failure, Result } from '../../../shared/contract/failure.ts';
import { maxRunLabels } from '../../../shared/printing/print-run.ts';
import type { BoardSort } from '../../../shared/shipments/board-query.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import type { Page, PagePlace } from '../../data/paged-query.ts';
import type { ReadableStore } from '../../data/query.ts';

/** Most parcels selected at once: as many labels as one print run takes. */
export const maxSelected = maxRunLabels;

/** Rows read at a time to select a range of rows that were not all shown. */
const rowsPerRead = 200;

export interface BoardSelectionState {
  /** The parcels by id, each with the row it had when it was selected. */
  readonly selected: ReadonlyMap<number, number>;
  /** More rows were to be selected than `maxSelected`. */
  readonly isLimited: boolean;
  readonly failure: Failure | null;
}

/** The selected parcels of the board. They belong to one search: another one clears them, so that nothing hidden is printed. */
export interface BoardSelection extends ReadableStore<BoardSelectionState> {
  /** Selects one parcel, or removes it; a range begins at its row. */
  toggle(parcelId: number, row: number): void;
  /** Adds the rows between the last toggled one and this one, in place of an earlier range. `from` begins where none was toggled. */
  extendTo(row: number, from: number): Promise<void>;
  /** Selects so many rows from the first one on. */
  selectAll(rowCount: number): Promise<void>;
  clear(): void;
}

interface BoardSelectionParts {
  /** Rows of the search as it is now. */
  readonly readRows: (place: PagePlace) => Promise<Result<Page<Pick<Parcel, 'id'>>>>;
}

type Rows = ReadonlyMap<number, number>;

const nothing: BoardSelectionState = { selected: new Map(), isLimited: false, failure: null };

/** Keeps ids alone, and reads the rows of a range from main: the board may have a million. */
export function createBoardSelection({ readRows }: BoardSelectionParts): BoardSelection {
  const store = createStore<BoardSelectionState>(() => nothing);
  /** Where a range begins, and what was selected before it. */
  let anchor: { readonly row: number; readonly before: Rows } | null = null;
  /** Counts the changes: rows that arrive after a later change are dropped. */
  let change = 0;

  const select = (selected: Rows, isLimited = false): void => store.setState({ selected, isLimited, failure: null });

  const addRows = async (before: Rows, first: number, last: number): Promise<void> => {
    change += 1;
    const own = change;
    const found = new Map(before);
    for (let offset = first; offset <= last && found.size < maxSelected; offset += rowsPerRead) {
      const answer = await readRows({ offset, limit: Math.min(rowsPerRead, last - offset + 1) });
      if (own !== change) return;
      if (!answer.ok) return store.setState({ failure: answer.failure });
      for (const [index, { id }] of answer.value.rows.entries()) {
        if (found.size < maxSelected) found.set(id, offset + index);
      }
    }
    select(found, found.size === maxSelected && before.size + last - first + 1 > maxSelected);
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    toggle(parcelId, row) {
      change += 1;
      const selected = new Map(store.getState().selected);
      const wasSelected = selected.delete(parcelId);
      const isLimited = !wasSelected && selected.size >= maxSelected;
      if (!wasSelected && !isLimited) selected.set(parcelId, row);
      select(selected, isLimited);
      anchor = { row, before: selected };
    },
    async extendTo(row, from) {
      anchor ??= { row: from, before: store.getState().selected };
      await addRows(anchor.before, Math.min(anchor.row, row), Math.max(anchor.row, row));
    },
    async selectAll(rowCount) {
      anchor = null;
      await addRows(new Map(), 0, rowCount - 1);
    },
    clear() {
      change += 1;
      anchor = null;
      store.setState(nothing);
    },
  };
}

/** The selected parcels in the order of the board. Ids give the order where newer parcels moved the rows since. */
export function selectedInOrder({ selected }: BoardSelectionState, sort: BoardSort): number[] {
  const entries = [...selected];
  if (sort === 'newest') entries.sort(([one], [other]) => other - one);
  else if (sort === 'oldest') entries.sort(([one], [other]) => one - other);
  else entries.sort(([, one], [, other]) => one - other);
  return entries.map(([id]) => id);
}
