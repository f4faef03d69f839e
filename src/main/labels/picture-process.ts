import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Message, message } from '../../shared/messages/message.ts';
import { connectToParent } from '../concurrency/parent-process.ts';
import { type BarCodeReader, type FoundCode, loadBarCodeReader } from './bar-code-reader.ts';
import { drawFirstPage, loadPdfRenderer, type PdfRenderer } from './pdf-renderer.ts';
import { zplOfPdf } from './pdf-to-zpl.ts';
import {
  LabelRefusal,
  type PictureAnswer,
  type PictureMessage,
  type PictureRequest,
  pictureRequestSchema,
} from './picture-messages.ts';
import { encodeGrayPng, type GrayImage } from './raster-image.ts';
import { loadZplRenderer, type ZplRenderer } from './zpl-renderer.ts';

/** The tools of this process, which can be killed at any time: labels are drawn and all WebAssembly runs here. Each is loaded when it is first needed. */
export interface LabelTools {
  zpl(): Promise<ZplRenderer>;
  pdf(): Promise<PdfRenderer>;
  codes(): Promise<BarCodeReader>;
}

function createLabelTools(): LabelTools {
  return { zpl: once(loadZplRenderer), pdf: once(loadPdfRenderer), codes: once(loadBarCodeReader) };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

/** Loads the tools that the request needs. */
async function loadFor(tools: LabelTools, request: PictureRequest): Promise<void> {
  const drawsPdf = request.kind === 'zpl' || request.format === 'pdf';
  await (drawsPdf ? tools.pdf() : tools.zpl());
  if (request.kind !== 'picture') await tools.codes();
}

/** Throws a LabelRefusal where the label cannot be drawn; after any other error a tool cannot be used any more. */
async function answerRequest(tools: LabelTools, request: PictureRequest): Promise<PictureAnswer> {
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

/** Resolutions at which bar codes are searched until one is found, dots per millimetre. */
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

// A tool that cannot be loaded ends the process without an answer. A crashed renderer throws from its timers too, and Node would
// print its nine million characters of source.
process.on('uncaughtException', () => process.exit(1));

const parent = connectToParent();
const send = (message: PictureMessage): void => parent.send(message);
const tools = createLabelTools();
parent.onMessage((message) => void answer(message));
send({ kind: 'ready' });

async function answer(message: unknown): Promise<void> {
  const request = pictureRequestSchema.parse(message);
  await loadFor(tools, request);
  send({ kind: 'started', id: request.id });
  await yieldToEventLoop(); // so that the message is sent first: drawing may never end
  try {
    send(await answerRequest(tools, request));
  } catch (error) {
    send({ kind: 'refused', id: request.id, reason: reasonOf(error), final: !(error instanceof LabelRefusal) });
  }
}

/** The error text of a broken tool is left out: an operator cannot use it, and it may be very long. */
const reasonOf = (error: unknown): Message =>
  error instanceof LabelRefusal ? error.reason : message('label.reason.renderer-broken');
