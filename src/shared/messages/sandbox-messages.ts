import type { MessageDefinitions } from './message-definition.ts';

export const sandboxMessages = {
  'sandbox.not-in-production': {},
  /** A scenario on a whole day needs confirmation: how many shipments known here it changes, and how many of those are final. */
  'sandbox.confirm-day': { date: 'date', shipments: 'number', final: 'number' },
  /** The service did not answer, and nothing was sent. */
  'sandbox.not-run': { reason: 'message' },
  /** The service did not answer, and the scenario may have run. */
  'sandbox.run-unknown': { reason: 'message' },
} as const satisfies MessageDefinitions;
