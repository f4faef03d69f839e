import type { MessageDefinitions } from './message-definition.ts';

/** Batches: reading a table, checking its rows, pricing and creating its orders. `reason` is the message behind it. */
export const batchMessages = {
  // What a column can hold, by the field's path in the request.
  'batch.field.address.text': {},
  'batch.field.address.description': {},
  'batch.field.address.person_name': {},
  'batch.field.address.person_phone': {},
  'batch.field.address.person_email': {},
  'batch.field.address.sender_person_name': {},
  'batch.field.address.sender_person_phone': {},
  'batch.field.address.sender_person_email': {},
  'batch.field.address.sender_name': {},
  'batch.field.address.sender_address_text': {},
  'batch.field.pick_up_address.text': {},
  'batch.field.pick_up_address.description': {},
  'batch.field.pick_up_address.person_name': {},
  'batch.field.pick_up_address.person_phone': {},
  'batch.field.pick_up_address.person_email': {},
  'batch.field.pick_up_address.sender_person_name': {},
  'batch.field.pick_up_address.sender_person_phone': {},
  'batch.field.pick_up_address.sender_person_email': {},
  'batch.field.pick_up_address.sender_name': {},
  'batch.field.pick_up_address.sender_address_text': {},
  'batch.field.parcel.values': {},
  'batch.field.parcel.custom_code': {},

  // Why a table is not read.
  'batch.input-empty': {},
  'batch.no-rows': {},
  'batch.not-a-table': {},
  'batch.header-unreadable': { reason: 'message' },
  'batch.too-many-rows': { limit: 'number' },
  'batch.too-many-columns': { limit: 'number' },

  // Why an action is not possible.
  'batch.none': {},
  'batch.already-open': {},
  'batch.nothing-to-order': {},
  'batch.new-duplicates': { rows: 'number' },
  'batch.row-unknown': {},
  'batch.column-unknown': {},
  'batch.row-unreadable': {},
  'batch.cell-truncated': {},
  'batch.folder-unknown': {},
  /** `action`: a `BatchAction`; `state`: a `BatchState`. */
  'batch.action-not-allowed': { action: 'text', state: 'text' },

  // Errors of a row.
  'batch.number-shortened': { text: 'text' },
  'batch.pick-up-address-missing': {},
  'batch.weight-unreadable': { text: 'text' },
  'batch.weight-unit-unknown': {},
  'batch.weight-other-unit': { text: 'text' },
  'batch.weight-ambiguous': { text: 'text', whole: 'text', decimal: 'text', separator: 'text' },
  'batch.number-unreadable': { text: 'text' },
  'batch.code-repeated': { code: 'text', line: 'number' },
  'batch.code-known': { code: 'text' },

  // Warnings of a row or a column.
  'batch.weight-read-as': { text: 'text', grams: 'number' },
  'batch.duplicate-of-line': { line: 'number' },
  'batch.duplicate-of-order': {},
  'batch.column-not-used': { title: 'text', used: 'text', field: 'message' },
  'batch.address-column-not-used': { title: 'text' },
  'batch.weights-in-kilograms': { title: 'text' },
  'batch.weights-in-kilograms-example': { title: 'text', text: 'text', grams: 'number' },

  // What became of an order, and of the batch.
  'batch.no-price': {},
  'batch.charged-differently': {},
  'batch.uncertain-in-a-row': {},
  'batch.paused-automatically': { name: 'text', reason: 'message' },
  'batch.done': { name: 'text', created: 'number', rejected: 'number', uncertain: 'number' },
  'batch.result-not-saved': { name: 'text', reason: 'message' },
  'batch.records-unreadable': { detail: 'text' },

  // Files and rows that the window does not pass on.
  'batch.drop-while-open': {},
  'batch.no-file-dropped': {},
  'batch.several-files-dropped': {},
  'batch.nothing-pasted': {},
  'batch.paste-too-long': {},
} as const satisfies MessageDefinitions;
