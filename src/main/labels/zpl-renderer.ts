import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import type { ZplApi } from 'zpl-renderer-js';
import { message } from '../../shared/messages/message.ts';
import { withBoundedInstantiation } from './bounded-wasm.ts';
import { LabelRefusal, labelSize } from './picture-messages.ts';
import { decodeGrayPng, type GrayImage, inkedRows, topRows } from './raster-image.ts';

/** Largest total size of a label's decompressed graphics, bytes. A full 4x6 inch label at 300 dpi has 270,000. */
const maxInflatedBytes = 4 * 1024 * 1024;

/** `:Z64:` and its base64 text (ZPL guide, "ZB64 encoding"), followed by a checksum. */
const compressedGraphic = /:Z64:([A-Za-z0-9+/=]*)/g;

/**
 * True where the label's `:Z64:` graphics decompress to more than a label can need: a 259 KB label can expand to gigabytes (measured).
 * @param text the label as the renderer reads it, without line breaks and tabs
 */
export function inflatesBeyondLimit(text: string): boolean {
  let left = maxInflatedBytes;
  for (const [, base64 = ''] of text.replace(/[\r\n\t]/g, '').matchAll(compressedGraphic)) {
    const size = inflatedSize(Buffer.from(base64, 'base64'), left);
    if (size === null) return true;
    left -= size;
  }
  return false;
}

/** The decompressed size; null above `limit`, 0 for data that is not a zlib stream, which the renderer refuses. */
function inflatedSize(data: Buffer, limit: number): number | null {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, limit) }).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? null : 0;
  }
}

/** `^GFa,b,c,d,` up to its data: a = B (binary) or C (compressed binary), b = bytes of data that follow (ZPL guide, ^GF). */
const binaryGraphicHead = /\^GF([BC]),(\d{1,8}),(\d{1,8}),(\d{1,8}),/gi;

/**
 * For previews only: binary graphic data becomes hex (`^GFB` to `^GFA`), because the renderer takes text and drops line ends.
 * Compressed binary data (`^GFC`), which the renderer cannot draw, is removed, so that it is not read as commands.
 */
export function convertBinaryGraphics(label: Uint8Array): Buffer {
  const source = Buffer.from(label.buffer, label.byteOffset, label.byteLength);
  const text = source.toString('latin1'); // one character per byte, so positions in the text and the bytes are equal
  const parts: Buffer[] = [];
  let copied = 0;
  const heads = new RegExp(binaryGraphicHead);
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    const [whole, kind, dataBytes, graphicBytes, rowBytes] = head;
    const dataStart = head.index + whole.length;
    const dataEnd = Math.min(source.length, dataStart + Number(dataBytes));
    const hex = kind?.toUpperCase() === 'B' ? source.toString('hex', dataStart, dataEnd).toUpperCase() : '';
    parts.push(source.subarray(copied, head.index));
    parts.push(Buffer.from(`^GFA,${dataBytes},${graphicBytes},${rowBytes},${hex}`, 'latin1'));
    copied = dataEnd;
    heads.lastIndex = dataEnd;
  }
  return Buffer.concat([...parts, source.subarray(copied)]);
}

/** Draws ZPL labels. Only the picture process may use this: WebAssembly must be killable. */
export interface ZplRenderer {
  /**
   * Draws the first format that prints something. Throws a LabelRefusal where it cannot be drawn; after any other error the renderer
   * cannot be used any more.
   */
  draw(label: Uint8Array, dotsPerMillimetre: number): Promise<GrayImage>;
}

/**
 * Loads the renderer. With `require`, because the package's module build has no `"type": "module"`, and Node 20.18 (in Electron 33)
 * reads it as CommonJS and fails.
 */
export async function loadZplRenderer(): Promise<ZplRenderer> {
  const require = createRequire(import.meta.url);
  const { ready } = withBoundedInstantiation(() => require('zpl-renderer-js') as typeof import('zpl-renderer-js'));
  const { api } = await ready;
  return { draw: (label, dotsPerMillimetre) => draw(api, label, dotsPerMillimetre) };
}

async function draw(api: ZplApi, label: Uint8Array, dotsPerMillimetre: number): Promise<GrayImage> {
  const zpl = textOf(convertBinaryGraphics(label));
  if (inflatesBeyondLimit(zpl)) throw new LabelRefusal(message('label.reason.graphics-too-large'));
  const { width, height, drawnHeight } = labelSize(zpl, dotsPerMillimetre);
  const [widthMm, heightMm] = [width / dotsPerMillimetre, drawnHeight / dotsPerMillimetre];
  const png = await api.zplToBase64Async(zpl, widthMm, heightMm, dotsPerMillimetre).catch((error: unknown) => {
    throw toRefusal(error);
  });
  const drawn = decodeGrayPng(Buffer.from(png, 'base64'));
  return inkedRows(drawn) > height ? drawn : topRows(drawn, height);
}

/** Errors after which the renderer can be used again; after any other error its program has ended. */
const survivedError = /^(No labels parsed|Error rendering|Unexpected error)/;

function toRefusal(error: unknown): unknown {
  const text = error instanceof Error ? error.message : String(error);
  return survivedError.test(text) ? new LabelRefusal(message('label.reason.not-zpl')) : error;
}

/**
 * The label as text for the renderer, which encodes it as UTF-8. In labels that are not UTF-8, accented letters may look wrong in the
 * picture; they print correctly.
 */
function textOf(label: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(label);
  } catch {
    return label.toString('latin1');
  }
}
