import { z } from 'zod';
import { assertNever, failureSchema } from '../contract/failure.ts';

/**
 * An order or a deletion that is sent to the service. `counting` is the time in which a deletion can be undone; `needs confirmation`
 * waits for an operator.
 */
export const commandStates = [
  'counting',
  'waiting',
  'needs confirmation',
  'sending',
  'done',
  'uncertain',
  'rejected',
  'blocked',
  'undone',
] as const;
export type CommandState = (typeof commandStates)[number];
const commandKinds = ['delete', 'create'] as const;
export type CommandKind = (typeof commandKinds)[number];

/** Commands that are sent without a decision about them: now, when the service answers again, or with a new token. */
export const automaticStates: readonly CommandState[] = ['waiting', 'sending', 'blocked'];

/** Commands that are never sent before an operator decides about them. */
export const undecidedStates: readonly CommandState[] = ['needs confirmation', 'uncertain'];

/** Commands that "Waiting:" counts: accepted here, and not yet answered by the service. */
export const unansweredStates: readonly CommandState[] = [...automaticStates, ...undecidedStates];

/** Those of a list that "Waiting:" counts, and those that the service rejected. */
export function countOpen(commands: readonly Pick<Command, 'state'>[]): { waiting: number; rejected: number } {
  return {
    waiting: commands.filter(({ state }) => unansweredStates.includes(state)).length,
    rejected: commands.filter(({ state }) => state === 'rejected').length,
  };
}

/** Commands that the list "Waiting to send" shows: those, and rejected ones until they are dismissed. */
export const openStates: readonly CommandState[] = [...unansweredStates, 'rejected'];

/** States behind which a later command for the same code waits, because the outcome is still open. */
export const aheadStates: readonly CommandState[] = ['counting', 'waiting', 'needs confirmation', 'sending', 'blocked'];

/** What may be done in which state; `commandOffers` adds the conditions besides the state. */
export const commandActions = {
  // By the outbox only.
  send: ['waiting'],
  // Only while no request for it may have reached the service.
  undo: ['counting', 'waiting', 'needs confirmation', 'blocked'],
  // An operator confirms that it may be sent.
  confirm: ['needs confirmation'],
  // Not what the service rejected: an order is corrected in its form, or it would be bought twice.
  retry: ['blocked', 'waiting'],
  // A rejected deletion starts again, with its countdown.
  deleteAgain: ['rejected'],
  // An operator checked at the service whether an order without an answer exists.
  settle: ['uncertain'],
  // An operator checked at the service whether the parcel of a deletion that may have been carried out exists.
  settleDeletion: ['uncertain', 'needs confirmation'],
  // An uncertain order is sent once more with the same codes, or replaced by a new one.
  sendAgain: ['uncertain'],
  replace: ['uncertain'],
  // A rejected order is corrected in the form and sent as a new one, which takes its place.
  correct: ['rejected', 'undone'],
  dismiss: ['rejected'],
} as const satisfies Record<string, readonly CommandState[]>;
export type CommandAction = keyof typeof commandActions;

/** True where the table allows the action. */
export function commandCan(action: CommandAction, state: CommandState): boolean {
  return (commandActions[action] as readonly CommandState[]).includes(state);
}

/** True where an operator may do that with this command. */
export function commandOffers(
  action: Exclude<CommandAction, 'send'>,
  { kind, state, requestLeft, settledBy }: Pick<Command, 'kind' | 'state' | 'requestLeft' | 'settledBy'>,
): boolean {
  if (!commandCan(action, state)) return false;
  switch (action) {
    case 'undo':
      return !requestLeft;
    case 'deleteAgain':
      // An operator checked that the parcel exists: only a new scan deletes it.
      return kind === 'delete' && settledBy === null;
    case 'settleDeletion':
      // One that was answered by errors alone since its first request has no other end than to be sent again.
      return kind === 'delete' && (state === 'uncertain' || requestLeft);
    case 'settle':
    case 'sendAgain':
    case 'replace':
    case 'correct':
      return kind === 'create';
    case 'confirm':
    case 'retry':
    case 'dismiss':
      return true;
    default:
      return assertNever(action);
  }
}

/** What can settle an uncertain command. */
export const commandSettlers = ['webhook', 'rejection', 'operator', 'import'] as const;
export type CommandSettler = (typeof commandSettlers)[number];

export const commandSchema = z.object({
  id: z.int(),
  kind: z.enum(commandKinds),
  state: z.enum(commandStates),
  /** Its custom codes: one for a delete, each parcel's for a create. */
  codes: z.array(z.string()),
  parcelId: z.int().nullable(),
  orderId: z.int().nullable(),
  /** Times that a request was prepared. */
  attempts: z.int(),
  /** True once a request may have reached the service and been carried out, unless the service said that it was not. */
  requestLeft: z.boolean(),
  /** Not sent before this moment, milliseconds since 1970; a countdown's end, or a pause between attempts. */
  notBefore: z.number(),
  /** The service asked not to be called before this moment (`Retry-After`), milliseconds since 1970; 0 where it did not. */
  retryAfterAt: z.number(),
  /** When an operator last confirmed that it may be sent; null where no confirmation was needed. */
  confirmedAt: z.string().nullable(),
  /** An operator confirmed that the parcel is deleted although it was picked up. */
  knownPickedUp: z.boolean(),
  /** Of a create: price with tax of the quote shown when it was requested; null where there was none. */
  quotedPrice: z.number().nullable(),
  /** Of a create that was uncertain: what confirmed that its order exists. Of a deletion: an operator, or nothing. */
  settledBy: z.enum(commandSettlers).nullable(),
  /** Why it is not sent; for one that needs confirmation, the question. */
  failure: failureSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Command = z.infer<typeof commandSchema>;
