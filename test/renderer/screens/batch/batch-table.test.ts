import { describe, expect, it } from 'vitest';
import {
  fieldChoices,
  fieldName,
  ignoredChoice,
  matchedText,
  missingFields,
  usedColumnsText,
} from '../../../../src/renderer/screens/batch/batch-column-text.ts';
import {
  columnOffset,
  gridColumns,
  gridShape,
  nextCell,
  pinnedCount,
  positionAfterKey,
  problemColumns,
} from '../../../../src/renderer/screens/batch/batch-grid-layout.ts';
import {
  nextProblemRow,
  type ReadRow,
  rowBadge,
  rowProblem,
} from '../../../../src/renderer/screens/batch/batch-row-state.ts';
import { isChanged, startEdit } from '../../../../src/renderer/screens/batch/cell-edit.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { type BatchRow, batchFields, batchRowStates } from '../../../../src/shared/orders/batch.ts';
import { batch, column, row } from './batch-samples.ts';

const fault = { field: null, severity: 'error', message: message('batch.row-unreadable') } as const;

describe('batch columns', () => {
  it('can be matched to each of the 22 fields, or not used', () => {
    expect(fieldChoices()).toHaveLength(batchFields.length + 1);
    expect(new Set(fieldChoices().map(({ label }) => label)).size).toBe(23);
    expect(new Set(fieldChoices().map(({ value }) => value))).toEqual(new Set([ignoredChoice, ...batchFields]));
    expect(fieldName('pick_up_address.person_phone')).toBe('Pick-up phone');
  });

  it('show how they were matched', () => {
    expect(matchedText(column())).toBe('Matched by its name');
    expect(matchedText(column({ matchedBy: 'memory' }))).toContain('earlier file');
    expect(matchedText(column({ field: null, matchedBy: null }))).toBe('Not used');
    expect(usedColumnsText([column(), column({ field: null })])).toBe('Columns: 1 of 2 used');
  });

  it('lack fields that every order needs', () => {
    expect(missingFields(batch())).toEqual([]);
    expect(missingFields(batch({ columns: [], pickUpAddress: { text: ' ' } }))).toEqual([
      'address.text',
      'parcel.values',
      'pick_up_address.text',
    ]);
    expect(missingFields(batch({ pickUpAddress: null, columns: [column({ field: 'pick_up_address.text' })] }))).toEqual(
      ['address.text', 'parcel.values'],
    );
  });

  it('come after line, state and problem, and after codes and prices of a started batch', () => {
    const kinds = (of: Parameters<typeof gridColumns>[0]) => gridColumns(of).map(({ kind }) => kind);
    expect(kinds(batch())).toEqual(['line', 'state', 'problem', 'cell', 'cell']);
    expect(kinds(batch({ state: 'running' }))).toEqual(['line', 'state', 'problem', 'codes', 'price', 'cell', 'cell']);
    expect(kinds(batch({ state: 'done' }))).not.toContain('problem');
    expect(kinds(batch({ state: 'done', counts: { ...batch().counts, rejected: 1 } }))).toContain('problem');
    const columns = gridColumns(batch());
    expect(columnOffset(columns, 2)).toBe((columns[0]?.width ?? 0) + (columns[1]?.width ?? 0));
  });

  it('stay visible up to the problem, so that every error is in view', () => {
    expect(pinnedCount(gridColumns(batch()), false)).toBe(3);
    expect(pinnedCount(gridColumns(batch({ state: 'done' })), false)).toBe(2);
    expect(pinnedCount(gridColumns(batch()), true)).toBe(1);
  });
});

describe('batch rows: one row', () => {
  it('has a badge for every state', () => {
    for (const state of batchRowStates) expect(rowBadge({ state, problems: [] }, 'running').word).not.toBe('');
    expect(rowBadge({ state: 'not begun', problems: [] }, 'running').word).toBe('Waiting');
    expect(rowBadge({ state: 'not begun', problems: [] }, 'stopped').word).toBe('Never created');
  });

  it('shows what the service said, else its worst problem and how many more there are', () => {
    const rejected = { message: message('batch.no-price'), serviceText: 'Address unknown' };
    expect(rowProblem(row({ ...rejected, problems: [{ ...fault, place: null }] }))).toBe(
      'The service gave no price. The service says: “Address unknown”',
    );
    const warning = { ...fault, severity: 'warning', message: message('batch.no-price') } as const;
    expect(rowProblem(row({ problems: [{ ...warning, place: 0 }] }))).toBe('The service gave no price.');
    const both = [
      { ...warning, place: 0 },
      { ...fault, place: 1 },
    ];
    expect(rowProblem(row({ problems: both }))).toBe('This row cannot be split into cells. And 1 more problem.');
    expect(rowProblem(row({ problems: both, state: 'skipped' }))).toBeNull();
    expect(rowProblem(row({ state: 'uncertain' }))).toContain('Needs attention');
    expect(rowProblem(row())).toBeNull();
  });

  it('has its problems from left to right, those of the whole row in the problem column', () => {
    const problems = [1, null, 0, 1].map((place) => ({ ...fault, place }));
    expect(problemColumns(row({ problems, state: 'faulty' }), gridColumns(batch()))).toEqual([2, 3, 4]);
    expect(problemColumns(row({ problems, state: 'skipped' }), gridColumns(batch()))).toEqual([]);
  });
});

