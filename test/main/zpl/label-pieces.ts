import fc from 'fast-check';

/** A label of bytes: text as Latin-1, bytes as they are. */
export const label = (...parts: (string | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A binary graphic that counts its bytes right. */
export const binaryGraphic = (payload: Uint8Array): Uint8Array =>
  label(`^FO10,10^GFB,${payload.length},${payload.length},1,`, payload, '^FS');

/** Bytes that a printer interprets are frequent. */
const meaningful = fc.constantFrom(
  ...[...'^~\u001e\u0010\u0002\u0003\r\n \u0000,\\!{}AXZJRDGFBCHS019_>:;'].map((one) => one.charCodeAt(0)),
);

export const anyBytes: fc.Arbitrary<Uint8Array> = fc
  .array(fc.oneof({ weight: 3, arbitrary: meaningful }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) }), {
    maxLength: 200,
  })
  .map((bytes) => Uint8Array.from(bytes));

const safePieces = [
  ...['^FO50,100', '^A0N,30,30', '^FDText 1^FS', '^BY3^BCN,100,Y,N,N', '^FD>:PKB-0001^FS', '^FX a remark^FS'],
  ...['^GB700,3,3^FS', '^GFA,4,4,1,FF00,:^FS', '^CI28', '^LH0,0', '^PON', '^MCY', '^JMA', '\r\n', '^FH^FD_7EJR_5E^FS'],
];
const suspiciousPieces = [
  ...['^MMT', '^MNY', '^MTD', '^MD30', '~SD20', '^PR6', '^PW812', '^LL1218', '^LT0', '^LS0', '~TA000', '~JSN', '^JUS'],
  ...['^PQ2,1,,N', '^PQ0', '^CWW,E:ARI000.TTF', '~HS', '^HH', '^MCN', '^JMB', '~JO', '~CC^', '~CT~', '~CD,', '^SZ2'],
  ...[
    '~DGR:LOGO.GRF,2,1,FFFF',
    '^XGR:LOGO.GRF,1,1^FS',
    '^IDR:LOGO.GRF',
    '~DGR:MARK.GRF,2,1,!\r\n0,',
    '^XGR:MARK.GRF^FS',
  ],
];
const unknownPieces = ['^DN', '^', '~', '^QQ1', '~5', '^^FO1,1', '\u001eFO1,1'];
const dangerousPieces = [
  '~JR',
  '^KPx',
  '^CC!',
  '^NS1',
  '~ja',
  '^J\r\nUF',
  '\u0010JR',
  '^IDE:*.*',
  '~DGE:MARK.GRF,1,1,FF',
  '^DFE:AUTOEXEC.ZPL',
  '^PQ1\t00',
  '! U1 do "device.reset" ""',
];

const pieceOf = (pieces: readonly string[]): fc.Arbitrary<Uint8Array> =>
  fc.constantFrom(...pieces).map((piece) => label(piece));
const payloads = fc.uint8Array({ minLength: 1, maxLength: 60 }).map(binaryGraphic);

const madeOf = (piece: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc
    .array(fc.array(piece, { maxLength: 12 }), { minLength: 1, maxLength: 3 })
    .map((formats) => label(...formats.flatMap((pieces) => ['^XA', ...pieces, '^XZ\r\n'])));

/** Labels that a carrier could send, with binary graphics, suspicious and unknown commands. */
export const harmlessLabel: fc.Arbitrary<Uint8Array> = madeOf(
  fc.oneof(
    { weight: 4, arbitrary: pieceOf(safePieces) },
    { weight: 3, arbitrary: pieceOf(suspiciousPieces) },
    { weight: 1, arbitrary: pieceOf(unknownPieces) },
    { weight: 1, arbitrary: payloads },
  ),
);

/** The same with dangerous commands and random bytes among them. */
export const anyLabel: fc.Arbitrary<Uint8Array> = madeOf(
  fc.oneof(
    { weight: 4, arbitrary: pieceOf([...safePieces, ...suspiciousPieces, ...unknownPieces]) },
    { weight: 1, arbitrary: pieceOf(dangerousPieces) },
    { weight: 1, arbitrary: payloads },
    { weight: 1, arbitrary: anyBytes },
  ),
);

/** Cut off anywhere. */
export const cutLabel: fc.Arbitrary<Uint8Array> = fc
  .tuple(anyLabel, fc.nat(1000))
  .map(([bytes, share]) => bytes.subarray(0, Math.floor((bytes.length * share) / 1000)));

/** Pieces that change how the bytes behind them are read. */
const turningPieces = [
  ...[
    ...safePieces,
    ...suspiciousPieces,
    ...unknownPieces,
    ...dangerousPieces,
    '^XA',
    '^XZ',
    '^FS',
    '^FD',
    '^F',
    '~',
    'CT~~CD,~CC^~CT~',
  ],
  ...[
    '^GFB,3,3,1,',
    '^GFC,9,9,3,',
    '^GFA,4,4,2,FF',
    '~DGR:A.GRF,9,3,',
    '~DYR:A,B,G,4,1,',
    ':Z64:eJw=:1A2B',
    ':B64:',
    'FFH0gF',
    ',!:',
    '!',
  ],
  ...[
    '^DFR:A.ZPL^FS',
    '^XFR:A.ZPL^FS',
    '^ISR:A.GRF,N',
    '^PQ7',
    '^PQ1\t00',
    '^PQ0,1',
    '\u0000',
    '\u001f',
    '\u00a0',
    '\u0085',
  ],
].map((piece) => label(piece));

const place = fc.integer({ min: 0, max: 0x7fff_ffff });

/** One change of a label: a piece put in, bytes left out, repeated, exchanged or cut off, anywhere. */
export const mutations: fc.Arbitrary<(bytes: Uint8Array) => Uint8Array> = fc
  .tuple(place, fc.integer({ min: 1, max: 24 }), fc.nat(4), fc.oneof(fc.constantFrom(...turningPieces), anyBytes))
  .map(([anywhere, length, kind, piece]) => (bytes) => {
    const at = anywhere % (bytes.length + 1);
    const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
    switch (kind) {
      case 0:
        return label(head, piece, tail);
      case 1:
        return label(head, piece, tail.subarray(length));
      case 2:
        return label(head, tail.subarray(length));
      case 3:
        return label(head, tail.subarray(0, length), tail);
      default:
        return label(head, piece);
    }
  });
