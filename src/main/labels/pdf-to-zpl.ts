import { message } from '../../shared/messages/message.ts';
import type { PdfPrinter } from '../core/ports/printing.ts';
import { largestDrawing } from '../zpl/guard.ts';
import { alignBarCodes } from './align-bar-codes.ts';
import type { BarCodeReader } from './bar-code-reader.ts';
import type { PdfDocument, PdfPage, PdfRenderer } from './pdf-renderer.ts';
import { pageOnPaper } from './pdf-renderer.ts';
import { LabelRefusal } from './picture-messages.ts';
import { isBlank, type OneBitImage, thresholded } from './raster-image.ts';
import { graphicFormat, type PaperDots } from './zpl-graphic.ts';

/** Most pages that are printed of one PDF: an order has five parcels at most. */
const maxPages = 10;

/** Least resolution at which bar codes are searched and measured, dots per millimetre; and most pixels of that picture. */
const fineResolution = 16;
const maxFinePixels = 24_000_000;

/**
 * Converts the pages of a PDF to ZPL, one format each, in black and white at the printer's resolution. Throws a LabelRefusal where a
 * page does not fit the paper.
 */
export function zplOfPdf(
  renderer: PdfRenderer,
  reader: BarCodeReader,
  label: Uint8Array,
  printer: PdfPrinter,
): Promise<Buffer> {
  return renderer.withDocument(label, async (document) => {
    if (document.pageCount === 0) throw new LabelRefusal(message('label.reason.no-pages'));
    if (document.pageCount > maxPages)
      throw new LabelRefusal(message('label.reason.too-many-pages', { count: document.pageCount, limit: maxPages }));
    const formats: Buffer[] = [];
    let [bytes, isEmpty] = [0, true];
    for (let index = 0; index < document.pageCount; index += 1) {
      const image = await imageOfPage(document, index, reader, printer);
      const format = Buffer.from(graphicFormat(image, dotsOf(printer), printer.packing), 'latin1');
      isEmpty &&= isBlank(image);
      bytes += format.length;
      if (bytes > largestDrawing) throw new LabelRefusal(message('label.reason.zpl-too-large'));
      formats.push(format);
    }
    if (isEmpty) throw new LabelRefusal(message('label.reason.empty'));
    return Buffer.concat(formats);
  });
}

async function imageOfPage(
  document: PdfDocument,
  index: number,
  reader: BarCodeReader,
  printer: PdfPrinter,
): Promise<OneBitImage> {
  const { plain, fine, factor } = document.withPage(index, (page) => drawAtBothResolutions(page, printer));
  const image = thresholded(plain);
  alignBarCodes(image, fine, factor, await reader.read(fine, 'fast'));
  return image;
}

/** The paper in whole dots; a last dot may exceed the edge by at most a tenth. */
const dotsOf = ({ paper, dotsPerMillimetre }: PdfPrinter): PaperDots => ({
  width: Math.max(1, Math.floor(paper.width * dotsPerMillimetre + 0.1)),
  length: Math.max(1, Math.floor(paper.length * dotsPerMillimetre + 0.1)),
});

/** The page at the printer's resolution, and finer for its bar codes. */
function drawAtBothResolutions(page: PdfPage, printer: PdfPrinter) {
  const paper = dotsOf(printer);
  const placed = pageOnPaper(page, printer.paper);
  if (placed.kind === 'too large') throw new LabelRefusal(placed.reason);
  const resolution = printer.dotsPerMillimetre * placed.scale;
  const [across, down] = placed.rotated ? [page.height, page.width] : [page.width, page.height];
  const width = Math.min(paper.width, Math.ceil(across * resolution));
  const height = Math.min(paper.length, Math.ceil(down * resolution));
  const { rotated } = placed;
  const factor = fineFactor(width * height, printer.dotsPerMillimetre);
  const drawn = (times: number) =>
    page.draw({ width: width * times, height: height * times, dotsPerMillimetre: resolution * times, rotated });
  const plain = drawn(1);
  return { plain, fine: factor === 1 ? plain : drawn(factor), factor };
}

function fineFactor(dots: number, dotsPerMillimetre: number): number {
  const wantedFactor = Math.ceil(fineResolution / dotsPerMillimetre);
  return Math.max(1, Math.min(wantedFactor, Math.floor(Math.sqrt(maxFinePixels / dots))));
}
