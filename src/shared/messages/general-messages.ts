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
} as const satisfies MessageDefinitions;
