import { request, response, CONSTANTS as tags } from 'ipp-encoder';
import { z } from 'zod';

const headBytes = 8;
const lastDelimiter = 0x0f;
const maxBytes = 0x7fff;

/** Length of values of fixed size, bytes, by tag. */
const fixedBytes = new Map([
  [tags.INTEGER, 4],
  [tags.ENUM, 4],
  [tags.BOOLEAN, 1],
  [tags.DATE_TIME, 11],
]);

/**
 * Checks the lengths in a message (RFC 8010, 3.1) before it is decoded: the decoder trusts them, reads those over 32,767 as negative
 * and would never end. True where every length stays inside the message and fits its tag.
 */
function hasValidLengths(message: Buffer): boolean {
  const endOfPart = (start: number): number | null => {
    if (start + 2 > message.length) return null;
    const bytes = message.readUInt16BE(start);
    return bytes > maxBytes || start + 2 + bytes > message.length ? null : start + 2 + bytes;
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

/** Operation codes, from RFC 8011; the last is specific to CUPS. */
const ippOperations = {
  'Get-Job-Attributes': tags.GET_JOB_ATTRIBUTES,
  'Get-Jobs': tags.GET_JOBS,
  'Get-Printer-Attributes': tags.GET_PRINTER_ATTRIBUTES,
  'CUPS-Get-Printers': 0x4002,
} as const;
export type IppOperation = keyof typeof ippOperations;

export interface IppRequest {
  readonly operation: IppOperation;
  /** The queue or job concerned; null for none. */
  readonly target: { readonly 'printer-uri': string } | { readonly 'job-uri': string } | null;
  /** The requesting user: CUPS shows a job's name and owner to its owner only. */
  readonly user: string;
  readonly limit?: number;
  readonly whichJobs?: 'all' | 'not-completed';
  readonly requested: readonly string[];
}

/** Attributes of one job or printer by name, each with its values. */
export type IppAttributes = Readonly<Record<string, readonly unknown[]>>;

export interface IppResponse {
  readonly statusCode: number;
  /** The server's text about the status; null where there is none. */
  readonly statusMessage: string | null;
  /** Jobs and printers, in the order received. */
  readonly groups: readonly IppAttributes[];
}

/** Encodes a request for the body of an HTTP POST. */
export function encodeIppRequest(question: IppRequest): Buffer {
  const attributes = [
    { tag: tags.CHARSET, name: 'attributes-charset', value: 'utf-8' },
    { tag: tags.NATURAL_LANG, name: 'attributes-natural-language', value: 'en' },
    ...Object.entries(question.target ?? {}).map(([name, value]) => ({ tag: tags.URI, name, value })),
    { tag: tags.NAME_WITHOUT_LANG, name: 'requesting-user-name', value: question.user },
    ...(question.limit === undefined ? [] : [{ tag: tags.INTEGER, name: 'limit', value: question.limit }]),
    ...(question.whichJobs ? [{ tag: tags.KEYWORD, name: 'which-jobs', value: question.whichJobs }] : []),
    { tag: tags.KEYWORD, name: 'requested-attributes', value: [...question.requested] },
  ];
  const message = {
    version: { major: 2, minor: 0 },
    operationId: ippOperations[question.operation],
    requestId: 1,
    groups: [{ tag: tags.OPERATION_ATTRIBUTES_TAG, attributes }],
  };
  return request.encode(message, Buffer.alloc(request.encodingLength(message)));
}

const textSchema = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);

/** Decodes a response; null where the bytes are not a complete IPP message. */
export function decodeIppResponse(bytes: Buffer): IppResponse | null {
  if (!hasValidLengths(bytes)) return null;
  const decoded = decode(bytes);
  if (!decoded) return null;
  const named = decoded.groups.map(({ tag, attributes }) => ({
    tag,
    attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])) as IppAttributes,
  }));
  const operation = named.find(({ tag }) => tag === tags.OPERATION_ATTRIBUTES_TAG)?.attributes;
  return {
    statusCode: decoded.statusCode,
    statusMessage: textSchema.safeParse(operation?.['status-message']?.[0]).data ?? null,
    groups: named
      .filter(({ tag }) => tag === tags.JOB_ATTRIBUTES_TAG || tag === tags.PRINTER_ATTRIBUTES_TAG)
      .map(({ attributes }) => attributes),
  };
}

/** Null where the decoder throws, as it does for a value without a name before it. */
function decode(bytes: Buffer): ReturnType<typeof response.decode> | null {
  try {
    return response.decode(bytes);
  } catch {
    return null;
  }
}
