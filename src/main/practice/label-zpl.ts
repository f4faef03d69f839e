import { assertNever } from '../../shared/contract/failure.ts';
import { type Item, labelHeight, labelWidth } from './label-layout.ts';

/** Characters without a meaning in a ZPL field; all other bytes are written as _XX. */
const plain = /[A-Za-z0-9 .,:/()+-]/;

/**
 * A text as `^FH` field data in UTF-8 (`^CI28`): carets, tildes, underscores, backslashes, control and non-ASCII bytes are escaped, so
 * that none is read as a command (ZPL guide, ^FH and ^CI).
 */
function fieldHex(text: string): string {
  let field = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const character = String.fromCharCode(byte);
    field += plain.test(character) ? character : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return field;
}

/**
 * Resets everything an earlier label may have changed: print orientation, mirror image, reverse, home, field direction,
 * kept bitmap, text encoding.
 */
const begin = `^XA^CI28^MCY^PON^PMN^LRN^LH0,0^FWN^PW${labelWidth}^LL${labelHeight}`;

/** One copy. */
const end = '^PQ1,0,0,N^XZ';

function fieldOf(item: Item): string {
  const at = `^FO${item.x},${item.y}`;
  switch (item.kind) {
    case 'block':
      return `${at}^GB${item.width},${item.height},${Math.min(item.width, item.height)},B,0^FS`;
    case 'text': {
      // The block limits the width, because a printer's font may be wider. In a block, \& is a line break.
      const box = item.text.includes('\\') ? '' : `^FB${item.width},1,0,${item.align},0`;
      return `${at}^A0N,${item.size},${item.size}${box}${item.white ? '^FR' : ''}^FH_^FD${fieldHex(item.text)}^FS`;
    }
    case 'code 128':
      return `${at}^BY${item.module},2,${item.height}^BCN,${item.height},N,N,N,N^FH_^FD${fieldHex(item.text)}^FS`;
    case 'qr':
      // Printers move a QR code down by the current bar code height, which is ten dots by default.
      return `^FO${item.x},${item.y - 10}^BY2,3,10^BQN,2,${item.module}^FH_^FDMA,${fieldHex(item.text)}^FS`;
    default:
      return assertNever(item);
  }
}

/** The labels as ZPL II for 203 dpi: ASCII only, one format per label. */
export const zplOf = (drawings: readonly (readonly Item[])[]): Buffer =>
  Buffer.from(drawings.map((items) => `${[begin, ...items.map(fieldOf), end].join('\n')}\n`).join(''), 'ascii');
