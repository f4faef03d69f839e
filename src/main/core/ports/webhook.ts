/** One delivery as it came, its header already checked and its body read as JSON. */
export interface WebhookDelivery {
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  /** The body, byte for byte; at most 256 KB. */
  readonly raw: Uint8Array;
  /** The envelope's `event`, at most 200 characters; empty where it has none. */
  readonly event: string;
  /** The envelope's `data`; an empty object where it has none or it is no object. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Files a delivery under the environment whose header matched; resolves when it is on disk. `known`: the same bytes came before.
 * Rejects when the disk refuses: the sender is then told to come again.
 */
export type TakeDelivery = (environment: string, delivery: WebhookDelivery) => Promise<'stored' | 'known'>;
