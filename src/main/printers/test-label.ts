/**
 * A 4x6 test label at 8 dots per millimetre (ZPL) with a frame at the edges, the printer's name and the bar code TEST. The name is
 * written as hex escapes (`^FH`), so that it cannot contain commands.
 */
export function testLabel(printerName: string): Uint8Array {
  const name = [...Buffer.from(printerName, 'utf8')].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join('');
  return Buffer.from(
    [
      '^XA^CI28^MCY^PON^LH0,0^PW812^LL1218',
      '^FO16,16^GB780,1186,4^FS',
      '^FO60,80^A0N,72,72^FDTest label^FS',
      `^FO60,190^A0N,48,48^FB692,3,8^FH_^FD${name}^FS`,
      '^FO60,400^BY4^BCN,240,N,N,N^FDTEST^FS',
      '^FO60,700^A0N,36,36^FB692,4,8^FDThe frame must be whole and 2 mm from each edge.^FS',
      '^PQ1^XZ',
      '',
    ].join('\n'),
    'ascii',
  );
}
