import { type Batch, type BatchColumn, type BatchField, batchFields } from '../../../shared/orders/batch.ts';
import type { DraftAddress } from '../../../shared/orders/order-book.ts';
import { text } from '../../text/text.ts';
import type { Choice } from '../../ui/select.tsx';

/** The name of a field. */
export const fieldName = (field: BatchField): string => text(`batch.field.${field}`);

/** Stands for "no field" in the list of choices. */
export const ignoredChoice = 'not used';
export type FieldChoice = BatchField | typeof ignoredChoice;

/** The fields of most files, shown first. */
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

/** Everything a column can be matched to. */
export const fieldChoices = (): readonly Choice<FieldChoice>[] => [
  { value: ignoredChoice, label: text('batch.columns.not-used') },
  ...[...usualFields, ...batchFields.filter((field) => !usualFields.includes(field))].map((field) => ({
    value: field,
    label: fieldName(field),
  })),
];

/** How a column was matched. */
export function matchedText({ field, matchedBy }: BatchColumn): string {
  if (field === null) return text('batch.columns.not-used');
  switch (matchedBy) {
    case 'name':
      return text('batch.columns.matched-by-name');
    case 'hand':
      return text('batch.columns.matched-manually');
    case 'memory':
      return text('batch.columns.matched-by-memory');
    case null:
      return text('batch.columns.matched');
  }
}

/** "Columns: 7 of 9 used". */
export const usedColumnsText = (columns: readonly BatchColumn[]): string =>
  text('batch.columns.used', { used: columns.filter(({ field }) => field !== null).length, columns: columns.length });

/** A column's own title, or its number where it has none. */
export const columnTitle = ({ title, place }: Pick<BatchColumn, 'title' | 'place'>): string =>
  title.trim() === '' ? text('batch.columns.untitled', { number: place + 1 }) : title;

/** Fields that every order needs and no column has: nothing can be ordered without them. */
export function missingFields({ columns, pickUpAddress }: Pick<Batch, 'columns' | 'pickUpAddress'>): BatchField[] {
  const needed: BatchField[] = ['address.text', 'parcel.values'];
  if (!pickUpAddress?.text?.trim()) needed.push('pick_up_address.text');
  return needed.filter((field) => !columns.some((column) => column.field === field));
}

/** What to do about a missing field. */
export const missingFieldText = (field: BatchField): string =>
  field === 'pick_up_address.text'
    ? text('batch.draft.pick-up-missing')
    : text('batch.draft.column-missing', { field: fieldName(field) });

/** An address in one line; null where it is empty. */
export function addressLine(address: DraftAddress | null): string | null {
  if (!address) return null;
  const { sender_name: business, person_name: person } = address;
  const parts = [address.text, business ?? person].map((part) => part?.trim()).filter(Boolean);
  return parts.length === 0 ? null : parts.join(', ');
}
