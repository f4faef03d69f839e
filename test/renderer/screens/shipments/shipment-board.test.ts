import { describe, expect, test } from 'vitest';
import { rowAt } from '../../../../src/renderer/data/paged-query.ts';
import { createShipmentBoard, rowsPerPage } from '../../../../src/renderer/screens/shipments/shipment-board.ts';
import type { Change } from '../../../../src/shared/contract/changes.ts';
import { failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import type { BoardPage } from '../../../../src/shared/shipments/board-query.ts';
import type { Parcel } from '../../../../src/shared/shipments/parcel.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';
import { parcel } from '../samples.ts';

interface Read extends BoardPage {
  readonly answer: (answer: Result<{ total: number; isMore: boolean; rows: Parcel[] }>) => void;
}

/** A board whose reads wait until the test answers them. */
function openBoard() {
  const reads: Read[] = [];
  let notify: (changes: readonly Change[]) => void = () => undefined;
  const board = createShipmentBoard({
    readPage: (query) => new Promise((answer) => reads.push({ ...query, answer })),
    onChanged: (listener) => {
      notify = listener;
      return () => {
        notify = () => undefined;
      };
    },
  });
  /** Answers the newest read with a page whose ids begin at its offset. */
  const answerLast = async (total: number, from = reads.at(-1)?.offset ?? 0) => {
    const rows = Array.from({ length: Math.min(rowsPerPage, total) }, (_, index) => parcel({ id: from + index }));
    reads.at(-1)?.answer(success({ total, isMore: false, rows }));
    await settled();
  };
  return { board, reads, answerLast, notify: (...changes: Change[]) => notify(changes) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('shipment board', () => {
  test('reads its first page at once, with the total', async () => {
    const { board, reads, answerLast } = openBoard();
    board.subscribe(() => undefined);
    expect(reads.map(({ find, offset }) => [find, offset])).toEqual([['', 0]]);
    await answerLast(1234);
    expect(board.getState().total).toBe(1234);
    expect(rowAt(board.getState(), 7)?.id).toBe(7);
    expect(rowAt(board.getState(), rowsPerPage)).toBeUndefined();
  });

  test('reads a page that becomes visible', async () => {
    const { board, reads, answerLast } = openBoard();
    board.subscribe(() => undefined);
    await answerLast(1000);
    board.show(rowsPerPage * 10, rowsPerPage * 10 + 5);
    expect(reads.at(-1)?.offset).toBe(rowsPerPage * 10);
    await answerLast(1000);
    expect(rowAt(board.getState(), rowsPerPage * 10)?.id).toBe(rowsPerPage * 10);
  });

  test('keeps a bounded number of pages, and reads a dropped one again', async () => {
    const { board, reads, answerLast } = openBoard();
    board.subscribe(() => undefined);
    await answerLast(100_000);
    for (let page = 1; page <= 20; page += 1) {
      board.show(page * rowsPerPage, page * rowsPerPage + 3);
      await answerLast(100_000);
    }
    expect(board.getState().pages.size).toBeLessThanOrEqual(8);
    board.show(0, 3);
    expect(reads.at(-1)?.offset).toBe(0);
    expect(reads).toHaveLength(22);
  });

  test('an answer to an older search is dropped', async () => {
    const { board, reads, answerLast } = openBoard();
    board.subscribe(() => undefined);
    board.setCriteria({ find: 'N' });
    board.setCriteria({ find: 'NL' });
    const [first] = reads;
    first?.answer(success({ total: 999, isMore: false, rows: [] }));
    await settled();
    expect(board.getState().total).toBeNull();
    expect(reads.at(-1)?.find).toBe('NL');
    await answerLast(2);
    expect(board.getState()).toMatchObject({ total: 2, appliedCriteria: { find: 'NL' }, criteria: { find: 'NL' } });
  });

  test('the old rows stay until the new ones arrive', async () => {
    const { board, answerLast } = openBoard();
    board.subscribe(() => undefined);
    await answerLast(10);
    board.setCriteria({ find: 'x' });
    expect(rowAt(board.getState(), 3)?.id).toBe(3);
    await answerLast(0);
    expect(rowAt(board.getState(), 3)).toBeUndefined();
  });

  test('a change is read again without losing the visible rows', async () => {
    const { board, reads, answerLast, notify } = openBoard();
    board.subscribe(() => undefined);
    await answerLast(10);
    notify('scans');
    expect(reads).toHaveLength(1);
    notify('parcels');
    expect(reads).toHaveLength(2);
    expect(rowAt(board.getState(), 3)?.id).toBe(3);
    await answerLast(11, 100);
    expect(rowAt(board.getState(), 3)?.id).toBe(103);
  });

  test('Try again reads the rows whose reading failed', async () => {
    const { board, reads, answerLast } = openBoard();
    board.subscribe(() => undefined);
    reads.at(-1)?.answer(failed({ code: 'storage', message: storedSentence('The disk said no.') }));
    await settled();
    board.readAgain();
    expect(reads).toHaveLength(2);
    await answerLast(3);
    expect(board.getState()).toMatchObject({ failure: null, total: 3 });
  });

  test('a failure is shown, the old rows stay, and the next change tries again', async () => {
    const { board, reads, answerLast, notify } = openBoard();
    board.subscribe(() => undefined);
    await answerLast(10);
    notify('parcels');
    reads.at(-1)?.answer(failed({ code: 'storage', message: storedSentence('The disk said no.') }));
    await settled();
    expect(board.getState().failure?.message).toEqual(storedSentence('The disk said no.'));
    expect(rowAt(board.getState(), 3)?.id).toBe(3);
    notify('parcels');
    await answerLast(10);
    expect(board.getState().failure).toBeNull();
  });

  test('state, days and order are sent with the search, from the first page on', async () => {
    const { board, reads, answerLast } = openBoard();
    board.subscribe(() => undefined);
    await answerLast(1000);
    board.show(200, 210);
    await answerLast(1000);
    board.setCriteria({ find: ' omar ', state: 'failed', sort: 'recipient', day: { day: '2026-03-14' } });
    expect(reads.at(-1)).toMatchObject({ find: 'omar', state: 'failed', sort: 'recipient', offset: 0 });
    expect(reads.at(-1)?.createdFrom).toBe(new Date(2026, 2, 14).toISOString());
    expect(reads.at(-1)?.createdBefore).toBe(new Date(2026, 2, 15).toISOString());
    const count = reads.length;
    board.setCriteria({ state: 'failed' });
    expect(reads).toHaveLength(count);
  });
});
