import { barCodeFields } from './field-data.ts';

/**
 * True where a bar code of the label holds the code: a scan of it then proves that the label is in somebody's hand. Printed text is no
 * proof. The code is compared as given, case and all; an empty one is carried by none.
 */
export function carriesCode(bytes: Uint8Array, code: string): boolean {
  const wanted = byteText(code);
  if (wanted === '') return false;
  for (const { barCode, data } of barCodeFields(bytes)) {
    if (data.includes(wanted)) return true;
    if (barCode === '^BC' && inCode128(data).includes(wanted)) return true;
  }
  return false;
}

/** One character a byte of its UTF-8 form, as field data is read. */
const byteText = (code: string): string => String.fromCharCode(...new TextEncoder().encode(code.slice(0, longestCode)));

const longestCode = 256;

/** What invocation codes stand for; all others only change the subset (programming guide, ^BC, "Code 128 Invocation Codes"). */
const meantCharacters: Readonly<Record<string, string>> = { '<': '^', '0': '>', '=': '~' };

/** Code 128 data as a scanner reads it: `>` and the character behind it choose subsets, or stand for what data cannot hold. */
function inCode128(data: string): string {
  return data.replace(/>([0-9:;<=])/g, (_, invoked: string) => meantCharacters[invoked] ?? '');
}
