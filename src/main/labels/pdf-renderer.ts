import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Message, message } from '../../shared/messages/message.ts';
import { withBoundedMemory } from './bounded-wasm.ts';
import { LabelRefusal } from './picture-messages.ts';
import type { GrayImage } from './raster-image.ts';

/** A size in millimetres. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The placement of a page on the paper. */
export type PageOnPaper =
  /** Scaled by a factor of at least 0.95, and rotated clockwise by 90° if `rotated`; white margins stay. */
  | { readonly kind: 'fits'; readonly rotated: boolean; readonly scale: number }
  | { readonly kind: 'too large'; readonly reason: Message };

/** Smallest scale: an A6 page fits 4x6 inch paper. Anything smaller is refused, so that no label is shrunk without notice. */
const leastScale = 0.95;

/** Places a page upright if it fits, else rotated, as for a landscape page on portrait paper. */
export function pageOnPaper(page: Size, paper: { width: number; length: number }): PageOnPaper {
  const upright = Math.min(1, paper.width / page.width, paper.length / page.height);
  if (upright >= leastScale) return { kind: 'fits', rotated: false, scale: upright };
  const rotated = Math.min(1, paper.width / page.height, paper.length / page.width);
  if (rotated >= leastScale) return { kind: 'fits', rotated: true, scale: rotated };
  return {
    kind: 'too large',
    reason: message('label.reason.page-larger-than-paper', {
      width: Math.round(page.width),
      length: Math.round(page.height),
      paperWidth: Math.round(paper.width),
      paperLength: Math.round(paper.length),
    }),
  };
}

/** The functions of PDFium that are used here, under their C names (fpdfview.h); numbers for objects are addresses. */
interface Pdfium {
  _malloc(size: number): number;
  _free(address: number): void;
  _FPDF_InitLibrary(): void;
  _FPDF_LoadMemDocument(bytes: number, size: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_GetPageWidthF(page: number): number;
  _FPDF_GetPageHeightF(page: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_CloseDocument(document: number): void;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, rowBytes: number): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmapWithMatrix(bitmap: number, page: number, matrix: number, clip: number, flags: number): void;
  readonly HEAPU8: Uint8Array;
}

/** FPDFBitmap_Gray; and FPDF_ANNOT, FPDF_GRAYSCALE and FPDF_PRINTING: draws the page as printed, with annotations. */
const grayBitmap = 1;
const asPrinted = 0x01 | 0x08 | 0x800;
const passwordError = 4;

const pointsPerMillimetre = 72 / 25.4;

/** Largest page that is drawn, in millimetres, and largest picture of one, in pixels. */
const largestPage = 500;
const maxPixels = 36_000_000;

export interface PdfPage extends Size {
  /** Draws the page from its upper left corner; parts beyond the picture are cut off. */
  draw(picture: { width: number; height: number; dotsPerMillimetre: number; rotated?: boolean }): GrayImage;
}

export interface PdfDocument {
  readonly pageCount: number;
  /** Calls `use` with the page, and closes it afterwards. */
  withPage<T>(index: number, use: (page: PdfPage) => T): T;
}

/** Opens PDF documents. Only the picture process may use this: WebAssembly must be killable. */
export interface PdfRenderer {
  /**
   * Calls `use` with the document, and closes it afterwards. Throws a LabelRefusal where it cannot be opened or drawn; after any other
   * error the engine cannot be used any more.
   */
  withDocument<T>(bytes: Uint8Array, use: (document: PdfDocument) => Promise<T>): Promise<T>;
}

/** Loads PDFium with the WebAssembly file of the installed package; nothing is downloaded. */
export async function loadPdfRenderer(): Promise<PdfRenderer> {
  const { PDFiumModule } = await import('@hyzyla/pdfium');
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
  const options = { wasmBinary: withBoundedMemory(wasm).buffer, locateFile: (file: string) => file };
  const pdfium = (await PDFiumModule(options)) as unknown as Pdfium;
  pdfium._FPDF_InitLibrary();
  return { withDocument: (bytes, use) => withDocument(pdfium, bytes, use) };
}

async function withDocument<T>(
  pdfium: Pdfium,
  bytes: Uint8Array,
  use: (document: PdfDocument) => Promise<T>,
): Promise<T> {
  const address = allocate(pdfium, bytes.length);
  pdfium.HEAPU8.set(bytes, address);
  const document = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0);
  try {
    if (document === 0) throw new LabelRefusal(openError(pdfium._FPDF_GetLastError()));
    return await use({
      pageCount: pdfium._FPDF_GetPageCount(document),
      withPage: (index, usePage) => withPage(pdfium, document, index, usePage),
    });
  } finally {
    if (document !== 0) pdfium._FPDF_CloseDocument(document);
    pdfium._free(address);
  }
}

