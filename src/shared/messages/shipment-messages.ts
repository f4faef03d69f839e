import type { MessageDefinitions } from './message-definition.ts';

export const scanMessages = {
  /** The window asked about a scan that is no longer stored. */
  'scan.not-found': {},
  /** A deletion needs confirmation: the parcel has been picked up. `state` is its shipment state. */
  'parcel.picked-up': { state: 'text' },
} as const satisfies MessageDefinitions;

export const exportMessages = {
  /** Another export is running. */
  'export.busy': {},
  /** The environment was closed before the export ended. */
  'export.environment-changed': {},
  /** The database could not be read to the end. */
  'export.records-unreadable': {},
  /** The system refused to write the file; `reason` is its own text. */
  'command-barcodes.unknown-ending': {},
  'export.file-not-written': { file: 'text', reason: 'text' },
  /** Every file name that was tried is taken. */
  'export.names-used': { file: 'text', count: 'number' },
} as const satisfies MessageDefinitions;
