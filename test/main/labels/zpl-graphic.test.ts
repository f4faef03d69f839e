import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyImage, type OneBitImage } from '../../../src/main/labels/raster-image.ts';
import { acs, crc16, graphicFormat, z64 } from '../../../src/main/labels/zpl-graphic.ts';
import { decodeAcs, decodeZ64, graphicsOf } from './zpl-graphic-decoder.ts';

/** Rows as labels have them: noise, white, black, runs of any length, and rows like the one above. */
const anyImage = fc
  .record({ rowBytes: fc.integer({ min: 1, max: 250 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ rowBytes, height }) => {
    const noise = fc.uint8Array({ minLength: rowBytes, maxLength: rowBytes });
    const flat = fc.constantFrom(0x00, 0xff, 0x0f, 0xf0, 0xaa).map((byte) => new Uint8Array(rowBytes).fill(byte));
    const runs = fc
      .tuple(noise, fc.nat(rowBytes), fc.nat(rowBytes), fc.constantFrom(0, 0xff))
      .map(([row, from, to, byte]) => row.fill(byte, Math.min(from, to), Math.max(from, to)));
    const row = fc.oneof(noise, flat, runs, fc.constant(null));
    return fc.array(row, { minLength: height, maxLength: height }).map((rows): OneBitImage => {
      const image = emptyImage(rowBytes * 8, height);
      rows.forEach((bytes, y) => {
        const above = image.bytes.subarray((y - 1) * rowBytes, y * rowBytes);
        image.bytes.set(bytes ?? (y === 0 ? [] : above), y * rowBytes);
      });
      return image;
    });
  });

describe('ZPL graphic: packed for a printer', () => {
  it('is decoded from ACS bit for bit, whatever it shows', () => {
    fc.assert(
      fc.property(anyImage, (image) => {
        expect(decodeAcs(acs(image), image.rowBytes)).toEqual(Buffer.from(image.bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('is decoded from Z64 bit for bit, with a correct checksum', () => {
    fc.assert(
      fc.property(anyImage, ({ bytes }) => {
        expect(decodeZ64(z64(bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each([
    ['one byte of each digit', [0x12, 0x34], '1234'],
    ['pairs are not counted', [0x11, 0x22], '1122'],
    ['three equal digits are counted', [0x11, 0x12], 'I12'],
    ['white to the end of the row', [0x10, 0x00], '1,'],
    ['black to the end of the row', [0x0f, 0xff], '0!'],
    ['a white row', [0x00, 0x00], ','],
  ])('is compressed to ACS as the guide describes: %s', (_what, bytes, expected) => {
    expect(acs({ rowBytes: 2, height: 1, bytes: Uint8Array.from(bytes) })).toBe(expected);
  });

  it('has the ACS counts of the ZPL guide: M for 7, g for 20, h for 40, z for 400, zzS for 813', () => {
    const counted = (digits: number): string => {
      const row = `${'7'.repeat(digits)}${digits % 2 ? '' : '1'}1`;
      return acs({ rowBytes: row.length / 2, height: 1, bytes: Buffer.from(row, 'hex') }).replace(/1+$/, '');
    };
    expect([7, 19, 20, 40, 400, 401, 813].map(counted)).toEqual(['M7', 'Y7', 'g7', 'h7', 'z7', 'zG7', 'zzS7']);
  });

  it('repeats a row with one ACS character', () => {
    expect(acs({ rowBytes: 1, height: 4, bytes: Uint8Array.of(0x5a, 0x5a, 0x5a, 0) })).toBe('5A::,');
  });

  it('has the checksum CRC-16/XMODEM', () => {
    expect([crc16('123456789'), crc16(''), crc16('A')]).toEqual([0x31c3, 0, 0x58e5]);
  });

  it('is in one format, which sets its size and resets the settings of the previous label', () => {
    const image = emptyImage(12, 2);
    image.bytes.set([0xff, 0xf0, 0x80, 0x10]);
    const format = graphicFormat(image, { width: 812, length: 1219 }, 'acs');
    expect(format).toBe('^XA^PW812^LL1219^LH0,0^PON^PMN^LRN^MCY^FO0,0^GFA,4,4,2,IF,801,^FS^XZ');
    expect(graphicsOf(Buffer.from(format))).toEqual([
      { width: 812, length: 1219, rowBytes: 2, bytes: Buffer.from(image.bytes) },
    ]);
  });
});
