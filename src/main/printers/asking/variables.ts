import { isWorthAsking, noteAnswer, noteSilence, type PrinterHabits } from './habits.ts';
import { outsideFrames, replyText } from './reply-text.ts';
import type { ReplyLimits, Wire } from './wire.ts';

/** Values come at once where they come at all. */
const limits: ReplyLimits = { firstByteMs: 700, betweenMs: 300, totalMs: 1_000 };

/** Reads one variable of the printer; null where it does not tell, or does not know the name. */
export async function askVariable(wire: Wire, habits: PrinterHabits, name: string): Promise<string | null> {
  const value = await exchangeVariable(wire, habits, name);
  return value === notKnown ? null : value;
}

/** What a printer gives for a name it does not know. */
export const notKnown = '?';

/**
 * The value as it came, maybe `notKnown`; null where the printer is silent. Names are lower case, the line ends with CR LF, the value
 * comes in quotes, and nothing else may go out with it (Zebra, "About SGD printer commands").
 */
export async function exchangeVariable(wire: Wire, habits: PrinterHabits, name: string): Promise<string | null> {
  if (!isWorthAsking(habits.variables)) return null;
  const isWhole = (bytes: Uint8Array): boolean => quoted(replyText(bytes)) !== null;
  const value = quoted(replyText(await wire.exchange(variableQuestion(name), isWhole, limits)));
  if (value === null) noteSilenceOfVariables(habits);
  else noteAnswer(habits.variables);
  return value;
}

export const variableQuestion = (name: string): Uint8Array => Buffer.from(`! U1 getvar "${name}"\r\n`, 'latin1');

/** Noted only where the printer is known to answer something: in a fault it may be silent to everything. */
export function noteSilenceOfVariables(habits: PrinterHabits): void {
  if (habits.hostStatus.kind === 'answers' || habits.errorFlags.kind === 'answers') noteSilence(habits.variables);
}

/** What stands in quotes, outside of any late reply to another question. */
const quoted = (text: string): string | null => /"([^"]*)"/.exec(outsideFrames(text))?.[1]?.trim() ?? null;
