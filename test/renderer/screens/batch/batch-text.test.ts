import { describe, expect, it } from 'vitest';
import {
  backoffText,
  dismissQuestion,
  draftFacts,
  draftSummary,
  progressText,
  rateText,
  rowsText,
  startedSummary,
  startQuestion,
  stopQuestion,
} from '../../../../src/renderer/screens/batch/batch-text.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { batch, column } from './batch-samples.ts';

describe('batch summary: a draft', () => {
  it('shows how many rows are ready and how many have errors', () => {
    const summary = draftSummary(batch({ counts: { rows: 5000, faulty: 20, orders: 4980, parcels: 4980 } }));
    expect(summary.title).toBe('4,980 rows ready, 20 with errors');
    expect(summary.sentences[0]).toContain('4,980 orders with 4,980 parcels, not ordered yet.');
    expect(summary.tone).toBe('warning');
  });

  it('leaves the number of orders to the price beside it', () => {
    const quote = { isRunning: true, total: 5140, quoted: 30, failed: 0 };
    const summary = draftSummary(batch({ quote, counts: { rows: 5000, faulty: 20, orders: 4980, parcels: 4980 } }));
    expect(summary.sentences).toEqual(['4,980 parcels, not ordered yet.']);
  });

  it('is green only without errors', () => {
    expect(draftSummary(batch()).tone).toBe('success');
    expect(draftSummary(batch({ counts: { rows: 1, orders: 1, parcels: 1 } })).title).toBe('1 row ready');
  });

  it('names the missing column where no row can be ordered without it', () => {
    const summary = draftSummary(batch({ columns: [column()], counts: { faulty: 30, orders: 0, parcels: 0 } }));
    expect(summary).toMatchObject({ tone: 'error', title: 'No row is ready, 30 with errors' });
    expect(summary.sentences[0]).toContain('“Weight”');
  });

  it('asks for a missing pick-up address', () => {
    const summary = draftSummary(batch({ pickUpAddress: null, counts: { faulty: 30, orders: 0, parcels: 0 } }));
    expect(summary.sentences).toEqual(['Choose a pick-up address.']);
  });
});

describe('batch summary: the price', () => {
  const quote = { isRunning: false, total: 5140, quoted: 30, failed: 0 };

  it('is a total with its currency where every order has a price', () => {
    expect(draftFacts(batch({ quote }), 'AED')).toEqual(['5140.00 AED with tax for all 30 orders']);
  });

  it('shows how many orders have no price, and how many were not checked', () => {
    const some = { isRunning: true, total: 400, quoted: 20, failed: 3 };
    expect(draftFacts(batch({ quote: some }), null)).toEqual([
      '400.00 with tax for 20 of 30 orders',
      '3 without a price',
      '7 not checked',
    ]);
  });

  it('is in the question before anything is bought, with the orders without a price', () => {
    const counts = { rows: 420, faulty: 8, orders: 412, parcels: 430 };
    const start = startQuestion(batch({ quote: { ...quote, quoted: 400 }, counts }), 'AED');
    expect(start.question).toBe('Create 412 orders for 5140.00 AED?');
    expect(start.yes).toBe('Create 412 orders');
    expect(start.explanation).toEqual([
      '430 parcels, ordered one after another.',
      '12 orders have no checked price. You will be charged.',
      '8 rows with errors are not ordered.',
    ]);
    expect(startQuestion(batch(), 'AED').question).toBe('Create 30 orders?');
    expect(startQuestion(batch(), 'AED').explanation).toContain('Prices not checked. You will be charged.');
  });

  it('never uses the name of a control of the order form', () => {
    const { question, yes } = startQuestion(batch({ quote }), 'AED');
    for (const name of [question, yes]) expect(name).not.toMatch(/create order|get quote/i);
    expect(startQuestion(batch({ counts: { orders: 1 } }), null).question).toBe('Create 1 order?');
  });
});

describe('batch summary: a started batch', () => {
  const counts = { rows: 412, orders: 412, open: 281, created: 128, rejected: 2, uncertain: 1 };

  it('shows its progress', () => {
    expect(progressText(batch({ counts }).counts)).toBe('128 of 412 created, 2 rejected, 1 uncertain');
  });

  it('says where an uncertain order is resolved', () => {
    expect(startedSummary(batch({ state: 'running', counts })).sentences.join(' ')).toContain('under Needs attention');
  });

  it('says why it paused automatically and what to do, else that it waits for Resume', () => {
    const why = { code: 'service-error', message: message('batch.uncertain-in-a-row') } as const;
    expect(startedSummary(batch({ state: 'paused', why, counts })).sentences).toEqual([
      'Two orders in a row got no clear answer from the service. Check both orders under Needs attention. Resume when the service works again.',
    ]);
    expect(startedSummary(batch({ state: 'paused', counts })).sentences[0]).toContain('281 orders are waiting');
  });

  it('says that the orders left of a stopped batch are never created, and asks before', () => {
    expect(startedSummary(batch({ state: 'stopped', counts })).sentences[0]).toContain(
      '281 orders will not be created',
    );
    expect(stopQuestion(batch({ counts })).explanation[0]).toContain('281 remaining orders will not be created');
  });

  it('is green at its end only where every order was created', () => {
    const done = startedSummary(batch({ state: 'done', counts: { created: 30, open: 0 } }));
    expect(done).toEqual({
      tone: 'success',
      title: 'All 30 created',
      sentences: ['Every order of this batch was created.'],
    });
    const some = startedSummary(batch({ state: 'done', counts: { created: 28, rejected: 2, open: 0 } }));
    expect(some.tone).toBe('warning');
    expect(some.sentences).toEqual(['2 orders were rejected. The table shows why.']);
  });

  it('asks before it is dismissed only where something would be lost', () => {
    expect(dismissQuestion({ state: 'done', resultFile: 'orders-result.csv' })).toBeNull();
    expect(dismissQuestion({ state: 'done', resultFile: null })?.explanation[0]).toContain('not saved');
    expect(dismissQuestion({ state: 'draft', resultFile: null })?.explanation[0]).toContain('Nothing was ordered');
  });
});

describe('batch summary: the rate', () => {
  it('is rounded', () => {
    expect(rateText(null)).toBe('The rate is shown after a few orders.');
    expect(rateText({ perMinute: 41.7, leftMs: 400_000 })).toBe('About 42 orders a minute, about 7 min left.');
    expect(rateText({ perMinute: 1, leftMs: 3 * 3_600_000 })).toBe('Less than 2 orders a minute, about 3 h left.');
    expect(rateText({ perMinute: 100, leftMs: 1_000 })).toContain('less than a minute left.');
  });

  it('shows the pause after the service answered 429', () => {
    expect(backoffText(0)).toBeNull();
    expect(backoffText(2_500)).toContain('2.5 s between orders');
  });
});

it('batch table: shows how many rows it has', () => {
  expect(rowsText(5000, 'all')).toBe('5,000 rows');
  expect(rowsText(0, 'with problems')).toBe('No row with problems');
  expect(rowsText(1, 'not created')).toBe('1 row not created');
  expect(rowsText(null, 'all')).toBe('');
});
