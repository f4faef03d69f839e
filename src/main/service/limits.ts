/** What one call may cost. Times in milliseconds, sizes in bytes. */
export interface ServiceLimits {
  /** Name, connection, proxy tunnel and TLS together. */
  readonly connectMs: number;
  /** The whole call, from the first step to the last byte of the answer. */
  readonly answerMs: number;
  /** How long a close waits for calls in progress before it ends them: a create cut off leaves an order in doubt. */
  readonly closeMs: number;
  /** Largest JSON body, as sent and unpacked. */
  readonly jsonBytes: number;
  /** Largest label, as sent and unpacked. */
  readonly labelBytes: number;
}

export const usualLimits: ServiceLimits = {
  connectMs: 5_000,
  answerMs: 20_000,
  closeMs: 2_000,
  jsonBytes: 4 * 1024 * 1024,
  labelBytes: 8 * 1024 * 1024,
};
