import type { Failure } from '../../shared/failure.ts';
import type { LineAnswer } from './picture-line.ts';

/** What was wanted of a label, for the words of a failure. */
export type Wanted = 'picture' | 'codes' | 'zpl';

const lead: Record<Wanted, string> = {
  picture: 'This label has no picture',
  codes: 'The bar codes of this label were not read',
  zpl: 'This PDF cannot be made into a label for this printer',
};

/** A picture that fails never stops a print; a PDF that fails is the print. */
const afterwards: Record<Wanted, string> = {
  picture: 'Printing is not touched by this.',
  codes: 'Printing is not touched by this.',
  zpl: 'Print it from another program, or ask the service for the label as ZPL.',
};

/** @param reason a half sentence, cut short: it may quote the label. */
export const refusal = (wanted: Wanted, reason: string): Failure => ({
  code: 'picture-failed',
  message: `${lead[wanted]}: ${reason.slice(0, 120)}.`,
  next: afterwards[wanted],
});

/** Why there was no answer. */
export function whyUnanswered(
  wanted: Wanted,
  answer: Extract<LineAnswer, { kind: 'lost' | 'too many' | 'closing' }>,
): Failure {
  if (answer.kind === 'closing') return { code: 'picture-failed', message: 'The station is closing.' };
  if (answer.kind === 'lost') {
    return refusal(wanted, answer.why === 'too slow' ? 'drawing it took too long' : 'drawing it ended early');
  }
  return {
    code: 'picture-failed',
    message: 'Too many labels wait to be drawn.',
    next: 'Try again in a moment.',
  };
}
