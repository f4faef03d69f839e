import type { MessageDefinitions } from './message-definition.ts';

/** `peer` is the host called: service, labels (the label host) or proxy. `host` is its name and port, `error` a code of Node or OpenSSL. */
const peer = { peer: 'text', host: 'text' } as const;

/** Messages about calls to the service, the label host and the proxy. */
export const serviceMessages = {
  // What a test of the connection found; what failed has the message of its failure.
  'connection-test.address-answers': {},
  'connection-test.not-the-service': { host: 'text', status: 'number' },
  'connection-test.certificate-valid': {},
  'connection-test.certificate-not-used': {},
  'connection-test.token-accepted': {},
  'connection-test.token-accepted-sample-rejected': {},
  'connection-test.token-rejected': { host: 'text', status: 'number' },
  'connection-test.no-token': {},
  'connection-test.token-of-other-address': {},
  'connection-test.label-host-answers': {},
  'connection-test.not-reached': {},
  'connection-test.running': {},
  'connection-test.not-passed': {},

  // No connection: nothing was sent.
  'service.name-not-found': peer,
  'service.connection-timeout': peer,
  'service.connection-refused': peer,
  'service.connection-reset': peer,
  'service.unreachable': { ...peer, error: 'text' },
  'service.proxy-sign-in': { host: 'text' },
  'service.proxy-refused': { host: 'text', target: 'text', status: 'number' },

  // No secure connection.
  'service.tls-timeout': peer,
  'service.certificate-not-valid-now': peer,
  'service.certificate-for-other-name': peer,
  'service.certificate-authority-unknown': peer,
  'service.certificate-file-invalid': {},
  'service.tls-failed': { ...peer, error: 'text' },
  'service.tls-interrupted': { ...peer, error: 'text' },

  // A request without a complete response.
  'service.response-timeout': peer,
  'service.connection-lost': peer,
  'service.headers-too-large': peer,
  'service.response-too-large': { ...peer, mebibytes: 'number' },
  'service.not-http': peer,
  'service.unknown-encoding': peer,
  'service.invalid-request': { ...peer, error: 'text' },
  'service.station-closed': {},
  'service.request-cancelled': {},
  'service.internal-error': { error: 'text' },

  // Responses outside 2xx.
  'service.token-rejected': { ...peer, status: 'number' },
  'service.forbidden': { ...peer, status: 'number' },
  'service.not-found': { ...peer, status: 'number' },
  'service.no-longer-there': { ...peer, status: 'number' },
  'service.request-timeout': { ...peer, status: 'number' },
  'service.conflict': { ...peer, status: 'number' },
  'service.too-many-requests': { ...peer, status: 'number' },
  'service.redirected': { ...peer, status: 'number' },
  'service.redirected-to-sign-in': { ...peer, status: 'number' },
  'service.redirected-to-form': { ...peer, status: 'number' },
  'service.server-error': { ...peer, status: 'number' },
  'service.rejected': { ...peer, status: 'number' },

  // Responses with a 2xx status that cannot be used.
  'service.empty-response': peer,
  'service.web-page': peer,
  'service.unreadable-response': peer,
  'service.not-success': peer,

  // Calls that were not made.
  'service.token-missing': {},
  'service.address-missing': {},
  'service.address-invalid': {},
  'service.proxy-address-invalid': {},
  'service.label-host-missing': {},
  'service.label-on-other-host': {},
  'service.label-needs-token': { host: 'text' },
  'service.invalid-custom-code': {},
  'service.station-closing': {},

  // A token that was pasted.
  'service.token-empty': {},
  'service.token-invalid': {},
  'service.token-without-address': {},
} as const satisfies MessageDefinitions;

/** Messages about the webhook listener and the events it receives. */
export const webhookMessages = {
  'webhook.port-in-use': { port: 'number' },
  'webhook.port-not-allowed': { port: 'number' },
  'webhook.host-not-here': { host: 'text' },
  'webhook.not-listening': { host: 'text', port: 'number', reason: 'text' },
  'webhook.event-not-stored': { environment: 'text', problem: 'message' },
  'webhook.header-of-browsers': { name: 'text', environment: 'text' },
  'webhook.test-only-in-practice': {},
  /** The service deleted a shipment, or several, without a request from this station. */
  'webhook.shipment-deleted': { shipment: 'text', parcels: 'number', codes: 'text', more: 'number', labels: 'number' },
  'webhook.shipments-deleted': { shipments: 'number', codes: 'text', more: 'number', labels: 'number' },
  /** Parcels that the service reported as deleted, and later as existing. */
  'webhook.deletion-conflict': { code: 'text', state: 'text' },
  'webhook.deletion-conflicts': { parcels: 'number', codes: 'text', more: 'number' },
} as const satisfies MessageDefinitions;

export const sandboxMessages = {
  'sandbox.not-in-production': {},
  /** A scenario on a whole day needs confirmation: how many shipments known here it changes, and how many of those are final. */
  'sandbox.confirm-day': { date: 'date', shipments: 'number', final: 'number' },
  /** The service did not answer, and nothing was sent. */
  'sandbox.not-run': { reason: 'message' },
  /** The service did not answer, and the scenario may have run. */
  'sandbox.run-unknown': { reason: 'message' },
  'rehearsal.practice-only': {},
  'rehearsal.runs-already': {},
} as const satisfies MessageDefinitions;
