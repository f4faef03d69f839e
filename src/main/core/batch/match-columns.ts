import type { BatchField } from '../../../shared/batch.ts';
import type { MatchedColumn } from '../ports/batch-records.ts';
import { sha256Of } from '../sha256.ts';
import { fieldOfTitle, isPostalCode } from './field-titles.ts';

/** The name under which a header's matching is remembered. */
export const titlesDigest = (titles: readonly string[]): string =>
  sha256Of(new TextEncoder().encode(JSON.stringify(titles.map((title) => title.trim().toLowerCase()))));

/**
 * Which field each column holds: as a person said at an earlier file with the same titles, else by the names. Of two columns for one
 * field the first has it.
 */
export function matchColumns(
  titles: readonly string[],
  remembered: readonly (BatchField | null)[] | null,
): MatchedColumn[] {
  const named = fieldsByName(titles);
  return titles.map((title, place) => {
    const byName = named[place] ?? null;
    const field = remembered?.length === titles.length ? (remembered[place] ?? null) : byName;
    return { title, field, matchedBy: field === null ? null : field === byName ? 'name' : 'memory' };
  });
}

function fieldsByName(titles: readonly string[]): (BatchField | null)[] {
  const taken = new Set<BatchField>();
  const take = (field: BatchField | null): BatchField | null => {
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  };
  const fields = titles.map((title) => take(fieldOfTitle(title)));
  const postalCode = titles.findIndex(isPostalCode);
  if (postalCode >= 0 && fields[postalCode] === null) fields[postalCode] = take('address.text');
  return fields;
}

/** The column holds that field from now on, by a person's word; where another one had it, that holds none. */
export function matchByHand(
  columns: readonly MatchedColumn[],
  place: number,
  field: BatchField | null,
): MatchedColumn[] {
  return columns.map((column, index) => {
    if (index === place) return { ...column, field, matchedBy: field === null ? null : 'hand' };
    return field !== null && column.field === field ? { ...column, field: null, matchedBy: null } : column;
  });
}
