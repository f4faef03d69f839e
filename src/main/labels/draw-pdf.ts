import type { GrayImage } from './gray-image.ts';
import { LabelRefusal } from './label-refusal.ts';
import type { PdfEngine, PdfPage } from './pdf-engine.ts';

/** The first page at that resolution. Throws a LabelRefusal where there is none. */
export function drawFirstPage(engine: PdfEngine, label: Uint8Array, dotsPerMillimetre: number): Promise<GrayImage> {
  return engine.withDocument(label, async ({ pageCount, withPage }) => {
    if (pageCount === 0) throw new LabelRefusal('it has no pages');
    return withPage(0, (page) => page.draw({ ...dotsOf(page, dotsPerMillimetre), dotsPerMillimetre }));
  });
}

/** Dots that hold the whole page; a last dot of which the page has next to nothing is left out. */
function dotsOf({ width, height }: PdfPage, dotsPerMillimetre: number): { width: number; height: number } {
  const dots = (millimetres: number): number => Math.max(1, Math.ceil(millimetres * dotsPerMillimetre - 0.1));
  return { width: dots(width), height: dots(height) };
}
