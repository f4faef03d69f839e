import { request, response, CONSTANTS as tags } from 'ipp-encoder';
import { z } from 'zod';
import { ippLengthsHold } from './ipp-lengths.ts';

/** What is asked of the print service. Numbers of RFC 8011 and, for the last, of the CUPS implementation. */
export const ippOperations = {
  'Get-Job-Attributes': tags.GET_JOB_ATTRIBUTES,
  'Get-Jobs': tags.GET_JOBS,
  'Get-Printer-Attributes': tags.GET_PRINTER_ATTRIBUTES,
  'CUPS-Get-Printers': 0x4002,
} as const;
export type IppOperation = keyof typeof ippOperations;

export interface IppQuestion {
  readonly operation: IppOperation;
  /** What it is about. */
  readonly target: { readonly 'printer-uri': string } | { readonly 'job-uri': string } | null;
  /** The asking user: a job's name and owner are told to nobody else. */
  readonly user: string;
  readonly limit?: number;
  readonly whichJobs?: 'all';
  readonly requested: readonly string[];
}

/** Attributes of one job or printer by name, each with its values. */
export type IppAttributes = Readonly<Record<string, readonly unknown[]>>;

export interface IppReply {
  readonly statusCode: number;
  /** The service's own sentence about the status, if it gave one. */
  readonly statusMessage: string | null;
  /** Jobs and printers, in its order. */
  readonly groups: readonly IppAttributes[];
}

export function ippQuestionBytes(question: IppQuestion): Buffer {
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

/** Null where the bytes are no whole IPP message. */
export function readIppReply(bytes: Buffer): IppReply | null {
  if (!ippLengthsHold(bytes)) return null;
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

/** A value without a name before it makes the decoder throw. */
function decode(bytes: Buffer): ReturnType<typeof response.decode> | null {
  try {
    return response.decode(bytes);
  } catch {
    return null;
  }
}
