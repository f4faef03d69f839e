import type { MessageDefinitions } from './message-definition.ts';

export const scanMessages = {
  /** The window asked about a scan that is no longer stored. */
  'scan.not-found': {},
  /** A deletion needs confirmation: the parcel has been picked up. `state` is its shipment state. */
  'parcel.picked-up': { state: 'text' },
} as const satisfies MessageDefinitions;
