/** Bytes from `start` up to `end` give way to `instead`, which is ASCII; empty takes them out. */
export interface ByteEdit {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** The bytes with every edit made; the very same object where there is none. Edits may not overlap. */
export function withEdits(bytes: Uint8Array, edits: readonly ByteEdit[]): Uint8Array {
  if (edits.length === 0) return bytes;
  const inOrder = [...edits].sort((one, other) => one.start - other.start);
  const grown = inOrder.reduce((sum, { start, end, instead }) => sum + instead.length - (end - start), 0);
  const result = new Uint8Array(bytes.length + grown);
  let read = 0;
  let written = 0;
  for (const { start, end, instead } of inOrder) {
    result.set(bytes.subarray(read, start), written);
    written += start - read;
    for (let at = 0; at < instead.length; at += 1) result[written + at] = instead.charCodeAt(at);
    written += instead.length;
    read = end;
  }
  result.set(bytes.subarray(read), written);
  return result;
}
