/** Default resolution of pictures, dots per millimetre: 203 dpi, the usual resolution of labels. */
export const defaultResolution = 8;

/** Possible resolutions of pictures, dots per millimetre; printers have 6, 8, 12 or 24. */
export const resolutionLimits = { least: 4, most: 30 };

/** Millimetres: a 4x6 inch label; the height of a 4x8 inch one, as some carriers use; and the largest that is drawn, 6x12 inches. */
const standardSize = { width: 101.6, height: 152.4 };
const longLabelHeight = 203.2;
const largestSize = { width: 152.4, height: 304.8 };

/** The size of a label's picture, dots. */
export interface LabelSize {
  readonly width: number;
  /** Least height of the picture: 4x6 inches, or the label's own length. */
  readonly height: number;
  /** Height that is rendered before empty rows at the bottom are removed: 4x8 inches, or the label's own length. */
  readonly drawnHeight: number;
}

/** The size of a label by its `^PW` and `^LL`, which are in dots at any resolution; at least 4x6 inches. */
export function labelSize(zpl: string, dotsPerMillimetre: number): LabelSize {
  const dots = (millimetres: number): number => Math.ceil(millimetres * dotsPerMillimetre);
  const own = (command: RegExp, standard: number, most: number): number =>
    Math.max(dots(standard), Math.min(dots(most), Math.max(0, ...numbersAfterCommand(zpl, command))));
  const height = own(/\^LL(\d{1,6})/g, standardSize.height, largestSize.height);
  return {
    width: own(/\^PW(\d{1,6})/g, standardSize.width, largestSize.width),
    height,
    drawnHeight: Math.max(height, dots(longLabelHeight)),
  };
}

const numbersAfterCommand = (zpl: string, command: RegExp): number[] =>
  [...zpl.matchAll(command)].slice(0, 1000).map((match) => Number(match[1]));
