import { createRequire } from 'node:module';
import type { ZplApi } from 'zpl-renderer-js';
import { withoutBinaryGraphics } from './binary-graphics.ts';
import { whileBounded } from './bounded-wasm.ts';
import { type GrayImage, inkedRows, topRows } from './gray-image.ts';
import { decodeGrayPng } from './gray-png.ts';
import { unfoldsTooFar } from './inflated-size.ts';
import { LabelRefusal } from './label-refusal.ts';
import { labelSize } from './label-size.ts';

/** Draws ZPL labels. Only the picture process may use this: WebAssembly must be killable. */
export interface ZplRenderer {
  /**
   * The first format that draws anything, at that resolution. Throws a LabelRefusal where it cannot draw; any other error means
   * that the renderer is broken for good.
   */
  draw(label: Uint8Array, dotsPerMillimetre: number): Promise<GrayImage>;
}

/**
 * Resolves when the renderer is loaded. By `require`: the package's module build has no `"type": "module"`, and Node 20.18 (in
 * Electron 33) takes it for CommonJS and fails on its first line.
 */
export async function loadZplRenderer(): Promise<ZplRenderer> {
  const require = createRequire(import.meta.url);
  const { ready } = whileBounded(() => require('zpl-renderer-js') as typeof import('zpl-renderer-js'));
  const { api } = await ready;
  return { draw: (label, dotsPerMillimetre) => draw(api, label, dotsPerMillimetre) };
}

async function draw(api: ZplApi, label: Uint8Array, dotsPerMillimetre: number): Promise<GrayImage> {
  const zpl = textOf(withoutBinaryGraphics(label));
  if (unfoldsTooFar(zpl)) throw new LabelRefusal('its compressed graphics are larger than any label');
  const { width, height, drawnHeight } = labelSize(zpl, dotsPerMillimetre);
  const [widthMm, heightMm] = [width / dotsPerMillimetre, drawnHeight / dotsPerMillimetre];
  const png = await api.zplToBase64Async(zpl, widthMm, heightMm, dotsPerMillimetre).catch((error: unknown) => {
    throw asRefusal(error);
  });
  const drawn = decodeGrayPng(Buffer.from(png, 'base64'));
  return inkedRows(drawn) > height ? drawn : topRows(drawn, height);
}

/** How the renderer begins the errors it survives; whatever else it throws, its program has ended. */
const survivedError = /^(No labels parsed|Error rendering|Unexpected error)/;

function asRefusal(error: unknown): unknown {
  const words = error instanceof Error ? error.message : String(error);
  return survivedError.test(words) ? new LabelRefusal(words) : error;
}

/**
 * The renderer gets the label's own bytes back wherever they are UTF-8 (ASCII labels, `^CI28`). Other bytes above 0x7F become two
 * each, so accented letters of an old code page may look wrong in the picture; they print as they should.
 */
function textOf(label: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(label);
  } catch {
    return label.toString('latin1');
  }
}
