/** A picture of one byte a pixel, row by row from the top left; 0 is black. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** From here up a pixel is white: half black, half white. */
export const halfWhite = 128;

/** The first rows of a picture. */
export const topRows = ({ width, pixels }: GrayImage, height: number): GrayImage => ({
  width,
  height,
  pixels: pixels.subarray(0, width * height),
});

/** Rows down to the lowest that holds anything dark; 0 where there is none. */
export function inkedRows({ width, pixels }: GrayImage): number {
  for (let at = pixels.length - 1; at >= 0; at -= 1) {
    if ((pixels[at] ?? 255) < halfWhite) return Math.floor(at / width) + 1;
  }
  return 0;
}
