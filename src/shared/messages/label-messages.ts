import type { MessageDefinitions } from './message-definition.ts';

const millimetres = { width: 'number', length: 'number', paperWidth: 'number', paperLength: 'number' } as const;

/** Labels: their files, their previews, and PDF pages made into ZPL. */
export const labelMessages = {
  'label.none': {},
  'label.address-unknown': {},
  'label.downloading': {},
  'label.unreadable-file': {},
  'label.no-pdf': {},
  // What could not be made of a label, and why.
  'label.no-preview': { reason: 'message' },
  'label.bar-codes-not-read': { reason: 'message' },
  'label.pdf-not-printable': { reason: 'message' },
  'label.too-many-waiting': {},
  'label.station-closing': {},
  'label.reason.unknown-format': {},
  'label.reason.no-pdf': {},
  'label.reason.too-large': { kilobytes: 'number' },
  'label.reason.resolution': { dotsPerMillimetre: 'number' },
  'label.reason.too-slow': {},
  'label.reason.ended': {},
  'label.reason.renderer-broken': {},
  'label.reason.not-zpl': {},
  'label.reason.graphics-too-large': {},
  'label.reason.locked': {},
  'label.reason.unreadable-pdf': {},
  'label.reason.unreadable-page': { page: 'number' },
  'label.reason.page-without-size': {},
  'label.reason.page-too-large': { millimetres: 'number' },
  'label.reason.page-too-large-for-resolution': {},
  'label.reason.page-larger-than-paper': millimetres,
  'label.reason.out-of-memory': {},
  'label.reason.no-pages': {},
  'label.reason.too-many-pages': { count: 'number', limit: 'number' },
  'label.reason.zpl-too-large': {},
  'label.reason.empty': {},
} as const satisfies MessageDefinitions;
