import { createRequire } from 'node:module';
import type { ZplApi } from 'zpl-renderer-js';
import { withoutBinaryGraphics } from './binary-graphics.ts';
import { unfoldsTooFar } from './inflated-size.ts';
import { pictureDotsPerMm, pictureSize } from './label-size.ts';

/** Draws ZPL labels. Only the picture process may use this: WebAssembly must be killable. */
export interface ZplRenderer {
  /** PNG of the first format that draws anything. Throws an Error in the renderer's words where it cannot draw. */
  draw(label: Uint8Array): Promise<Uint8Array>;
}

/**
 * Resolves when the renderer is loaded. By `require`: the package's module build has no `"type": "module"`, and Node 20.18 (in
 * Electron 33) takes it for CommonJS and fails on its first line.
 */
export async function loadZplRenderer(): Promise<ZplRenderer> {
  const { ready } = createRequire(import.meta.url)('zpl-renderer-js') as typeof import('zpl-renderer-js');
  const { api } = await ready;
  return { draw: (label) => draw(api, label) };
}

async function draw(api: ZplApi, label: Uint8Array): Promise<Uint8Array> {
  const zpl = textOf(withoutBinaryGraphics(label));
  if (unfoldsTooFar(zpl)) throw new Error('its compressed graphics are larger than any label');
  const { widthMm, heightMm } = pictureSize(zpl);
  return Buffer.from(await api.zplToBase64Async(zpl, widthMm, heightMm, pictureDotsPerMm), 'base64');
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
