import type { LabelFile } from '../core/ports/service.ts';

/** Where a ZPL stream must have begun its first label. */
const searched = 64 * 1024;

const pdfBegin = '%PDF-';
const labelBegin = '^XA';

/**
 * What a label file is, by its bytes alone: `%PDF-`, or a ZPL stream, which is `^XA` at once, or other commands (`~`, `^`) with
 * `^XA` within 64 KB (ZPL II Programming Guide, ^XA). Blank bytes and a byte order mark before it do not count.
 */
export function labelFormat(bytes: Uint8Array): LabelFile['format'] {
  // Latin-1 maps every byte to one character: nothing is lost by looking.
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searched)).toString('latin1');
  const text = head.replace(/^(?:\u00ef\u00bb\u00bf)?[\s\0]*/, '');
  if (text.startsWith(pdfBegin)) return 'pdf';
  const first = text.charAt(0);
  const isCommand = first === '^' || first === '~';
  return isCommand && text.toUpperCase().includes(labelBegin) ? 'zpl' : 'unknown';
}
