import { CONSTANTS as tags } from 'ipp-encoder';

const headBytes = 8;
const lastDelimiter = 0x0f;
const mostBytes = 0x7fff;

/** Bytes a value of that kind takes, where its kind alone decides. */
const fixedBytes = new Map([
  [tags.INTEGER, 4],
  [tags.ENUM, 4],
  [tags.BOOLEAN, 1],
  [tags.DATE_TIME, 11],
]);

/**
 * Walks a message by its lengths (RFC 8010, 3.1) before it is decoded: the decoder takes them on trust, reads those over 32,767 as
 * negative and would never end. True where each stays inside the message and fits its kind.
 */
export function ippLengthsHold(message: Buffer): boolean {
  const endOfPart = (start: number): number | null => {
    if (start + 2 > message.length) return null;
    const bytes = message.readUInt16BE(start);
    return bytes > mostBytes || start + 2 + bytes > message.length ? null : start + 2 + bytes;
  };

  const valueHolds = (tag: number, start: number, end: number): boolean => {
    const bytes = end - start - 2;
    const fixed = fixedBytes.get(tag);
    if (fixed !== undefined) return bytes === fixed;
    if (tag !== tags.TEXT_WITH_LANG && tag !== tags.NAME_WITH_LANG) return true;
    const endOfLanguage = endOfPart(start + 2);
    return endOfLanguage !== null && endOfLanguage < end && endOfPart(endOfLanguage) === end;
  };

  let at = headBytes;
  while (at < message.length) {
    const tag = message.readUInt8(at);
    at += 1;
    if (tag === tags.END_OF_ATTRIBUTES_TAG) return true;
    if (tag <= lastDelimiter) continue;
    const endOfName = endOfPart(at);
    const endOfValue = endOfName === null ? null : endOfPart(endOfName);
    if (endOfName === null || endOfValue === null || !valueHolds(tag, endOfName, endOfValue)) return false;
    at = endOfValue;
  }
  return false;
}
