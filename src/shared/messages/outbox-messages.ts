import type { MessageDefinitions } from './message-definition.ts';

/** Messages about actions that wait for the service. `kind` is that of the command: delete or create. */
export const outboxMessages = {
  // Why a call about a parcel cannot be carried out.
  'parcel.unknown': {},
  'parcel.no-label-picture': {},
  'parcel.no-custom-code': {},

  'outbox.full': {},
  'outbox.answer-not-stored': {},
  'outbox.state-changed': {},

  // Questions before a command is sent.
  'outbox.waited-too-long': { kind: 'text' },
  /** An order replaces an uncertain one whose code was not deleted, for this reason. */
  'outbox.replaced-code-not-deleted': { code: 'text', reason: 'message' },

  // Why a command cannot be undone.
  'outbox.nothing-to-undo': {},
  'outbox.already-undone': { kind: 'text' },
  'outbox.being-sent': { kind: 'text' },
  'outbox.may-have-been-sent': { kind: 'text' },
  'outbox.already-sent': { kind: 'text' },

  // An uncertain order that is sent again, or settled by an operator.
  'outbox.not-uncertain': {},
  'outbox.token-rejected': {},
  'outbox.pause-requested': {},
  'outbox.rejected-for-another-reason': { reason: 'message' },
  'outbox.order-not-there': {},
} as const satisfies MessageDefinitions;
