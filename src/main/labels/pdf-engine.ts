import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withBoundedMemory } from './bounded-wasm.ts';
import type { GrayImage } from './gray-image.ts';
import { LabelRefusal } from './label-refusal.ts';
import type { Size } from './page-on-paper.ts';

/** What is used of PDFium, as its C interface names it (fpdfview.h); numbers that name things are addresses. */
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

/** FPDFBitmap_Gray; and FPDF_ANNOT, FPDF_GRAYSCALE and FPDF_PRINTING: what stands on paper, notes with an appearance included. */
const grayBitmap = 1;
const asPrinted = 0x01 | 0x08 | 0x800;
const passwordError = 4;

const pointsPerMillimetre = 72 / 25.4;

/** Largest page that is drawn, in millimetres, and largest picture of one, in pixels. */
const largestPage = 500;
const mostPixels = 36_000_000;

export interface PdfPage extends Size {
  /** Draws the page from its upper left corner; whatever lies beyond the picture is cut off. */
  draw(picture: { width: number; height: number; dotsPerMillimetre: number; turned?: boolean }): GrayImage;
}

export interface PdfDocument {
  readonly pageCount: number;
  /** Hands the page to `use`, and closes it afterwards. */
  withPage<T>(index: number, use: (page: PdfPage) => T): T;
}

/** Opens PDF documents. Only the picture process may use this: WebAssembly must be killable. */
export interface PdfEngine {
  /**
   * Hands the document to `use`, and closes it afterwards. Throws a LabelRefusal where it cannot be opened or drawn; any other error
   * means that the engine is broken for good.
   */
  withDocument<T>(bytes: Uint8Array, use: (document: PdfDocument) => Promise<T>): Promise<T>;
}

/** Resolves when PDFium is loaded, its WebAssembly as bytes of the installed package: nothing is fetched. */
export async function loadPdfEngine(): Promise<PdfEngine> {
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
    if (document === 0) throw new LabelRefusal(whyNotOpened(pdfium._FPDF_GetLastError()));
    return await use({
      pageCount: pdfium._FPDF_GetPageCount(document),
      withPage: (index, usePage) => withPage(pdfium, document, index, usePage),
    });
  } finally {
    if (document !== 0) pdfium._FPDF_CloseDocument(document);
    pdfium._free(address);
  }
}

const whyNotOpened = (error: number): string =>
  error === passwordError ? 'it is locked with a password' : 'it is no PDF that can be read';

function withPage<T>(pdfium: Pdfium, document: number, index: number, use: (page: PdfPage) => T): T {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (page === 0) throw new LabelRefusal(`its page ${index + 1} cannot be read`);
  try {
    const points = { width: pdfium._FPDF_GetPageWidthF(page), height: pdfium._FPDF_GetPageHeightF(page) };
    const width = points.width / pointsPerMillimetre;
    const height = points.height / pointsPerMillimetre;
    if (!(width >= 1 && height >= 1)) throw new LabelRefusal('its page has no size');
    if (width > largestPage || height > largestPage) {
      throw new LabelRefusal(`its page is larger than ${largestPage} × ${largestPage} mm`);
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
  { width, height, dotsPerMillimetre, turned = false }: Parameters<PdfPage['draw']>[0],
): GrayImage {
  if (width * height > mostPixels) throw new LabelRefusal('its page is too large for this resolution');
  const size = width * height;
  const pixels = allocate(pdfium, size);
  const numbers = allocate(pdfium, 40);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, grayBitmap, pixels, width);
  try {
    pdfium.HEAPU8.fill(255, pixels, pixels + size);
    const matrix = matrixOf(points, dotsPerMillimetre / pointsPerMillimetre, turned);
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

/** From the page as it is shown, in points from its upper left corner, to dots: a, b, c, d, e, f (PDF 32000-1, 8.3.3). */
const matrixOf = (points: Size, dotsPerPoint: number, turned: boolean): number[] =>
  turned
    ? [0, dotsPerPoint, -dotsPerPoint, 0, dotsPerPoint * points.height, 0]
    : [dotsPerPoint, 0, 0, dotsPerPoint, 0, 0];

/** Memory of the engine. Throws a LabelRefusal where there is not enough. */
function allocate(pdfium: Pdfium, size: number): number {
  const address = pdfium._malloc(Math.max(1, size));
  if (address === 0) throw new LabelRefusal('it asks for too much memory');
  return address;
}
