/** A file type by its first bytes: a ZIP archive (.xlsx), or the compound file of older or protected Office documents. */
export type FileSignature = 'zip' | 'compound file';

const signatures: Readonly<Record<FileSignature, readonly number[]>> = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  'compound file': [0xd0, 0xcf, 0x11, 0xe0],
};

/** The file type of these bytes; null for any other. */
export function fileSignature(bytes: Uint8Array): FileSignature | null {
  const kinds = Object.keys(signatures) as FileSignature[];
  return kinds.find((kind) => signatures[kind].every((byte, index) => bytes[index] === byte)) ?? null;
}
