import { type Batch, type BatchColumn, type BatchField, batchFields } from '../../../../shared/batch.ts';
import type { AddressFieldName, DraftAddress } from '../../../../shared/order-book.ts';
import type { Choice } from '../../../ui/select.tsx';

/** The drop-off's person is the receiver (interface document, "Request address"). */
const dropOffWords: Record<AddressFieldName, string> = {
  text: 'Drop-off address',
  description: 'Note for the courier',
  person_name: 'Receiver name',
  person_phone: 'Receiver phone',
  person_email: 'Receiver e-mail',
  sender_person_name: 'Sender’s name',
  sender_person_phone: 'Sender’s phone',
  sender_person_email: 'Sender’s e-mail',
  sender_name: 'Sender’s business',
  sender_address_text: 'Sender’s address',
};

const pickUpWords: Record<AddressFieldName, string> = {
  text: 'Pick-up address',
  description: 'Note at the pick-up',
  person_name: 'Name at the pick-up',
  person_phone: 'Phone at the pick-up',
  person_email: 'E-mail at the pick-up',
  sender_person_name: 'Sender’s name at the pick-up',
  sender_person_phone: 'Sender’s phone at the pick-up',
  sender_person_email: 'Sender’s e-mail at the pick-up',
  sender_name: 'Sender’s business at the pick-up',
  sender_address_text: 'Sender’s address at the pick-up',
};

/** What a column is taken for, in words. */
export function fieldWords(field: BatchField): string {
  if (field === 'parcel.values') return 'Weight';
  if (field === 'parcel.custom_code') return 'Custom code';
  const [side, name] = field.split('.') as ['address' | 'pick_up_address', AddressFieldName];
  return (side === 'address' ? dropOffWords : pickUpWords)[name];
}

/** Stands for "no field" in the list of choices. */
export const leftAside = 'left aside';
export type FieldChoice = BatchField | typeof leftAside;

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
  { value: leftAside, label: 'Left aside' },
  ...[...usualFields, ...batchFields.filter((field) => !usualFields.includes(field))].map((field) => ({
    value: field,
    label: fieldWords(field),
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
export const titleOf = ({ title, place }: Pick<BatchColumn, 'title' | 'place'>): string =>
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
  return `No column is taken for “${fieldWords(field)}”: choose it under Columns.`;
}

/** An address in one line; null where nothing is written. */
export function addressLine(address: DraftAddress | null): string | null {
  if (!address) return null;
  const { text, sender_name: business, person_name: person } = address;
  const words = [text, business ?? person].map((part) => part?.trim()).filter(Boolean);
  return words.length === 0 ? null : words.join(', ');
}
