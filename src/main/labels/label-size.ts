/** Dots per millimetre of every picture: 203 dpi, the resolution labels are made for unless they say otherwise. */
export const pictureDotsPerMm = 8;

/** 4x6 inches at 8 dots per millimetre, and the largest picture: 6x9 inches, which holds a 4x6 label made for 300 dpi. */
const usual = { width: 813, height: 1220 };
const largest = { width: 1220, height: 1829 };

/** The picture's size in millimetres: 4x6 inches, or more where `^PW` or `^LL` (in dots) say so, lest anything be clipped. */
export function pictureSize(zpl: string): { widthMm: number; heightMm: number } {
  const width = Math.min(largest.width, Math.max(usual.width, ...numbersAfter(zpl, /\^PW(\d{1,6})/g)));
  const height = Math.min(largest.height, Math.max(usual.height, ...numbersAfter(zpl, /\^LL(\d{1,6})/g)));
  return { widthMm: width / pictureDotsPerMm, heightMm: height / pictureDotsPerMm };
}

const numbersAfter = (zpl: string, command: RegExp): number[] =>
  [...zpl.matchAll(command)].slice(0, 1000).map((match) => Number(match[1]));
