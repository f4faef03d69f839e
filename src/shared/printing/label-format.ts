/** What a label file is, by its first bytes alone, whatever its address or header says. */
export type LabelFormat = 'zpl' | 'pdf' | 'html' | 'empty' | 'unknown';

/** A ZPL stream must begin its first format within these bytes. */
const searchedBytes = 64 * 1024;

/** A byte order mark, then white space and NUL, which no printer and no PDF reader minds. */
const ignoredAtStart = /^(?:\u00ef\u00bb\u00bf)?[\s\0]*/;

/**
 * What ZebraDesigner and Zebra's driver begin a file with: the usual command characters, stated once more. The first byte, 0x10 for
 * `~`, is often lost on the way.
 */
export const zebraPreamble = 'CT~~CD,~CC^~CT~';

/** A command prefix, the control byte that stands for one (0x10 `~`, 0x1E `^`, 0x02 `^XA`), or the preamble without its first byte. */
const zplStarts = ['^', '~', '\u0010', '\u001e', '\u0002', zebraPreamble];
const formatStarts = ['^XA', '\u001eXA', '\u0002'];
const pageStart = /^<(?:!doctype|html|head|body|title|h1|!--|\?xml)/i;

/**
 * The one detection of label formats: `%PDF-` (ISO 32000-1, 7.5.2); a ZPL stream, which begins with a command and holds `^XA` within
 * 64 KB (ZPL II Programming Guide, ^XA); a web page. White space and a byte order mark at the start are ignored.
 */
export function labelFormat(bytes: Uint8Array): LabelFormat {
  const text = asciiText(bytes.subarray(0, searchedBytes)).replace(ignoredAtStart, '');
  if (text === '') return bytes.length > searchedBytes ? 'unknown' : 'empty';
  if (text.startsWith('%PDF-')) return 'pdf';
  if (pageStart.test(text)) return 'html';
  const capitals = text.toUpperCase();
  const isZpl =
    zplStarts.some((start) => text.startsWith(start)) && formatStarts.some((start) => capitals.includes(start));
  return isZpl ? 'zpl' : 'unknown';
}

/** A format that can be printed or drawn; anything else is `unknown`. */
export function printableFormat(bytes: Uint8Array): 'zpl' | 'pdf' | 'unknown' {
  const format = labelFormat(bytes);
  return format === 'zpl' || format === 'pdf' ? format : 'unknown';
}

const chunkLength = 8 * 1024;

/** One character for each byte. */
function asciiText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkLength) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunkLength));
  }
  return text;
}
