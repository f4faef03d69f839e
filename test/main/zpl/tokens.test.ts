import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/main/zpl/tokens.ts';
import { anyBytes, anyLabel, binaryGraphic, cutLabel, label, text } from './label-pieces.ts';

/** Commands as "name parameters", text as it is. */
const read = (bytes: Uint8Array): string[] =>
  [...tokensOf(bytes)].map((token) =>
    token.kind === 'text'
      ? `text ${text(bytes.subarray(token.start, token.end))}`
      : `${token.command} ${text(bytes.subarray(token.parameters, token.end))}`.trim(),
  );

const commands = (bytes: Uint8Array): string[] =>
  [...tokensOf(bytes)].flatMap((token) => (token.kind === 'command' ? [token.command] : []));

describe('ZPL tokens: bytes are read as a printer reads them', () => {
  it('commands with their parameters and field data', () => {
    expect(read(label('^XA\r\n^FO50,60^A0N,30,30^FDa, b!^FS\n^XZ'))).toEqual([
      '^XA',
      '^FO 50,60',
      '^A 0N,30,30',
      '^FD a, b!',
      '^FS',
      '^XZ',
    ]);
  });

  it('lower case is the same command; control bytes are prefixes, begin and end', () => {
    expect(read(label('^xa^fo1,1\u001eFDx\u0010hs\u0002\u0003'))).toEqual([
      '^XA',
      '^FO 1,1',
      '^FD x',
      '~HS',
      '^XA',
      '^XZ',
    ]);
  });

  it('a line break or a null inside a name changes nothing', () => {
    expect(read(label('~J\r\nR^\u0000F\u0000O1'))).toEqual(['~JR', '^FO 1']);
  });

  it('field data and comments end at any prefix, as the manual says; a hexadecimal escape is not a prefix', () => {
    expect(read(label('^FDone~JR^FXtwo^FO1^FH^FD_7EJR_5EXZ^FS'))).toEqual([
      '^FD one',
      '~JR',
      '^FX two',
      '^FO 1',
      '^FH',
      '^FD _7EJR_5EXZ',
      '^FS',
    ]);
  });

  it('hexadecimal graphics end at any prefix', () => {
    expect(read(label('^GFA,4,4,1,FF~JA00^FS~DGR:A.GRF,2,1,FF~JRFF'))).toEqual([
      '^GF A,4,4,1,FF',
      '~JA 00',
      '^FS',
      '~DG R:A.GRF,2,1,FF',
      '~JR FF',
    ]);
  });

  it('binary graphics are skipped by their byte count, whatever they contain', () => {
    const bytes = label('^XA^GFB,9,9,1,^XZ~JA^XA^FS^GFC,3,99,9,~JR^FS^XZ');
    expect(commands(bytes)).toEqual(['^XA', '^GF', '^FS', '^GF', '^FS', '^XZ']);
  });

  it('text that belongs to no command is a token of its own', () => {
    expect(read(label('junk ^XA\r\n\\r\\n^FS; remark^FO1^XZ tail'))).toEqual([
      'text junk ',
      '^XA',
      'text \\r\\n',
      '^FS',
      'text ; remark',
      '^FO 1',
      '^XZ',
      'text tail',
    ]);
  });

  it('a prefix can be changed to any byte', () => {
    expect(read(label('~CC^~CT~~CD,^CC!-FO1'))).toEqual(['~CC ^', '~CT ~', '~CD ,', '^CC !-FO1']);
  });

  it('a first command without its first byte is text', () => {
    expect(read(label('CT~~CD,~CC^~CT~\n^XA'))).toEqual(['text CT~', '~CD ,', '~CC ^', '~CT ~', '^XA']);
  });
});

describe('ZPL tokens: a wrong byte count is reported', () => {
  const faultOf = (bytes: Uint8Array): string | null => {
    for (const token of tokensOf(bytes)) if (token.kind === 'command' && token.payload) return token.payload.fault;
    return 'no payload';
  };

  it.each([
    ['one that fits', '^GFB,3,3,1,abc^FS', null],
    ['one at the very end', '^GFB,3,3,1,abc', null],
    ['one past the end', '^GFB,9,9,1,abc^FS', 'count-past-end'],
    ['one that is too small', '^GFB,2,2,1,abc^FS', 'count-too-small'],
    ['two sizes', '^GFB,2,3,1,abc^FS', 'two-sizes'],
    ['none', '^GFB,,3,1,abc^FS', 'unreadable-count'],
    ['nothing behind it', '^GFB', 'unreadable-count'],
    ['one split by a line break', '^GFB,\r\n3,3,1,abc^FS', 'unreadable-count'],
    ['a blank before the kind', '^GF B,3,3,1,abc^FS', 'unreadable-count'],
    ['nought', '^GFB,0,0,1,^FS', 'count-out-of-range'],
    ['one over the printer’s limit', '^GFC,100000,3,1,abc^FS', 'count-out-of-range'],
    ['compressed data of another size than the picture', '^GFC,3,900,1,abc^FS', null],
    ['hexadecimal text', '^GFA,3,3,1,abc^FS', 'no payload'],
  ])('%s', (_, piece, fault) => {
    expect(faultOf(label(piece))?.replace('zpl.finding.', '') ?? null).toBe(fault);
  });
});

describe('ZPL tokens: any bytes', () => {
  it('are in exactly one token each, in order', () => {
    fc.assert(
      fc.property(fc.oneof(anyBytes, anyLabel, cutLabel), (bytes) => {
        let at = 0;
        for (const token of tokensOf(bytes)) {
          expect(token.start).toBe(at);
          expect(token.end).toBeGreaterThan(at);
          if (token.kind === 'command') {
            expect(token.parameters).toBeGreaterThan(token.start);
            expect(token.parameters).toBeLessThanOrEqual(token.end);
          }
          at = token.end;
        }
        expect(at).toBe(bytes.length);
      }),
    );
  });

  it('in a binary graphic of the right count are never commands', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (payload) => {
        const bytes = label('^XA', binaryGraphic(payload), binaryGraphic(payload), '^XZ');
        expect(commands(bytes)).toEqual(['^XA', '^FO', '^GF', '^FS', '^FO', '^GF', '^FS', '^XZ']);
      }),
    );
  });
});
