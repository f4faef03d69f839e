import { describe, expect, test } from 'vitest';
import { type Page, rowAt } from '../../../../src/renderer/data/paged-query.ts';
import { batchRowsPerPage, createBatchRows } from '../../../../src/renderer/screens/batch/batch-data.ts';
import type { Change } from '../../../../src/shared/contract/changes.ts';
import { failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import type { CallInput } from '../../../../src/shared/contract/station-contract.ts';
import type { BatchRow } from '../../../../src/shared/orders/batch.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';
import { row } from './batch-samples.ts';

interface Question extends CallInput<'batch.rows'> {
  readonly answer: (answer: Result<Page<BatchRow>>) => void;
}

/** Rows whose reads wait until the test answers them, and whose pauses end when the test ends them. */
function openRows() {
  const questions: Question[] = [];
  const pauses: (() => void)[] = [];
  let notify: (changes: readonly Change[]) => void = () => undefined;
  const rows = createBatchRows({
    readPage: (query) => new Promise((answer) => questions.push({ ...query, answer })),
    onChanged: (listener) => {
      notify = listener;
      return () => {
        notify = () => undefined;
      };
    },
    later: (_, act) => {
      pauses.push(act);
      return () => undefined;
    },
  });
  /** Answers the newest question with lines that begin at its place. */
  const answerLast = async (total = 5000) => {
    const { from = 0, limit = 0, answer } = questions.at(-1) ?? {};
    const found = Array.from({ length: Math.min(limit, total - from) }, (_, index) => row({ line: from + index + 2 }));
    answer?.(success({ total, rows: found }));
    await settled();
  };
  const change = () => notify(['batch']);
  const endPause = () => pauses.shift()?.();
  return { rows, questions, answerLast, change, endPause, other: () => notify(['parcels']) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('batch row reader', () => {
  test('reads a hundred at a time, and only visible ones', async () => {
    const { rows, questions, answerLast } = openRows();
    rows.subscribe(() => undefined);
    expect(questions).toMatchObject([{ from: 0, limit: 100, only: 'all' }]);
    await answerLast();
    expect(rows.getState().total).toBe(5000);
    expect(rowAt(rows.getState(), 7)?.line).toBe(9);
    rows.show(4990, 4999);
    expect(questions.at(-1)).toMatchObject({ from: 4900, limit: 100 });
    await answerLast();
    expect(rowAt(rows.getState(), 4999)?.line).toBe(5001);
    expect(questions).toHaveLength(2);
  });

  test('keeps a limited number while the operator scrolls', async () => {
    const { rows, answerLast } = openRows();
    rows.subscribe(() => undefined);
    await answerLast();
    for (let page = 1; page < 50; page += 1) {
      rows.show(page * batchRowsPerPage, page * batchRowsPerPage + 10);
      await answerLast();
    }
    expect(rows.getState().pages.size).toBeLessThanOrEqual(6);
  });

  test('reads them again after a change, while the old ones stay', async () => {
    const { rows, questions, answerLast, change, other } = openRows();
    rows.subscribe(() => undefined);
    await answerLast();
    other();
    expect(questions).toHaveLength(1);
    change();
    expect(questions).toHaveLength(2);
    expect(rowAt(rows.getState(), 7)?.line).toBe(9);
  });

  test('follows a batch that changes often, with a limited number of readings', async () => {
    const { rows, questions, answerLast, change, endPause } = openRows();
    rows.subscribe(() => undefined);
    await answerLast();
    for (let changes = 0; changes < 100; changes += 1) change();
    expect(questions).toHaveLength(2);
    await answerLast(4999);
    expect(rows.getState().total).toBe(4999);
    endPause();
    expect(questions).toHaveLength(3);
    await answerLast();
    endPause();
    expect(questions).toHaveLength(3);
  });

  test('drops late rows of an earlier filter', async () => {
    const { rows, questions, answerLast } = openRows();
    rows.subscribe(() => undefined);
    rows.setCriteria('with problems');
    await answerLast(5000);
    expect(rows.getState().total).toBeNull();
    expect(questions.at(-1)).toMatchObject({ only: 'with problems', from: 0 });
    await answerLast(20);
    expect(rows.getState()).toMatchObject({ total: 20, appliedCriteria: 'with problems' });
  });

  test('shows why rows cannot be read, and reads them again at the next change only', async () => {
    const { rows, questions, change } = openRows();
    rows.subscribe(() => undefined);
    questions[0]?.answer(failed({ code: 'storage', message: storedSentence('The disk said no.') }));
    await settled();
    expect(rows.getState().failure?.message).toEqual(storedSentence('The disk said no.'));
    expect(questions).toHaveLength(1);
    change();
    expect(questions).toHaveLength(2);
  });
});
