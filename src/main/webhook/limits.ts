/** What the listener bears; times in milliseconds. */
export interface ListenerLimits {
  /** Bytes of a body. */
  bodyBytes: number;
  /** Bytes of the request line and all headers. */
  headerBytes: number;
  /** Connections at once; more are dropped as they come. */
  connections: number;
  /** Deliveries between their headers and their answer; one more is told to come again. */
  atOnce: number;
  /** Requests on one connection, which is then closed. */
  requestsOnConnection: number;
  /** Until all headers are here. */
  headersMs: number;
  /** Until the whole request is here. */
  requestMs: number;
  /** How often slow requests are looked for. */
  lookMs: number;
  /** Between two requests on one connection. */
  keepAliveMs: number;
  /** With no byte either way, our own work included. */
  silenceMs: number;
  /** A refused sender has so long, and so many bytes, to see the answer before it is cut off. */
  partingMs: number;
  partingBytes: number;
  /** Deliveries under way have so long to end when the listener is closed. */
  closeMs: number;
}

export const listenerLimits: ListenerLimits = {
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  connections: 256,
  atOnce: 512,
  requestsOnConnection: 1_000,
  headersMs: 5_000,
  requestMs: 15_000,
  lookMs: 1_000,
  keepAliveMs: 10_000,
  silenceMs: 60_000,
  partingMs: 2_000,
  partingBytes: 1024 * 1024,
  closeMs: 1_500,
};
