import type { MessageDefinitions } from './message-definition.ts';

/** Orders and their form. `reason` is the failure that explains the message, null where there is none. */
export const orderMessages = {
  // A custom code as it is typed.
  'custom-code.invalid-characters': { characters: 'messages' },
  'custom-code.character': { character: 'text' },
  'custom-code.space': {},
  'custom-code.wrong-length': { length: 'number' },
  'custom-code.used-by-parcel': {},
  'custom-code.used-by-open-order': {},

  // Faults of a request: nothing is sent.
  'order.address-missing': {},
  'order.weight-missing': {},
  'order.weight-not-positive': {},
  'order.weight-too-high': { limit: 'number' },
  'order.code-repeated': { parcel: 'number' },

  /** What the service said of a field of a rejected order. */
  'order.field-rejected': { text: 'text' },

  // Warnings about a request: sent anyway.
  'order.phone-unusual': {},
  'order.email-unusual': {},
  'order.text-very-long': { length: 'number' },
  'order.receiver-name-missing': {},
  'order.receiver-phone-missing': {},
  'order.same-addresses': {},
  'order.codes-differ-in-case': { parcel: 'number' },
  'order.weight-heavy': { kilograms: 'number' },
  'order.weight-light': { grams: 'number' },
  'order.weight-fractional': {},

  // What became of an order.
  'order.sending': {},
  'order.sending-paused': {},
  'order.waiting': { reason: 'message' },
  'order.blocked': { reason: 'message' },
  'order.needs-confirmation': { reason: 'message' },
  'order.uncertain': { reason: 'message' },
  'order.rejected': { reason: 'message' },
  'order.undone': { reason: 'message' },
  'order.created': {},
  'order.created-at-other-price': { charged: 'money', quoted: 'money' },
  /** `fields`: up to three that the answer left out; `more`: how many others. */
  'order.created-incomplete': { fields: 'text', more: 'number' },
  'order.created-incomplete-at-other-price': { fields: 'text', more: 'number', charged: 'money', quoted: 'money' },
  /** `by`: a `CommandSettler`. */
  'order.confirmed': { by: 'text' },
  'order.confirmed-without-labels': { by: 'text' },

  // Why an order is not created, or a price not shown.
  'order.code-in-use': { code: 'text' },
  'order.outbox-full': {},
  'order.price-unavailable': { reason: 'message' },
  'order.unknown': {},
  'order.already-corrected': {},
  'order.not-created': {},
  'order.nothing-to-print': {},
  'order.quote-superseded': {},
  /** `others`: its further codes; `minutes` since it was created; `deletion`: all, some or none of its parcels are deleted or being deleted. */
  'order.duplicate-elsewhere': { code: 'text', others: 'number', minutes: 'number', bench: 'text' },
  'order.duplicate': { code: 'text', others: 'number', minutes: 'number', deletion: 'text' },
  'order.price-over-spending-limit': { price: 'money', cap: 'money' },
  /** `freeAt`: when the order fits under the cap; null where that waits for orders not yet sent. */
  'order.over-spending-limit': { price: 'money', spent: 'money', cap: 'money', freeAt: 'time' },

  // Saved addresses and templates.
  'order-book.name-missing': {},
  'order-book.addresses-full': { limit: 'number' },
  'order-book.templates-full': { limit: 'number' },
  'order-book.unknown-parcel': {},

  // Uncertain orders.
  'uncertain-order.too-early': { minutes: 'number', at: 'time' },
  'uncertain-order.replaced': {},
  'uncertain-order.not-uncertain': {},
  'uncertain-order.state-changed': {},
  'uncertain-order.request-unreadable': {},
  'uncertain-order.confirmed-by-event': { code: 'text' },
  'uncertain-order.exists-after-all': { code: 'text' },
  'uncertain-order.replaced-order-named': { code: 'text', event: 'text', newCodes: 'text' },
  'uncertain-order.replaced-order-deleted-late': { code: 'text', newCodes: 'text' },
  'uncertain-order.old-order-may-be-kept': {},
  'uncertain-order.alarm-already-dismissed': {},
} as const satisfies MessageDefinitions;

/** Messages about actions that wait for the service. `kind` is that of the command: delete or create. */
export const outboxMessages = {
  // Why a call about a parcel cannot be carried out.
  'parcel.unknown': {},
  'parcel.no-label-picture': {},
  'parcel.no-custom-code': {},

  'outbox.full': {},
  /** An operator decided that a parcel exists which the service reported as deleted. */
  'outbox.parcel-exists': {},
  'parcel.no-deletion-conflict': {},
  'outbox.answer-not-stored': {},
  'outbox.state-changed': {},

  // Questions before a command is sent.
  'outbox.waited-too-long': { kind: 'text' },
  'outbox.deletion-may-be-done': {},
  'outbox.site-deletion-sent': { benches: 'text' },
  'outbox.site-holder-away': { bench: 'text' },
  'outbox.site-unknown-holder': {},
  'outbox.site-alone': {},
  'outbox.site-unreachable': {},
  'outbox.site-waiting': {},
  'outbox.site-waiting-for-bench': { bench: 'text' },
  /** An order replaces an uncertain one whose code was not deleted, for this reason. */
  'outbox.replaced-code-not-deleted': { code: 'text', reason: 'message' },

  // Why a command cannot be undone.
  'outbox.nothing-to-undo': {},
  'outbox.already-undone': { kind: 'text' },
  'outbox.being-sent': { kind: 'text' },
  'outbox.may-have-been-sent': { kind: 'text' },
  'outbox.already-sent': { kind: 'text' },

  // A deletion that may have been carried out although the service did not confirm it; an operator settles it.
  'outbox.deletion-uncertain': { reason: 'message' },
  'outbox.deletion-not-confirmed': { reason: 'message' },
  'outbox.parcel-still-there': {},

  // An uncertain order that is sent again, or settled by an operator.
  'outbox.not-uncertain': {},
  'outbox.may-book-twice': {},
  'outbox.token-rejected': {},
  'outbox.pause-requested': {},
  'outbox.rejected-for-another-reason': { reason: 'message' },
  'outbox.order-not-there': {},
} as const satisfies MessageDefinitions;
