// @ts-check
/** Electron's archive of an app: the sizes of the header, the header as JSON with each file's place, then the files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {{ size: number, offset: string } | { size: number, unpacked: true } | { files: Record<string, Entry> }} Entry */

/**
 * Writes an archive. Native parts are loaded by the operating system, which cannot read inside it: they go into the folder
 * `<archive>.unpacked`. The same files give the same bytes.
 * @param {string} archive
 * @param {Readonly<Record<string, string | Buffer>>} contents by path, with forward slashes
 */
export function writeAsar(archive, contents) {
  /** @type {{ files: Record<string, Entry> }} */
  const header = { files: {} };
  /** @type {Buffer[]} */
  const packed = [];
  let offset = 0;
  for (const path of Object.keys(contents).sort()) {
    const content = Buffer.from(contents[path] ?? '');
    const size = content.length;
    if (path.endsWith('.node')) {
      addEntry(header, path, { size, unpacked: true });
      const file = join(`${archive}.unpacked`, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    } else {
      addEntry(header, path, { size, offset: String(offset) });
      packed.push(content);
      offset += size;
    }
  }
  writeFileSync(archive, Buffer.concat([...sizedHeader(header), ...packed]));
}

/**
 * @param {{ files: Record<string, Entry> }} header
 * @param {string} path
 * @param {Entry} entry
 */
function addEntry(header, path, entry) {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let folder = header.files;
  for (const part of parts) {
    folder[part] ??= { files: {} };
    const inner = folder[part];
    if (!('files' in inner)) throw new Error(`${path} is inside a file.`);
    folder = inner.files;
  }
  folder[name] = entry;
}

/** The header as Chromium's "pickle": each value padded to four bytes, with its size before it. */
const sizedHeader = (/** @type {object} */ header) => {
  const json = Buffer.from(JSON.stringify(header));
  const padding = Buffer.alloc((4 - (json.length % 4)) % 4);
  const padded = json.length + padding.length;
  const sizes = Buffer.alloc(16);
  for (const [index, value] of [4, padded + 8, padded + 4, json.length].entries())
    sizes.writeUInt32LE(value, index * 4);
  return [sizes, json, padding];
};
