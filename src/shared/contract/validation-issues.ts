import type { z } from 'zod';
import { isMessageCode, type Message, type MessageCode, message, messageDefinitions } from '../messages/message.ts';

/** One error in parsed data: its place and its message. Never carries the value itself. */
export interface ValidationIssue {
  /** `environments[0].baseUrl`; empty for the whole. */
  readonly path: string;
  readonly message: Message;
}

/** Every issue zod found, in the order of the data. A schema's own error text is a message code. */
export const validationIssues = (error: z.ZodError): ValidationIssue[] =>
  error.issues.map((issue) => ({ path: pathText(issue.path), message: issueMessage(issue) }));

/** The same for a log: paths and codes. */
export const issueSummary = (error: z.ZodError): string =>
  validationIssues(error)
    .map(({ path, message: { code } }) => (path === '' ? code : `${path}: ${code}`))
    .join('; ');

/** The first issue of each field, by the first part of its path. */
export function fieldErrors<Field extends string>(error: z.ZodError | undefined): Partial<Record<Field, Message>> {
  const errors: Record<string, Message> = {};
  for (const issue of error?.issues ?? []) errors[String(issue.path[0])] ??= issueMessage(issue);
  return errors as Partial<Record<Field, Message>>;
}

/** `["environments", 0, "baseUrl"]` as `environments[0].baseUrl`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}

/** The message of an issue: the schema's own code, or one for the kind of issue. */
export function issueMessage(issue: z.core.$ZodIssue): Message {
  const given: string = issue.message;
  if (isMessageCode(given)) return { code: given, params: parametersOf(given, issue) };
  switch (issue.code) {
    case 'invalid_type':
      return given.endsWith('received undefined')
        ? message('validation.missing')
        : message('validation.wrong-type', { expected: issue.expected });
    case 'invalid_value':
      return message('validation.unknown-choice', { choices: issue.values.map(String).join(', ') });
    case 'invalid_union':
      return message('validation.invalid');
    case 'too_small':
      return sizeMessage(
        issue.origin,
        Number(issue.minimum),
        'validation.text-too-short',
        'validation.number-too-small',
      );
    case 'too_big':
      if (issue.origin === 'array') return message('validation.list-too-long', { limit: Number(issue.maximum) });
      return sizeMessage(
        issue.origin,
        Number(issue.maximum),
        'validation.text-too-long',
        'validation.number-too-large',
      );
    default:
      return message('validation.invalid');
  }
}

/** The parameters of a schema's own message: those a check of our own gives, or the limit that was exceeded. */
function parametersOf(code: MessageCode, issue: z.core.$ZodIssue): Message['params'] {
  if (issue.code === 'too_big' && 'limit' in messageDefinitions[code]) return { limit: Number(issue.maximum) };
  return issue.code === 'custom' ? ((issue.params ?? {}) as Message['params']) : {};
}

function sizeMessage(
  origin: string,
  limit: number,
  ofText: 'validation.text-too-short' | 'validation.text-too-long',
  ofNumber: 'validation.number-too-small' | 'validation.number-too-large',
): Message {
  if (origin === 'string') return message(ofText, { limit });
  return origin === 'number' || origin === 'int' ? message(ofNumber, { limit }) : message('validation.invalid');
}
