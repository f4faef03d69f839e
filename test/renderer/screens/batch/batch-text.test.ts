import { describe, expect, it } from 'vitest';
import {
  createdWords,
  dismissQuestion,
  draftWords,
  paceWords,
  pauseWords,
  priceWords,
  rowsWords,
  startedWords,
  startQuestion,
  stopQuestion,
} from '../../../../src/renderer/screens/batch/batch-text.ts';
import { batch, column } from './batch-samples.ts';

/** Thin spaces are for the eye. */
const plain = (words: string | null): string => (words ?? '').replaceAll('\u202f', ' ');

describe('a draft', () => {
  it('says in large plain words how many rows are ready and how many are not', () => {
    const summary = draftWords(batch({ counts: { rows: 5000, faulty: 20, orders: 4980, parcels: 4980 } }));
    expect(plain(summary.words)).toBe('4 980 rows ready, 20 with faults');
    expect(plain(summary.sentence)).toContain('4 980 orders with 4 980 parcels, not ordered yet.');
    expect(summary.tone).toBe('warning');
  });

  it('is green only where nothing is wrong', () => {
    expect(draftWords(batch()).tone).toBe('success');
    expect(draftWords(batch({ counts: { rows: 1, orders: 1, parcels: 1 } })).words).toBe('1 row ready');
  });

  it('says which column is missing where no row can be ordered for the want of it', () => {
    const summary = draftWords(batch({ columns: [column()], counts: { faulty: 30, orders: 0, parcels: 0 } }));
    expect(summary).toMatchObject({ tone: 'error', words: 'No row is ready, 30 with faults' });
    expect(summary.sentence).toContain('“Weight”');
  });

  it('says that a pick-up address is missing', () => {
    const summary = draftWords(batch({ pickUpAddress: null, counts: { faulty: 30, orders: 0, parcels: 0 } }));
    expect(summary.sentence).toBe('Say where the parcels are picked up.');
  });
});

describe('the price', () => {
  const quote = { isRunning: false, total: 5140, quoted: 30, failed: 0 };

  it('is a total with its currency where every order has one', () => {
    expect(plain(priceWords(batch({ quote }), 'AED'))).toBe('5140.00 AED with tax for all 30 orders');
  });

  it('says how many orders have none, and how many were not asked for', () => {
    const some = { isRunning: true, total: 400, quoted: 20, failed: 3 };
    expect(plain(priceWords(batch({ quote: some }), null))).toBe(
      '400.00 with tax for 20 of 30 orders; 3 without a price, 7 not asked yet',
    );
  });

  it('is told in the question before anything is bought, and so is what is not known', () => {
    const counts = { rows: 420, faulty: 8, orders: 412, parcels: 430 };
    const asked = startQuestion(batch({ quote: { ...quote, quoted: 400 }, counts }), 'AED');
    expect(asked.words).toBe('Create 412 orders, 5140.00 AED?');
    expect(asked.yes).toBe('Yes, buy 412');
    expect(asked.more).toContain('430 parcels');
    expect(asked.more).toContain('What 12 of them cost is not known');
    expect(asked.more).toContain('8 rows with faults are not ordered');
    expect(startQuestion(batch(), 'AED').words).toBe('Create 30 orders?');
    expect(startQuestion(batch(), 'AED').more).toContain('What they cost was not asked');
  });

  it('never names a control of the order form', () => {
    const { words, yes } = startQuestion(batch({ quote }), 'AED');
    for (const name of [words, yes]) expect(name).not.toMatch(/create order|get quote/i);
    const one = startQuestion(batch({ counts: { orders: 1 } }), null);
    expect(one.words).toBe('Create 1 order?');
  });
});

describe('a started batch', () => {
  const counts = { rows: 412, orders: 412, open: 281, created: 128, refused: 2, uncertain: 1 };

  it('says how far it is', () => {
    expect(createdWords(batch({ counts }).counts)).toBe('128 of 412 created, 2 refused, 1 in doubt');
  });

  it('says where an order in doubt is settled', () => {
    expect(startedWords(batch({ state: 'running', counts })).sentence).toContain('Print queue, Waiting to send');
  });

  it('says why it paused by itself and what to do, else that it waits for Resume', () => {
    const why = { code: 'token-refused', message: 'The token was refused.', next: 'Enter it again.' } as const;
    expect(startedWords(batch({ state: 'paused', why, counts })).sentence).toBe(
      'The token was refused. Enter it again.',
    );
    expect(startedWords(batch({ state: 'paused', counts })).sentence).toContain('281 orders wait');
  });

  it('says that what is left of a stopped one is never created, and asks before', () => {
    expect(startedWords(batch({ state: 'stopped', counts })).sentence).toContain('281 orders are never created');
    expect(stopQuestion(batch({ counts })).more).toContain('281 orders are left and will never be created');
  });

  it('is green at its end only where every order exists', () => {
    const done = startedWords(batch({ state: 'done', counts: { created: 30, open: 0 } }));
    expect(done).toEqual({ tone: 'success', words: 'All 30 created', sentence: 'Every order of this batch exists.' });
    const some = startedWords(batch({ state: 'done', counts: { created: 28, refused: 2, open: 0 } }));
    expect(some.tone).toBe('warning');
    expect(some.sentence).toContain('2 orders were refused: the table says why');
  });

  it('asks before it is put away only where something would be lost', () => {
    expect(dismissQuestion({ state: 'done', resultFile: 'orders-result.csv' })).toBeNull();
    expect(dismissQuestion({ state: 'done', resultFile: null })).toContain('never written');
    expect(dismissQuestion({ state: 'draft', resultFile: null })).toContain('Nothing of it was ordered');
  });
});

describe('how fast it goes', () => {
  it('is told no more exactly than it is known', () => {
    expect(paceWords(null)).toBe('How fast it goes shows after a few orders');
    expect(paceWords({ perMinute: 41.7, leftMs: 400_000 })).toBe('About 42 orders a minute, about 7 min left');
    expect(paceWords({ perMinute: 1, leftMs: 3 * 3_600_000 })).toBe('Less than 2 orders a minute, about 3 h left');
    expect(paceWords({ perMinute: 100, leftMs: 1_000 })).toContain('less than a minute left');
  });

  it('names the pause after the service said that it was asked too often', () => {
    expect(pauseWords(0)).toBeNull();
    expect(pauseWords(2_500)).toContain('2.5 s between two orders');
  });
});

it('says how many rows the table shows', () => {
  expect(plain(rowsWords(5000, 'all'))).toBe('5 000 rows');
  expect(rowsWords(0, 'with problems')).toBe('No row with problems');
  expect(rowsWords(1, 'not created')).toBe('1 row not created');
  expect(rowsWords(null, 'all')).toBe('');
});
