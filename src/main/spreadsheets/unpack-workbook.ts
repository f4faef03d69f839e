import { unzipSync, zipSync } from 'fflate';

/** Most bytes that a workbook's parts may have together once they are unpacked: 20,000 rows of 60 columns fit. */
export const largestUnpackedBytes = 100 * 1024 * 1024;

export type Unpacked = { kind: 'parts'; packed: ArrayBuffer } | { kind: 'too large' } | { kind: 'not a workbook' };

/**
 * The texts of a workbook (.xlsx is a zip file) in a zip file without compression, so that whoever reads it unpacks nothing of
 * unknown size. What a part says of its size is asked before it is unpacked, and never more than that is. Throws for a broken one.
 */
export function unpackWorkbook(bytes: Uint8Array): Unpacked {
  let size = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!isPartWanted(name)) return false;
      size += originalSize;
      return size <= largestUnpackedBytes;
    },
  });
  if (size > largestUnpackedBytes) return { kind: 'too large' };
  if (!('xl/workbook.xml' in parts)) return { kind: 'not a workbook' };
  const { buffer } = zipSync(parts, { level: 0 });
  return { kind: 'parts', packed: buffer as ArrayBuffer };
}

/** Pictures, drawings and whatever else is embedded stay packed. */
const isPartWanted = (name: string): boolean =>
  /\.(?:xml|rels)$/.test(name) && !/^xl\/(?:media|drawings|charts|embeddings|theme|printerSettings)\//.test(name);
