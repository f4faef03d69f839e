import { describe, expect, test } from 'vitest';
import {
  createBoardSelection,
  maxSelected,
  selectedInOrder,
} from '../../../../src/renderer/screens/shipments/board-selection.ts';
import { success } from '../../../../src/shared/contract/failure.ts';

/** A board of a million parcels, the newest first: row 0 has the highest id. */
function openSelection(total = 1_000_000) {
  const reads: number[] = [];
  const selection = createBoardSelection({
    readRows: async ({ offset, limit }) => {
      reads.push(limit);
      const count = Math.max(0, Math.min(limit, total - offset));
      return success({ total, rows: Array.from({ length: count }, (_, index) => ({ id: total - offset - index })) });
    },
  });
  const ids = () => [...selection.getState().selected.keys()].sort((one, other) => other - one);
  return { selection, ids, reads };
}

describe('shipment selection', () => {
  test('toggles one parcel', () => {
    const { selection, ids } = openSelection();
    selection.toggle(7, 3);
    selection.toggle(9, 1);
    selection.toggle(7, 3);
    expect(ids()).toEqual([9]);
  });

  test('Shift selects the rows from the last one toggled, and another row with Shift replaces the range', async () => {
    const { selection, ids } = openSelection(100);
    selection.toggle(1, 99);
    selection.toggle(98, 2);
    await selection.extendTo(5, 0);
    expect(ids()).toEqual([98, 97, 96, 95, 1]);
    await selection.extendTo(0, 0);
    expect(ids()).toEqual([100, 99, 98, 1]);
  });

  test('Shift with nothing toggled begins at the current row', async () => {
    const { selection, ids } = openSelection(100);
    await selection.extendTo(11, 10);
    expect(ids()).toEqual([90, 89]);
  });

  test('all of a million are limited, and it says so', async () => {
    const { selection, reads } = openSelection();
    await selection.selectAll(1_000_000);
    const { selected, isLimited } = selection.getState();
    expect([selected.size, isLimited]).toEqual([maxSelected, true]);
    expect(reads.length).toBe(maxSelected / 200);
    selection.toggle(1, 999_999);
    expect(selection.getState().selected.size).toBe(maxSelected);
  });

  test('all found are selected where they are few', async () => {
    const { selection, ids } = openSelection(3);
    await selection.selectAll(3);
    expect([ids(), selection.getState().isLimited]).toEqual([[3, 2, 1], false]);
  });

  test('rows that arrive after it was cleared are dropped', async () => {
    const { selection, ids } = openSelection();
    const all = selection.selectAll(1_000);
    selection.clear();
    await all;
    expect(ids()).toEqual([]);
  });

  test('is printed in the order of the board, also where newer parcels moved the rows meanwhile', () => {
    const { selection } = openSelection();
    selection.toggle(100, 5);
    selection.toggle(103, 6);
    expect(selectedInOrder(selection.getState(), 'newest')).toEqual([103, 100]);
    expect(selectedInOrder(selection.getState(), 'oldest')).toEqual([100, 103]);
    expect(selectedInOrder(selection.getState(), 'recipient')).toEqual([100, 103]);
  });
});
