import type { MessageDefinitions } from './message-definition.ts';

/** Messages that belong to no area. */
export const generalMessages = {
  /** A sentence that an earlier version stored; shown under Details. */
  'stored-sentence': { text: 'text' },
  /** The window could not read, or did not get, main's answer to a call. */
  'call.unreadable-answer': { call: 'text' },
  'call.no-answer': { call: 'text' },
  /** A call named something of an environment that is no longer shown. */
  'call.environment-changed': {},
  'call.dialog-open': {},
  /** Main refused a call, or failed on it. */
  'call.invalid-input': { issues: 'messages' },
  'call.unknown': {},
  'call.foreign-sender': {},
  'call.too-many': {},
  'call.unexpected': {},

  /** One rule of a schema that a value breaks, with the value's place. */
  'validation.at': { path: 'text', problem: 'message' },
  'validation.missing': {},
  'validation.wrong-type': { expected: 'text' },
  'validation.unknown-choice': { choices: 'text' },
  'validation.text-too-short': { limit: 'number' },
  'validation.text-too-long': { limit: 'number' },
  'validation.list-too-long': { limit: 'number' },
  'validation.number-too-small': { limit: 'number' },
  'validation.number-too-large': { limit: 'number' },
  'validation.invalid': {},
} as const satisfies MessageDefinitions;
