import { z } from 'zod';
import { type Message, storedMessageSchema } from '../messages/message.ts';

/** Most labels, or deletions, that are asked about together; those behind them follow with the next question. */
export const maxShared = 1_000;
/** Of so many the code is named. */
const namedCodes = 2;

/**
 * A question about other benches that several labels, or deletions, have: the same one about the same benches, so that an operator answers
 * it once. `ids`: of the print jobs or commands, in the order in which they were asked for.
 */
export const sharedQuestionSchema = z.object({
  about: z.enum(['print', 'delete']),
  message: storedMessageSchema,
  ids: z.array(z.int()).min(2).max(maxShared),
  codes: z.array(z.string()),
});
export type SharedQuestion = z.infer<typeof sharedQuestionSchema>;

/** True where both ask the same about the same benches. */
export const isSameQuestion = (one: Message | undefined, other: Message): boolean =>
  one !== undefined && questionKey(one) === questionKey(other);

/** The same for the same question about the same benches alone. */
export const questionKey = ({ code, params }: Message): string =>
  JSON.stringify([code, Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))]);

/** Gathers what has the same question; one that asks alone is left out. */
export function sharedQuestions(
  asked: readonly { about: SharedQuestion['about']; message: Message; id: number; code: string }[],
): SharedQuestion[] {
  const found = new Map<string, SharedQuestion>();
  for (const { about, message, id, code } of asked) {
    const key = questionKey(message);
    const known = found.get(key) ?? { about, message, ids: [], codes: [] };
    const codes = known.codes.length < namedCodes ? [...known.codes, code] : known.codes;
    known.ids.push(id);
    found.set(key, { ...known, codes });
  }
  return [...found.values()].filter(({ ids }) => ids.length > 1);
}
