import { inflateSync } from 'node:zlib';

/** Most bytes a label's compressed graphics may unfold to together. A full 4x6 label at 300 dpi holds 270,000. */
const mostInflatedBytes = 4 * 1024 * 1024;

/** `:Z64:` and its base64 text (ZPL guide, "ZB64 encoding"); what follows the text is its checksum. */
const compressedGraphic = /:Z64:([A-Za-z0-9+/=]*)/g;

/**
 * True where the label's `:Z64:` graphics unfold to more than a label can hold: a 259 KB label can ask for gigabytes (measured).
 * @param text the label as the renderer reads it, which is without line ends and tabs.
 */
export function unfoldsTooFar(text: string): boolean {
  let left = mostInflatedBytes;
  for (const [, base64 = ''] of text.replace(/[\r\n\t]/g, '').matchAll(compressedGraphic)) {
    const size = inflatedSize(Buffer.from(base64, 'base64'), left);
    if (size === null) return true;
    left -= size;
  }
  return false;
}

/** null: more than `limit`. Data that is no zlib stream counts nothing; the renderer refuses it too. */
function inflatedSize(data: Buffer, limit: number): number | null {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, limit) }).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? null : 0;
  }
}
