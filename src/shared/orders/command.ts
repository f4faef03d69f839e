import { z } from 'zod';
import { assertNever, failureSchema } from '../contract/failure.ts';

/**
 * Something the service must be told. `counting` is a deletion's time to be taken back, `undone` a command that was taken back;
 * `asks` waits for a person's word before it leaves.
 */
export const commandStates = [
  'counting',
  'waiting',
  'asks',
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

/** The words beside a command that the service has not answered, or not well (contract: "States in words"). */
export const commandStateWords: Record<CommandState, string> = {
  counting: 'Counting down',
  waiting: 'Waiting',
  asks: 'Waiting',
  sending: 'Sending',
  done: 'Done',
  uncertain: 'Uncertain',
  rejected: 'Rejected',
  blocked: 'Blocked',
  undone: 'Taken back',
};

/** Commands the "Waiting:" figure counts: taken, and not yet answered by the service. */
export const unansweredStates: readonly CommandState[] = ['waiting', 'asks', 'sending', 'uncertain', 'blocked'];

/** Commands the list "Waiting to send" shows: those, and refusals nobody has put away yet. */
export const openStates: readonly CommandState[] = [...unansweredStates, 'rejected'];

/** States behind which a later command for the same code has to wait: what became of it is not settled, and will be. */
export const aheadStates: readonly CommandState[] = ['counting', 'waiting', 'asks', 'sending', 'blocked'];

/** What may be done in which state; `commandOffers` knows the rest of the rule. */
export const commandActions = {
  // The outbox alone.
  send: ['waiting'],
  // Only while no request for it may have reached the service.
  undo: ['counting', 'waiting', 'asks', 'blocked'],
  // A person's word that it may leave.
  agree: ['asks'],
  // Not what the service refused: an order is corrected in its form, or it would be bought twice.
  retry: ['blocked', 'waiting'],
  // A refused deletion begins anew, with its countdown.
  deleteAgain: ['rejected'],
  // Somebody looked at the service whether an order that got no answer is there.
  settle: ['uncertain'],
  // An order in doubt leaves once more with the same codes, or gives way to a new one.
  sendAgain: ['uncertain'],
  replace: ['uncertain'],
  dismiss: ['rejected'],
} as const satisfies Record<string, readonly CommandState[]>;
export type CommandAction = keyof typeof commandActions;

/** True where the table allows the action. */
export function commandCan(action: CommandAction, state: CommandState): boolean {
  return (commandActions[action] as readonly CommandState[]).includes(state);
}

/** True where a person may do that with this command. */
export function commandOffers(
  action: Exclude<CommandAction, 'send'>,
  { kind, state, requestLeft }: Pick<Command, 'kind' | 'state' | 'requestLeft'>,
): boolean {
  if (!commandCan(action, state)) return false;
  switch (action) {
    case 'undo':
      return !requestLeft;
    case 'deleteAgain':
      return kind === 'delete';
    case 'settle':
    case 'sendAgain':
    case 'replace':
      return kind === 'create';
    case 'agree':
    case 'retry':
    case 'dismiss':
      return true;
    default:
      return assertNever(action);
  }
}

/** By what it can be known that an order in doubt exists, where its own answer never came. */
export const commandSettlers = ['webhook', 'refusal', 'person', 'import'] as const;
export type CommandSettler = (typeof commandSettlers)[number];

export const commandSchema = z.object({
  id: z.int(),
  kind: z.enum(commandKinds),
  state: z.enum(commandStates),
  /** The custom codes it speaks of: one for a delete, each parcel's for a create. */
  codes: z.array(z.string()),
  parcelId: z.int().nullable(),
  orderId: z.int().nullable(),
  /** Times a request was made ready to leave. */
  attempts: z.int(),
  /** True once a request may have reached the service and been carried out; not where the service said that it was not. */
  requestLeft: z.boolean(),
  /** Not sent before this moment, milliseconds since 1970; a countdown's end, or a pause between attempts. */
  notBefore: z.number(),
  /** The service asked not to be called before this moment (`Retry-After`), milliseconds since 1970; 0 where it did not. */
  retryAfterAt: z.number(),
  /** When a person last said that it may leave, after it asked; null where nobody was asked. */
  agreedAt: z.string().nullable(),
  /** A person said that the parcel is to be deleted although it was picked up. */
  knownPickedUp: z.boolean(),
  /** Of a create: price with tax of the quote that was on the screen when it was asked for; null where there was none. */
  quotedPrice: z.number().nullable(),
  /** Of a create that was in doubt: by what it is known that its order exists. */
  settledBy: z.enum(commandSettlers).nullable(),
  /** Why it does not go on; for one that asks, its question. */
  failure: failureSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Command = z.infer<typeof commandSchema>;
