import { z } from 'zod';

/**
 * What one parameter of a message holds. `text` is shown as given, `number` in the operator's format, `money` an amount with the
 * environment's currency, `time` a moment (ISO 8601), `date` a plain date (YYYY-MM-DD), `message` another message, `messages` a list of them.
 */
export type ParameterKind = 'text' | 'number' | 'money' | 'time' | 'date' | 'message' | 'messages';

/** The messages of one area: each code with its parameters. The sentences are in `messages/en`, under the same code. */
export type MessageDefinitions = Readonly<Record<string, Readonly<Record<string, ParameterKind>>>>;

/** An amount of money as the service gave it; null where the service gave none. */
export interface Money {
  readonly amount: number | null;
  /** The environment's currency, where one is configured. */
  readonly currency: string | null;
}

/** What happened, or what to do, without a sentence: a code and its parameters. */
export interface UncheckedMessage {
  readonly code: string;
  readonly params: Readonly<Record<string, MessageParameter>>;
}

export type MessageParameter = string | number | Money | UncheckedMessage | readonly UncheckedMessage[] | null;

/** The value of a parameter of each kind. */
export interface ParameterValues {
  text: string;
  number: number;
  money: Money;
  time: string;
  date: string;
  message: UncheckedMessage;
  messages: readonly UncheckedMessage[];
}

/** The values of a message's parameters; null stands for "unknown" and is a case of its own in the catalogue. */
export type ParametersOf<D extends Readonly<Record<string, ParameterKind>>> = {
  readonly [P in keyof D]: ParameterValues[D[P]] | null;
};

/** The values inserted into a sentence, once every parameter is text or a number. */
export type SentenceValues = Readonly<Record<string, string | number | boolean | null>>;

/** Longest text that a parameter carries, characters: the service's own texts are cut to it. */
export const longestMessageText = 2_000;

/** Most messages in one list. */
const maxListedMessages = 200;

const moneySchema = z.object({ amount: z.number().nullable(), currency: z.string().max(10).nullable() });

/** The shape of a message, whatever its code. */
export const uncheckedMessageSchema: z.ZodType<UncheckedMessage> = z.object({
  code: z.string().max(100),
  get params(): z.ZodType<UncheckedMessage['params']> {
    return z.record(z.string().max(40), parameterSchema);
  },
});

const parameterSchema: z.ZodType<MessageParameter> = z.union([
  z.string().max(longestMessageText),
  z.number(),
  z.null(),
  moneySchema,
  z.lazy(() => uncheckedMessageSchema),
  z.array(z.lazy(() => uncheckedMessageSchema)).max(maxListedMessages),
]);