describe('batch table: keys', () => {
  const size = { rows: 5000, columns: 9, page: 6 };
  const press = (key: string, ctrlKey = false) => positionAfterKey({ row: 10, column: 3 }, { key, ctrlKey }, size);

  it('move cell by cell, page by page, and to the ends', () => {
    expect(press('ArrowDown')).toEqual({ row: 11, column: 3 });
    expect(press('ArrowLeft')).toEqual({ row: 10, column: 2 });
    expect(press('PageUp')).toEqual({ row: 4, column: 3 });
    expect(press('End')).toEqual({ row: 10, column: 8 });
    expect(press('End', true)).toEqual({ row: 4999, column: 8 });
    expect(press('Home', true)).toEqual({ row: 0, column: 0 });
    expect(press('a')).toBeNull();
  });

  it('never leave the table', () => {
    expect(positionAfterKey({ row: 0, column: 0 }, { key: 'ArrowUp', ctrlKey: false }, size)).toEqual({
      row: 0,
      column: 0,
    });
  });
});

describe('batch table: Tab in a cell', () => {
  const columns = gridColumns(batch());

  it('goes on to the next cell, from the last one to the next row, and back with Shift', () => {
    expect(nextCell({ row: 4, column: 3 }, 1, columns, 10)).toEqual({ row: 4, column: 4 });
    expect(nextCell({ row: 4, column: 4 }, 1, columns, 10)).toEqual({ row: 5, column: 3 });
    expect(nextCell({ row: 4, column: 3 }, -1, columns, 10)).toEqual({ row: 3, column: 4 });
  });

  it('ends at both ends of the table', () => {
    expect(nextCell({ row: 9, column: 4 }, 1, columns, 10)).toBeNull();
    expect(nextCell({ row: 0, column: 3 }, -1, columns, 10)).toBeNull();
  });
});

describe('batch table: the next problem', () => {
  const rows = Array.from({ length: 5000 }, (_, index): BatchRow => {
    const isFaulty = index % 700 === 350;
    return row({ line: index + 2, problems: isFaulty ? [{ ...fault, place: 1 }] : [] });
  });

  function reader() {
    let readings = 0;
    const read: ReadRow = async (only, index) => {
      readings += 1;
      const found = only === 'all' ? rows : rows.filter(({ problems }) => problems.length > 0);
      return { total: found.length, row: found[index] ?? null };
    };
    return { read, readings: () => readings };
  }

  it('is found among 5,000 rows by reading few rows', async () => {
    const { read, readings } = reader();
    expect(await nextProblemRow(read, 'all', 2)).toMatchObject({ index: 350, row: { line: 352 } });
    expect(await nextProblemRow(read, 'all', 352)).toMatchObject({ index: 1050 });
    expect(readings()).toBeLessThan(60);
  });

  it('is the first one again after the last', async () => {
    const { read } = reader();
    expect(await nextProblemRow(read, 'all', 4998)).toMatchObject({ index: 350 });
    expect(await nextProblemRow(read, 'with problems', 4998)).toMatchObject({ index: 0, row: { line: 352 } });
  });

  it('is null where there is none, or where rows cannot be read', async () => {
    expect(await nextProblemRow(async () => ({ total: 0, row: null }), 'all', 2)).toBeNull();
    expect(await nextProblemRow(async () => null, 'all', 2)).toBeNull();
  });
});

it('batch table: only the line stays visible where the table is narrow', () => {
  expect(gridShape(1300, 16).isNarrow).toBe(false);
  expect(gridShape(1300, 32).isNarrow).toBe(true);
});

describe('batch table: a cell that is edited', () => {
  const columns = gridColumns(batch());
  const cellColumn = columns[3];

  it('is identified by its line, and has one line of text', () => {
    const edit = startEdit(row({ line: 7, cells: ['12 Palm Street\r\n Al Barsha', '900'] }), cellColumn);
    expect(edit).toMatchObject({ line: 7, place: 0, text: '12 Palm Street Al Barsha' });
    expect(edit && [isChanged(edit), isChanged({ ...edit, text: '' })]).toEqual([false, true]);
  });

  it('is neither a truncated cell nor a column of the station', () => {
    expect(startEdit(row({ cutCells: [0] }), cellColumn)).toBeNull();
    expect(startEdit(row({ cutCells: [1] }), cellColumn)).not.toBeNull();
    expect(startEdit(row(), columns[1])).toBeNull();
    expect(startEdit(undefined, cellColumn)).toBeNull();
  });
});
