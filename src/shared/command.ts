import { z } from 'zod';
import { failureSchema } from './failure.ts';

/** Something the service must be told. `counting` and `undone` are a deletion's time to be taken back. */
export const commandStates = [
  'counting',
  'waiting',
  'sending',
  'done',
  'uncertain',
  'rejected',
  'blocked',
  'undone',
] as const;
export type CommandState = (typeof commandStates)[number];
export const commandKinds = ['delete', 'create'] as const;
export type CommandKind = (typeof commandKinds)[number];

/** The words beside a command that the service has not answered, or not well (contract: "States in words"). */
export const commandStateWords: Record<CommandState, string> = {
  counting: 'Counting down',
  waiting: 'Waiting',
  sending: 'Sending',
  done: 'Done',
  uncertain: 'Uncertain',
  rejected: 'Rejected',
  blocked: 'Blocked',
  undone: 'Taken back',
};

/** Commands the "Waiting:" figure counts: taken, and not yet answered by the service. */
export const unansweredStates: readonly CommandState[] = ['waiting', 'sending', 'uncertain', 'blocked'];

/** Commands the list "Waiting to send" shows: those, and refusals nobody has put away yet. */
export const openStates: readonly CommandState[] = [...unansweredStates, 'rejected'];

/** What may be done in which state. */
export const commandActions = {
  undo: ['counting'],
  send: ['waiting'],
  // Not what the service refused: a deletion is scanned again, an order corrected in its form, or it would be bought twice.
  tryAgain: ['blocked', 'waiting'],
  putAway: ['rejected'],
} as const satisfies Record<string, readonly CommandState[]>;
export type CommandAction = keyof typeof commandActions;

/** True where the table allows the action. */
export function commandCan(action: CommandAction, state: CommandState): boolean {
  return (commandActions[action] as readonly CommandState[]).includes(state);
}

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
  /** True once a byte of a request may have reached the service. */
  requestLeft: z.boolean(),
  /** Not sent before this moment, milliseconds since 1970; a countdown's end, or a pause between attempts. */
  notBefore: z.number(),
  failure: failureSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Command = z.infer<typeof commandSchema>;
