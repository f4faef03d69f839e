/** Dots per millimetre of a picture unless asked otherwise: 203 dpi, the resolution labels are made for unless they say so. */
export const defaultResolution = 8;

/** Resolutions a picture can have, in dots per millimetre; printers have 6, 8, 12 or 24. */
export const resolutionLimits = { least: 4, most: 30 };

/** Millimetres: a label of 4x6 inches; one of 4x8, as some carriers print; and the largest that is drawn, 6x12. */
const standardSize = { width: 101.6, height: 152.4 };
const longLabelHeight = 203.2;
const largestSize = { width: 152.4, height: 304.8 };

/** Dots. */
export interface LabelSize {
  readonly width: number;
  /** What the picture shows at least: 4x6 inches, or the label's own length. */
  readonly height: number;
  /** What is drawn before it is known that nothing stands further down: 4x8 inches, or the label's own length. */
  readonly drawnHeight: number;
}

/** How large a label is by its own `^PW` and `^LL`, which are dots whatever the resolution; at least 4x6 inches. */
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
