import type { BatchField } from './batch.ts';

/** Each field in words, within a sentence. The drop-off's person is the receiver (interface document, "Request address"). */
export const batchFieldWords: Record<BatchField, string> = {
  'address.text': 'drop-off address',
  'address.description': 'note for the courier',
  'address.person_name': 'receiver name',
  'address.person_phone': 'receiver phone',
  'address.person_email': 'receiver e-mail',
  'address.sender_person_name': 'sender’s name',
  'address.sender_person_phone': 'sender’s phone',
  'address.sender_person_email': 'sender’s e-mail',
  'address.sender_name': 'sender’s business',
  'address.sender_address_text': 'sender’s address',
  'pick_up_address.text': 'pick-up address',
  'pick_up_address.description': 'note at the pick-up',
  'pick_up_address.person_name': 'name at the pick-up',
  'pick_up_address.person_phone': 'phone at the pick-up',
  'pick_up_address.person_email': 'e-mail at the pick-up',
  'pick_up_address.sender_person_name': 'sender’s name at the pick-up',
  'pick_up_address.sender_person_phone': 'sender’s phone at the pick-up',
  'pick_up_address.sender_person_email': 'sender’s e-mail at the pick-up',
  'pick_up_address.sender_name': 'sender’s business at the pick-up',
  'pick_up_address.sender_address_text': 'sender’s address at the pick-up',
  'parcel.values': 'weight',
  'parcel.custom_code': 'custom code',
};
