import { looksCalculated } from '../import/spreadsheet-cells.ts';
import { quoted } from '../import/tidy-text.ts';
import type { WeightUnit } from './field-titles.ts';

/** A weight as it is meant, or why that cannot be told. A cell with nothing in it is no weight. */
export type ReadWeight =
  | { kind: 'grams'; grams: number; warning: string | null }
  | { kind: 'none' }
  | { kind: 'fault'; words: string };

/**
 * Reads a weight in grams.
 * @param unit what the column's name says; a unit in the cell itself counts more
 */
export function readWeight(cell: string, unit: WeightUnit | null): ReadWeight {
  if (cell === '') return { kind: 'none' };
  if (looksCalculated(cell)) return fault(`${quoted(cell)} was shortened by a spreadsheet: write the number out.`);
  const [, digits = '', own = ''] = /^([+-]?[\d.,\s'’]*\d[.,]?)\s*([a-z]*)\.?$/i.exec(cell) ?? [];
  if (digits === '') return fault(`${quoted(cell)} is no weight.`);
  const meant = own === '' ? unit : ownUnit(own);
  if (meant === 'another')
    return fault(own === '' ? 'The column’s name says neither grams nor kilograms.' : notGrams(cell));
  const isKilograms = meant === 'kg';
  const number = readNumber(digits, isKilograms);
  if (typeof number === 'string') return fault(number);
  const grams = isKilograms ? Math.round(number * 1e6) / 1e3 : number;
  const isComma = digits.includes(',');
  return { kind: 'grams', grams, warning: isComma ? `${quoted(cell)} is taken as ${grams} g.` : null };
}

const fault = (words: string): ReadWeight => ({ kind: 'fault', words });
const notGrams = (cell: string): string => `${quoted(cell)} is in neither grams nor kilograms.`;

function ownUnit(text: string): WeightUnit {
  if (/^(?:g|gr|grs|gms?|grams?|grammes?)$/i.test(text)) return 'g';
  return /^(?:kgs?|kilos?|kilograms?|kilogrammes?)$/i.test(text) ? 'kg' : 'another';
}

/**
 * Points and commas part thousands in one country and decimals in the other. Three digits behind a single one are thousands or parts:
 * in kilograms parts, as parcels weigh; in grams nobody can tell.
 */
function readNumber(text: string, isKilograms: boolean): number | string {
  const plain = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '').trim();
  const marks = [...plain.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (/[\s'’]/.test(plain)) return `${quoted(text)} is no number.`;
  if (last === undefined) return Number(plain);
  const isRepeated = marks.filter((mark) => mark === last).length > 1;
  const isMixed = marks.some((mark) => mark !== last);
  const threeBehind = /^[+-]?\d{1,3}[.,]\d{3}$/.test(plain) && !/^[+-]?0/.test(plain);
  if (!isMixed && !isRepeated && threeBehind && !isKilograms) {
    return `${quoted(text)} could be ${plain.replace(last, '')} or ${Number(plain.replace(last, '.'))}: write it without “${last}”.`;
  }
  if (isRepeated && !isMixed) return grouped(plain, last) ?? `${quoted(text)} is no number.`;
  const point = plain.lastIndexOf(last);
  const whole = isMixed
    ? grouped(plain.slice(0, point), last === '.' ? ',' : '.')
    : Number(plain.slice(0, point) || '0');
  const number = whole === null ? Number.NaN : Number(`${whole}${`.${plain.slice(point + 1)}`}`);
  return Number.isFinite(number) && !Number.isNaN(whole) ? number : `${quoted(text)} is no number.`;
}

/** 1,234,567 as a number; null where the groups are not of three. */
function grouped(text: string, mark: string): number | null {
  const [first = '', ...groups] = text.split(mark);
  const isWhole = /^[+-]?\d{1,3}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group));
  return isWhole ? Number([first, ...groups].join('')) : null;
}
