/** A printer's reply as text, one character a byte. */
export const replyText = (reply: Uint8Array): string =>
  Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength).toString('latin1');

const startOfText = '\x02';
const endOfText = '\x03';

/** The contents of whole frames, `<STX>…<ETX>`, in order. */
export const frames = (text: string): string[] =>
  text
    .split(startOfText)
    .slice(1)
    .filter((part) => part.includes(endOfText))
    .map((part) => part.slice(0, part.indexOf(endOfText)));

/** What stands outside of whole frames. */
export const outsideFrames = (text: string): string =>
  text
    .split(startOfText)
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf(endOfText) + 1)))
    .join(' ');

/** One line, printable ASCII, at most that many characters. */
export const printable = (text: string, most: number): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, most);
