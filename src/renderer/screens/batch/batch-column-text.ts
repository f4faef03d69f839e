import { type Batch, type BatchColumn, type BatchField, batchFields } from '../../../shared/orders/batch.ts';
import type { DraftAddress } from '../../../shared/orders/order-book.ts';
import { text } from '../../text/text.ts';
import type { Choice } from '../../ui/select.tsx';

/** The name of a field. */
export const fieldName = (field: BatchField): string => text(`batch.field.${field}`);

/** Stands for "no field" in the list of choices. */
export const ignoredChoice = 'left aside';
export type FieldChoice = BatchField | typeof ignoredChoice;

/** Those most files have first. */
const usualFields: readonly BatchField[] = [
  'address.text',
  'address.person_name',
  'address.person_phone',
  'address.person_email',
  'address.description',
  'parcel.values',
  'parcel.custom_code',
  'pick_up_address.text',
];

/** Everything a column can be taken for. */
export const fieldChoices: readonly Choice<FieldChoice>[] = [
  { value: ignoredChoice, label: 'Left aside' },
  ...[...usualFields, ...batchFields.filter((field) => !usualFields.includes(field))].map((field) => ({
    value: field,
    label: fieldName(field),
  })),
];

/** Who says that a column is that. */
export function matchedWords({ field, matchedBy }: BatchColumn): string {
  if (field === null) return matchedBy === null ? 'Not used' : 'Left aside by hand';
  switch (matchedBy) {
    case 'name':
      return 'Found by its name';
    case 'hand':
      return 'Chosen by hand';
    case 'memory':
      return 'Chosen by hand in an earlier file';
    case null:
      return 'Matched';
  }
}

/** "Columns: 7 of 9 used". */
export function columnsWords(columns: readonly BatchColumn[]): string {
  return `Columns: ${columns.filter(({ field }) => field !== null).length} of ${columns.length} used`;
}

/** A column's own title, or its number where it has none. */
export const columnTitle = ({ title, place }: Pick<BatchColumn, 'title' | 'place'>): string =>
  title.trim() === '' ? `Column ${place + 1}` : title;

/** What every order needs and no column brings: nothing can be ordered before it is there. */
export function missingFields({ columns, pickUpAddress }: Pick<Batch, 'columns' | 'pickUpAddress'>): BatchField[] {
  const needed: BatchField[] = ['address.text', 'parcel.values'];
  if (!pickUpAddress?.text?.trim()) needed.push('pick_up_address.text');
  return needed.filter((field) => !columns.some((column) => column.field === field));
}

/** What to do about a missing field. */
export function missingWords(field: BatchField): string {
  if (field === 'pick_up_address.text') return 'Say where the parcels are picked up.';
  return `No column is taken for “${fieldName(field)}”: choose it under Columns.`;
}

/** An address in one line; null where nothing is written. */
export function addressLine(address: DraftAddress | null): string | null {
  if (!address) return null;
  const { sender_name: business, person_name: person } = address;
  const words = [address.text, business ?? person].map((part) => part?.trim()).filter(Boolean);
  return words.length === 0 ? null : words.join(', ');
}
