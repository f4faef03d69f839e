import { type Message, message } from '../../src/shared/messages/message.ts';

/** A message with a text of the test's own; its wording does not matter. */
export const storedSentence = (text: string): Message => message('stored-sentence', { text });
