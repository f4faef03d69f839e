// The default export: the named `raw` is an encoder for a symbology of that name.
import bwipjs from 'bwip-js/node';

/** Widths of bars and spaces in turn, first a bar, in modules; without the quiet zones. */
export function code128Widths(text: string): number[] {
  const [symbol] = bwipjs.raw('code128', text);
  if (!symbol || !('sbs' in symbol)) throw new Error('a Code 128 has bars');
  return symbol.sbs;
}

/** The dark modules of a QR code of error correction M, by column and row; without the quiet zone. */
export function qrDarkModules(text: string): { column: number; row: number }[] {
  const [symbol] = bwipjs.raw('qrcode', text, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) throw new Error('a QR code has modules');
  return symbol.pixs.flatMap((dark, index) =>
    dark ? [{ column: index % symbol.pixx, row: Math.floor(index / symbol.pixx) }] : [],
  );
}
