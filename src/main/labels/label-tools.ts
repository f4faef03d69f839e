import { drawFirstPage } from './draw-pdf.ts';
import { loadZplRenderer, type ZplRenderer } from './draw-zpl.ts';
import type { GrayImage } from './gray-image.ts';
import { encodeGrayPng } from './gray-png.ts';
import { loadPdfEngine, type PdfEngine } from './pdf-engine.ts';
import type { PictureAnswer, PictureRequest } from './picture-messages.ts';
import { type BarCodeReader, type FoundCode, loadBarCodeReader } from './read-bar-codes.ts';
import { zplOfPdf } from './zpl-of-pdf.ts';

/** What the picture process draws and reads with; each part is loaded when it is first needed. */
export interface LabelTools {
  zpl(): Promise<ZplRenderer>;
  pdf(): Promise<PdfEngine>;
  codes(): Promise<BarCodeReader>;
}

export function createLabelTools(): LabelTools {
  return { zpl: once(loadZplRenderer), pdf: once(loadPdfEngine), codes: once(loadBarCodeReader) };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

/** Resolves when everything that the request needs is loaded. */
export async function loadFor(tools: LabelTools, request: PictureRequest): Promise<void> {
  const drawsPdf = request.kind === 'zpl' || request.format === 'pdf';
  await (drawsPdf ? tools.pdf() : tools.zpl());
  if (request.kind !== 'picture') await tools.codes();
}

/** Throws a LabelRefusal where the label cannot be drawn; any other error means that a tool is broken for good. */
export async function answerRequest(tools: LabelTools, request: PictureRequest): Promise<PictureAnswer> {
  const { id } = request;
  switch (request.kind) {
    case 'picture':
      return { kind: 'picture', id, png: encodeGrayPng(await draw(tools, request, request.dotsPerMillimetre)) };
    case 'codes':
      return {
        kind: 'codes',
        id,
        codes: (await readCodes(tools, request)).map(({ symbology, text }) => ({ symbology, text })),
      };
    case 'zpl':
      return {
        kind: 'zpl',
        id,
        zpl: await zplOfPdf(await tools.pdf(), await tools.codes(), request.label, request.printer),
      };
  }
}

/** Resolutions at which bar codes are looked for, in dots per millimetre, until one is found. */
const readingResolutions = [8, 12];

async function readCodes(tools: LabelTools, request: PictureRequest & { kind: 'codes' }): Promise<FoundCode[]> {
  const reader = await tools.codes();
  for (const dotsPerMillimetre of readingResolutions) {
    const found = await reader.read(await draw(tools, request, dotsPerMillimetre));
    if (found.length > 0) return found;
  }
  return [];
}

async function draw(
  tools: LabelTools,
  { format, label }: { format: 'zpl' | 'pdf'; label: Uint8Array },
  dotsPerMillimetre: number,
): Promise<GrayImage> {
  return format === 'pdf'
    ? drawFirstPage(await tools.pdf(), label, dotsPerMillimetre)
    : (await tools.zpl()).draw(label, dotsPerMillimetre);
}