const openError = (error: number): Message =>
  message(error === passwordError ? 'label.reason.locked' : 'label.reason.unreadable-pdf');

function withPage<T>(pdfium: Pdfium, document: number, index: number, use: (page: PdfPage) => T): T {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (page === 0) throw new LabelRefusal(message('label.reason.unreadable-page', { page: index + 1 }));
  try {
    const points = { width: pdfium._FPDF_GetPageWidthF(page), height: pdfium._FPDF_GetPageHeightF(page) };
    const width = points.width / pointsPerMillimetre;
    const height = points.height / pointsPerMillimetre;
    if (!(width >= 1 && height >= 1)) throw new LabelRefusal(message('label.reason.page-without-size'));
    if (width > largestPage || height > largestPage) {
      throw new LabelRefusal(message('label.reason.page-too-large', { millimetres: largestPage }));
    }
    return use({ width, height, draw: (picture) => drawPage(pdfium, page, points, picture) });
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}

function drawPage(
  pdfium: Pdfium,
  page: number,
  points: Size,
  { width, height, dotsPerMillimetre, rotated = false }: Parameters<PdfPage['draw']>[0],
): GrayImage {
  if (width * height > maxPixels) throw new LabelRefusal(message('label.reason.page-too-large-for-resolution'));
  const size = width * height;
  const pixels = allocate(pdfium, size);
  const numbers = allocate(pdfium, 40);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, grayBitmap, pixels, width);
  try {
    pdfium.HEAPU8.fill(255, pixels, pixels + size);
    const matrix = matrixOf(points, dotsPerMillimetre / pointsPerMillimetre, rotated);
    const clip = [0, 0, width, height];
    new Float32Array(pdfium.HEAPU8.buffer, numbers, 10).set([...matrix, ...clip]);
    pdfium._FPDF_RenderPageBitmapWithMatrix(bitmap, page, numbers, numbers + 24, asPrinted);
    return { width, height, pixels: pdfium.HEAPU8.slice(pixels, pixels + size) };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium._free(numbers);
    pdfium._free(pixels);
  }
}

/** The matrix from points, relative to the page's upper left corner, to dots: a, b, c, d, e, f (ISO 32000-1, 8.3.3). */
const matrixOf = (points: Size, dotsPerPoint: number, rotated: boolean): number[] =>
  rotated
    ? [0, dotsPerPoint, -dotsPerPoint, 0, dotsPerPoint * points.height, 0]
    : [dotsPerPoint, 0, 0, dotsPerPoint, 0, 0];

/** Allocates memory of the engine. Throws a LabelRefusal where there is not enough. */
function allocate(pdfium: Pdfium, size: number): number {
  const address = pdfium._malloc(Math.max(1, size));
  if (address === 0) throw new LabelRefusal(message('label.reason.out-of-memory'));
  return address;
}

/** Draws the first page. Throws a LabelRefusal where there is none. */
export function drawFirstPage(renderer: PdfRenderer, label: Uint8Array, dotsPerMillimetre: number): Promise<GrayImage> {
  return renderer.withDocument(label, async ({ pageCount, withPage }) => {
    if (pageCount === 0) throw new LabelRefusal(message('label.reason.no-pages'));
    return withPage(0, (page) => page.draw({ ...pageDots(page, dotsPerMillimetre), dotsPerMillimetre }));
  });
}

/** The size of a page in dots; a last dot that is covered by less than a tenth is left out. */
function pageDots({ width, height }: PdfPage, dotsPerMillimetre: number): { width: number; height: number } {
  const dots = (millimetres: number): number => Math.max(1, Math.ceil(millimetres * dotsPerMillimetre - 0.1));
  return { width: dots(width), height: dots(height) };
}
