/** Milliseconds to wait for a printer's reply. No official limits exist: these come from the field. */
export interface ReplyLimits {
  /** For the first byte. */
  readonly firstByteMs: number;
  /** Between one chunk and the next. */
  readonly betweenMs: number;
  readonly totalMs: number;
}

/** A line to a printer that carries bytes both ways, whatever it is made of. */
export interface Wire {
  /**
   * Writes the query whole, then collects what comes back until `isWhole` says so, a limit passes, or the line is gone; gives what
   * came, at most 8 KB, maybe nothing. What came before the query is dropped. Never rejects.
   */
  exchange(query: Uint8Array, isWhole: (reply: Uint8Array) => boolean, limits: ReplyLimits): Promise<Uint8Array>;
}
