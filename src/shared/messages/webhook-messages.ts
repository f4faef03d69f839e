import type { MessageDefinitions } from './message-definition.ts';

/** Messages about the webhook listener and the events it receives. */
export const webhookMessages = {
  'webhook.port-in-use': { port: 'number' },
  'webhook.port-not-allowed': { port: 'number' },
  'webhook.host-not-here': { host: 'text' },
  'webhook.not-listening': { host: 'text', port: 'number', reason: 'text' },
  'webhook.event-not-stored': { environment: 'text', problem: 'message' },
  'webhook.test-only-in-practice': {},
  /** The service deleted a shipment, or several, without a request from this station. */
  'webhook.shipment-deleted': { shipment: 'text', parcels: 'number', codes: 'text', more: 'number', labels: 'number' },
  'webhook.shipments-deleted': { shipments: 'number', codes: 'text', more: 'number', labels: 'number' },
} as const satisfies MessageDefinitions;
