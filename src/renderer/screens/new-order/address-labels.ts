import type { AddressFieldName } from '../../../shared/order-book.ts';
import type { AddressSide } from './order-form.ts';

/** How one address of the order stands on the screen. */
export interface AddressLayout {
  readonly title: string;
  readonly labels: Readonly<Record<AddressFieldName, string>>;
  /** Always in sight, side by side under the address itself. */
  readonly persons: readonly AddressFieldName[];
  /** Seldom needed: folded away while blank and right. */
  readonly folded: readonly AddressFieldName[];
  /** What the fold is called. */
  readonly foldWords: string;
}

const senderFields: readonly AddressFieldName[] = [
  'sender_name',
  'sender_address_text',
  'sender_person_name',
  'sender_person_phone',
  'sender_person_email',
];

/** The document names the same ten fields for both addresses; what a person means by them differs by the side. */
export const addressLayouts: Readonly<Record<AddressSide, AddressLayout>> = {
  pickUpAddress: {
    title: 'Pick-up',
    labels: {
      text: 'Pick-up address',
      description: 'Pick-up note',
      person_name: 'Pick-up person',
      person_phone: 'Pick-up phone',
      person_email: 'Pick-up e-mail',
      sender_name: 'Sender business',
      sender_address_text: 'Sender address',
      sender_person_name: 'Sender contact name',
      sender_person_phone: 'Sender contact phone',
      sender_person_email: 'Sender contact e-mail',
    },
    persons: [],
    folded: [...senderFields, 'person_name', 'person_phone', 'person_email', 'description'],
    foldWords: 'More: sender, person, note',
  },
  dropOffAddress: {
    title: 'Drop-off',
    labels: {
      text: 'Drop-off address',
      description: 'Note for the courier',
      person_name: 'Receiver name',
      person_phone: 'Receiver phone',
      person_email: 'Receiver e-mail',
      sender_name: 'Drop-off sender business',
      sender_address_text: 'Drop-off sender address',
      sender_person_name: 'Drop-off sender contact name',
      sender_person_phone: 'Drop-off sender contact phone',
      sender_person_email: 'Drop-off sender contact e-mail',
    },
    persons: ['person_name', 'person_phone'],
    folded: ['person_email', 'description', ...senderFields],
    foldWords: 'More: e-mail, note, sender',
  },
};

/** What kind of text a field takes: it picks the keys of a touch keyboard, and tells the scanner a number from a word. */
export function fieldType(name: AddressFieldName): 'text' | 'tel' | 'email' {
  if (name.endsWith('_phone')) return 'tel';
  return name.endsWith('_email') ? 'email' : 'text';
}
