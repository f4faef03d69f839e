import bwipjs from 'bwip-js/node';

// The default export: the named `raw` is an encoder for a symbology of that name.

/**
 * Widths of bars and spaces of a Code 128 in turn, first a bar, in modules; without the quiet zones. A group separator (GS) in the text
 * becomes FNC1, which scanners send as GS.
 */
export function code128Widths(text: string): number[] {
  const withFnc1 = { bcid: 'code128', text: text.replaceAll('\x1d', '^FNC1'), parsefnc: true } as const;
  const [symbol] = text.includes('\x1d') ? bwipjs.raw(withFnc1) : bwipjs.raw('code128', text);
  if (!symbol || !('sbs' in symbol)) throw new Error('a Code 128 has bars');
  return symbol.sbs;
}
