/** The resolution a label was made for, dots per millimetre, and what tells it. */
export interface ToldResolution {
  readonly value: number;
  readonly from: 'print width' | 'largest x';
}

/** Print widths of 4-inch labels, in dots, by resolution. */
const printWidths = [
  { value: 8, from: 800, to: 832 },
  { value: 12, from: 1200, to: 1248 },
  { value: 24, from: 2400, to: 2496 },
] as const;

/** The same for what is drawn: a label that is 4 inches wide draws nearly to its right edge, and a sloppy one a little over it. */
const drawnWidths = [
  { value: 8, from: 720, to: 864 },
  { value: 12, from: 1080, to: 1296 },
  { value: 24, from: 2160, to: 2592 },
] as const;

/**
 * Guesses what a label was made for from its width, since labels are 4 inches wide and coordinates are dots. Null where the width fits
 * none: a narrow label proves nothing.
 * @param isHalved `^JMB`: the printer takes one dot of the label for two of its own each way, so the label's own dots are half as many.
 */
export function toldResolution(printWidth: number | null, largestX: number, isHalved: boolean): ToldResolution | null {
  const value =
    printWidth === null ? fitting(drawnWidths, largestX, isHalved) : fitting(printWidths, printWidth, isHalved);
  return value === null ? null : { value, from: printWidth === null ? 'largest x' : 'print width' };
}

/** How far right a label is meant to go: lines count as far as they end where a label may end. */
export function meantRight(area: { right: number; rightOfLines: number }, isHalved: boolean): number {
  return fitting(drawnWidths, area.rightOfLines, isHalved) === null ? area.right : area.rightOfLines;
}

function fitting(widths: typeof printWidths | typeof drawnWidths, dots: number, isHalved: boolean): number | null {
  const share = isHalved ? 0.5 : 1;
  const found = widths.find(({ from, to }) => dots >= from * share && dots <= to * share);
  return found ? found.value * share : null;
}
