import { batchFieldWords } from '../../../shared/batch-field-words.ts';
import { quoted } from '../import/tidy-text.ts';
import type { BatchTableRow, MatchedColumn } from '../ports/batch-records.ts';
import { fieldOfTitle, isAddressPart, unitOfTitle } from './field-titles.ts';
import { readWeight } from './read-weight.ts';

/** Something a person should know of a column as a whole. Told once, at the first row. */
export interface ColumnNote {
  place: number;
  words: string;
}

export function columnNotes(columns: readonly MatchedColumn[], first: BatchTableRow | undefined): ColumnNote[] {
  return columns.flatMap((column, place) => {
    const words = column.field === null ? leftAside(column, columns) : inKilograms(column, first?.cells[place] ?? '');
    return words === null ? [] : [{ place, words }];
  });
}

/** Why a column that looks as if it belonged to the order does not. */
function leftAside({ title }: MatchedColumn, columns: readonly MatchedColumn[]): string | null {
  const field = fieldOfTitle(title);
  const other = field === null ? undefined : columns.find((column) => column.field === field);
  if (field !== null && other) {
    return `The column ${quoted(title)} could be the ${batchFieldWords[field]} as well: ${quoted(other.title)} is taken, and this one is left aside.`;
  }
  if (!isAddressPart(title) || !columns.some((column) => column.field === 'address.text')) return null;
  return `The column ${quoted(title)} is left aside: what is not in the address column is not in the order.`;
}

function inKilograms({ title, field }: MatchedColumn, cell: string): string | null {
  if (field !== 'parcel.values' || unitOfTitle(title) !== 'kg') return null;
  const read = readWeight(cell.trim(), 'kg');
  const example = read.kind === 'grams' ? `: ${quoted(cell.trim())} is ${read.grams} g` : '';
  return `Weights are taken as kilograms, by the column’s name ${quoted(title)}${example}.`;
}
