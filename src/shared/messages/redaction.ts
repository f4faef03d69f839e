import { hidden, withoutQuotes, withoutTokens } from '../values/hidden-text.ts';
import { isMessageCode, messageDefinitions } from './message.ts';
import type { MessageParameter, ParameterKind, UncheckedMessage } from './message-definition.ts';

/**
 * The fields whose text says nothing of a person: names of calls, states, printers, codes of messages. Every other text is hidden, so that
 * a new field gives nothing away.
 */
const plainFields: ReadonlySet<string> = new Set([
  ...[
    'event',
    'level',
    'time',
    'at',
    'since',
    'what',
    'who',
    'call',
    'code',
    'state',
    'kind',
    'status',
    'tone',
    'check',
  ],
  ...[
    'environment',
    'printer',
    'host',
    'peer',
    'port',
    'count',
    'number',
    'milliseconds',
    'attempt',
    'bytes',
    'entries',
  ],
  ...[
    'version',
    'versions',
    'packbench',
    'electron',
    'chromium',
    'node',
    'platform',
    'compiled',
    'ahead',
    'again',
    'language',
    'reasons',
    'warnings',
  ],
]);

/** The texts in messages that say nothing of a person. */
const plainParameters: ReadonlySet<string> = new Set([
  ...[
    'call',
    'expected',
    'state',
    'version',
    'status',
    'host',
    'printer',
    'command',
    'sha256',
    'role',
    'table',
    'class',
  ],
  ...['scenario', 'kind', 'setting', 'environment', 'environments', 'peer', 'job', 'queue'],
]);

/** Codes of parcels. */
const parcelParameters: ReadonlySet<string> = new Set(['code', 'codes', 'newCodes']);

/** A code of a parcel, where it looks like one: what was typed into the scan field may be a name or a telephone number. */
export const shownCode = (code: string): string =>
  /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_-]{6,64}$/.test(code) ? code : hidden;

/** Texts of a library or of the system. */
const technicalParameters: ReadonlySet<string> = new Set(['detail', 'error', 'reason', 'report']);

/** Deeper values are hidden. */
const deepest = 8;

/**
 * A value as it may be written to a log or a support file: without tokens, names, telephone numbers, addresses and label bytes. Text stays
 * only in fields that are known to contain none of them.
 */
export const redacted = (value: unknown): unknown => redactedAt(value, false, 0);

function redactedAt(value: unknown, isPlain: boolean, depth: number): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'string') return isPlain ? withoutTokens(value) : hidden;
  if (typeof value === 'number') return isPlain ? value : hidden;
  if (typeof value !== 'object' || depth > deepest || ArrayBuffer.isView(value)) return hidden;
  if (value instanceof Error) return redactedError(value, depth);
  if (Array.isArray(value)) return value.map((entry) => redactedAt(entry, isPlain, depth + 1));
  if (isMessage(value)) return redactedMessage(value);
  return Object.fromEntries(
    // Of a field that is not known, its name may be data too: a name as a key.
    Object.entries(value).map(([field, entry], index) =>
      plainFields.has(field) || isContainer(field)
        ? [field, redactedAt(entry, plainFields.has(field), depth + 1)]
        : [`field ${index + 1}`, hidden],
    ),
  );
}

/** Fields with others inside. */
const isContainer = (field: string): boolean => ['error', 'cause', 'failure', 'message', 'problem'].includes(field);

/** Longest text of an error, characters. */
const longestStack = 4000;

/** Stacks hold the message of their error, and places in the program. */
function redactedError({ name, message, stack, cause }: Error, depth: number): unknown {
  const text = withoutQuotes(message);
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: /^\w+$/.test(name) ? name : hidden,
    text: text.slice(0, longestStack),
    stack: withoutQuotes(frames.join('\n')).slice(0, longestStack),
    ...(cause !== undefined && { cause: cause instanceof Error ? redactedAt(cause, false, depth + 1) : hidden }),
  };
}

const isMessage = (value: object): value is UncheckedMessage =>
  'code' in value &&
  'params' in value &&
  typeof value.code === 'string' &&
  typeof value.params === 'object' &&
  value.params !== null;

/** A message with those of its texts that say nothing of a person. Numbers, amounts and moments stay. */
export function redactedMessage({ code, params }: UncheckedMessage): UncheckedMessage {
  if (!isMessageCode(code)) return { code: 'unknown', params: {} };
  const kinds: Readonly<Record<string, ParameterKind>> = messageDefinitions[code];
  const known = Object.entries(params).filter(([name]) => Object.hasOwn(kinds, name));
  return {
    code,
    params: Object.fromEntries(known.map(([name, value]) => [name, redactedParameter(name, value, kinds[name])])),
  };
}

function redactedParameter(name: string, value: MessageParameter, kind: ParameterKind | undefined): MessageParameter {
  if (value === null) return null;
  if (typeof value === 'number') return kind === 'number' ? value : hidden;
  if (typeof value === 'string') {
    if (kind === 'time' || kind === 'date') return /^[\dTZ:.+-]+$/.test(value) ? value : hidden;
    if (technicalParameters.has(name)) return withoutQuotes(value);
    if (parcelParameters.has(name)) return value.split(', ').map(shownCode).join(', ');
    return kind === 'text' && plainParameters.has(name) ? withoutTokens(value) : hidden;
  }
  if (Array.isArray(value)) return value.map((entry: UncheckedMessage) => redactedMessage(entry));
  return 'code' in value ? redactedMessage(value) : value;
}
