import { describe, expect, it } from 'vitest';
import { readWeight } from '../../../../src/main/core/batch/read-row.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';

const ambiguous = (text: string, separator: string): Message =>
  message('batch.weight-ambiguous', { text, whole: '1234', decimal: '1.234', separator });
const notANumber = (text: string): Message => message('batch.number-unreadable', { text });

describe('batch: a weight', () => {
  it.each<[string, 'g' | 'kg' | null, number]>([
    ['900', null, 900],
    [' 900'.trim(), 'g', 900],
    ['12.5', 'g', 12.5],
    ['0.250', 'g', 0.25],
    ['1 234', 'g', 1234],
    ['1’234', 'g', 1234],
    ['1,234,567', 'g', 1_234_567],
    ['1,234.5', 'g', 1234.5],
    ['1.234,5', 'g', 1234.5],
    ['500 g', 'kg', 500],
    ['1.5kg', 'g', 1500],
    ['1.5', 'kg', 1500],
    ['1.234', 'kg', 1234],
    ['0,75 kg', null, 750],
    ['2', 'kg', 2000],
    ['-5', 'g', -5],
    ['0', 'g', 0],
    ['4.', 'g', 4],
    ['.5', 'kg', 500],
  ])('“%s” in a column of %s is %d g', (cell, unit, grams) => {
    expect(readWeight(cell, unit)).toMatchObject({ kind: 'grams', grams });
  });

  it('with a comma has a warning that shows how it is read', () => {
    const warning = message('batch.weight-read-as', { text: '12,5', grams: 12.5 });
    expect(readWeight('12,5', 'g')).toEqual({ kind: 'grams', grams: 12.5, warning });
    expect(readWeight('12.5', 'g')).toMatchObject({ warning: null });
  });

  it.each<[string, 'g' | 'kg' | 'another' | null, Message]>([
    ['1,234', 'g', ambiguous('1,234', ',')],
    ['1.234', null, ambiguous('1.234', '.')],
    ['1.2E+6', 'g', message('batch.number-shortened', { text: '1.2E+6' })],
    ['heavy', 'g', message('batch.weight-unreadable', { text: 'heavy' })],
    ['2 lb', 'g', message('batch.weight-other-unit', { text: '2 lb' })],
    ['2', 'another', message('batch.weight-unit-unknown')],
    ['1,23,4', 'g', notANumber('1,23,4')],
    ['1.2.3', 'g', notANumber('1.2.3')],
    ['12 34', 'g', notANumber('12 34')],
    ['1,2.3,4', 'g', notANumber('1,2.3,4')],
    ['900-1000', 'g', message('batch.weight-unreadable', { text: '900-1000' })],
  ])('“%s” in a column of %s is an error', (cell, unit, error) => {
    expect(readWeight(cell, unit)).toEqual({ kind: 'error', message: error });
  });

  it('of an empty cell is none', () => expect(readWeight('', 'g')).toEqual({ kind: 'none' }));
});
