/** `^GFa,b,c,d,` up to its data: a = B (binary) or C (compressed binary), b = bytes of data that follow (ZPL guide, ^GF). */
const binaryGraphicHead = /\^GF([BC]),(\d{1,8}),(\d{1,8}),(\d{1,8}),/gi;

/**
 * For previews only: binary graphic data becomes hex (`^GFB` to `^GFA`), because the renderer takes text and drops line ends.
 * Compressed binary data (`^GFC`), which the renderer cannot draw, is left out, lest it be read as commands. All other bytes stay.
 */
export function withoutBinaryGraphics(label: Uint8Array): Buffer {
  const source = Buffer.from(label.buffer, label.byteOffset, label.byteLength);
  const text = source.toString('latin1'); // one character a byte: positions in the text are positions in the bytes
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
