import bwipjs from 'bwip-js/node';

// The default export: the named `raw` is an encoder for a symbology of that name.

/** Widths of bars and spaces of a Code 128 in turn, first a bar, in modules; without the quiet zones. */
export function code128Widths(text: string): number[] {
  const [symbol] = bwipjs.raw('code128', text);
  if (!symbol || !('sbs' in symbol)) throw new Error('a Code 128 has bars');
  return symbol.sbs;
}
