import type { MessageDefinitions } from './message-definition.ts';

/** Files: order files from other systems, tables, the watched folder. `reason` is the message behind it. */
export const importMessages = {
  // A file as a whole. `error`: the operating system's code, such as EACCES.
  'file.empty': {},
  'file.too-large': { megabytes: 'number' },
  'file.named-too-large': { name: 'text', megabytes: 'number' },
  'file.unreadable': { error: 'text' },
  'file.dropped-unreadable': { name: 'text' },
  'file.changed-while-read': {},
  'file.not-text': {},
  'file.not-utf8': {},
  'file.is-spreadsheet': {},

  // A spreadsheet.
  'spreadsheet.not-a-workbook': {},
  'spreadsheet.damaged': {},
  'spreadsheet.too-large': {},
  'spreadsheet.too-many-rows': { limit: 'number' },
  'spreadsheet.legacy-or-protected': {},
  'spreadsheet.too-slow': {},
  'spreadsheet.already-reading': {},

  // A row of a CSV file.
  'csv.quote-not-closed': {},
  'csv.text-after-quote': {},
  'csv.row-too-long': {},
  'csv.too-many-empty-rows': { limit: 'number' },
  'csv.extra-cells': {},

  // The columns of a CSV file of parcels. `column`: a `ParcelColumn`.
  'import.no-code-column': {},
  'import.column-repeated': { column: 'text' },

  // JSON that cannot be read.
  'json.cut-off': {},
  'json.comma-missing': {},
  'json.extra-bracket': {},
  'json.extra-comma': {},
  'json.too-deep': { limit: 'number' },
  'json.too-long': { limit: 'number' },
  'json.invalid': { detail: 'text' },

  // Where an error is, and the error with its place.
  'import.place.line': { line: 'number' },
  'import.place.order': { order: 'number', line: 'number' },
  'import.fault': { place: 'message', fault: 'message' },

  // Errors of an order in a file.
  'import.too-many-orders': { limit: 'number' },
  'import.not-an-order': {},
  'import.no-order-created': { status: 'text' },
  'import.no-shipments': {},
  'import.not-a-list': { path: 'text' },
  'import.list-empty': { path: 'text' },
  'import.list-too-long': { path: 'text', limit: 'number' },
  'import.not-an-object': { path: 'text' },
  /** `type`: what the value is, as `typeof` names it, or `array`. */
  'import.not-text': { path: 'text', type: 'text' },
  'import.no-parcel': {},
  'import.code-invalid': { code: 'text' },
  'import.parcel-without-code': {},
  'import.row-without-code': {},
  'import.code-shortened': { code: 'text' },
  'import.custom-code-invalid': { code: 'text' },
  'import.tracking-code-invalid': { code: 'text' },
  'import.tracking-code-repeated': { limit: 'number' },
  'import.code-on-two-parcels': { code: 'text' },
  'import.code-with-two-labels': { code: 'text' },
  'import.code-in-two-orders': { code: 'text', other: 'message' },
  'import.label-address-unreadable': {},
  'import.label-address-with-user': {},
  'import.label-elsewhere': { host: 'text', expected: 'text' },

  // How an order contradicts what is known here.
  'import.parcel-not-in-shipment': { code: 'text' },
  'import.code-in-other-shipment': { code: 'text', known: 'text' },
  'import.other-code-known': { code: 'text', known: 'text', given: 'text' },
  'import.code-in-other-order': { code: 'text' },
  'import.code-in-named-order': { code: 'text', known: 'text' },
  'import.order-unanswered': { code: 'text' },

  // What became of a file. `done` of `total` orders were imported.
  'import.imported': {
    orders: 'number',
    parcels: 'number',
    completed: 'number',
    known: 'number',
    confirmed: 'number',
  },
  'import.all-known': {},
  'import.has-faults': { count: 'number', reason: 'message' },
  'import.stopped-by-operator': { done: 'number', total: 'number' },
  'import.stopped-with-environment': { done: 'number', total: 'number' },
  'import.stopped-by-change': { reason: 'message', done: 'number', total: 'number' },
  'import.stopped-by-failure': { reason: 'message', done: 'number', total: 'number' },
  'import.not-started': {},
  'import.internal-error': {},
  /** A file and what became of it. */
  'import.file-result': { name: 'text', reason: 'message' },

  // Why a file is not accepted.
  'import.queue-full': { limit: 'number' },
  'import.environment-closing': {},
  'import.too-many-files': { limit: 'number' },
  'import.busy': {},

  // The watched folder.
  'watched-folder.file-waits': { name: 'text', reason: 'message' },
  'watched-folder.file-not-moved': { name: 'text', error: 'text' },
  'watched-folder.not-accessible': { error: 'text' },
  'watched-folder.subfolder-not-real': { name: 'text' },
} as const satisfies MessageDefinitions;
