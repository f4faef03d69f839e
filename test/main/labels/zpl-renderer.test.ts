import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertBinaryGraphics, inflatesBeyondLimit } from '../../../src/main/labels/zpl-renderer.ts';

const rewritten = (...parts: (string | Buffer)[]): string =>
  convertBinaryGraphics(Buffer.concat(parts.map((part) => Buffer.from(part)))).toString('latin1');

describe('ZPL renderer: binary graphics', () => {
  it('become hexadecimal, and what follows is unchanged', () => {
    expect(rewritten('^XA^GFB,4,4,2,', Buffer.from([0, 0xff, 0x5e, 0x0a]), '^FS^FDafter^FS^XZ')).toBe(
      '^XA^GFA,4,4,2,00FF5E0A^FS^FDafter^FS^XZ',
    );
  });

  it('are never read as commands, whatever their bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (data) => {
        const head = `^GFB,${data.length},${data.length},1,`;
        const once = rewritten('^XA', head, Buffer.from(data), '^FS', head, Buffer.from(data), '^FS^XZ');
        const hex = Buffer.from(data).toString('hex').toUpperCase();
        const drawn = `^GFA,${data.length},${data.length},1,${hex}^FS`;
        expect(once).toBe(`^XA${drawn}${drawn}^XZ`);
      }),
    );
  });

  it('that are compressed are left out', () => {
    expect(rewritten('^XA^GFC,5,99,2,', '^XZ~J', '^FS^XZ')).toBe('^XA^GFA,5,99,2,^FS^XZ');
  });

  it('that end early are drawn as far as they go', () => {
    expect(rewritten('^XA^GFB,400,400,2,', Buffer.from([1, 2]))).toBe('^XA^GFA,400,400,2,0102');
  });

  it('leave every other byte alone: hex graphics, UTF-8 text, lone high bytes', () => {
    const label = Buffer.concat([
      Buffer.from('^XA^CI28^FDčšé^FS^GFA,2,2,1,FFFF^FS\r\n'),
      Buffer.from([0xe9, 0x82]),
      Buffer.from('^XZ'),
    ]);
    expect(convertBinaryGraphics(label)).toEqual(label);
  });
});

const graphic = (bytes: number): string =>
  `^GFA,${bytes},${bytes},100,:Z64:${deflateSync(Buffer.alloc(bytes)).toString('base64')}:ABCD^FS`;

describe('ZPL renderer: compressed graphics', () => {
  it('of a whole label at 300 dpi may be drawn', () => {
    expect(inflatesBeyondLimit(`^XA${graphic(270_000)}^XZ`)).toBe(false);
  });

  it('that decompress to more than any label are refused, in one piece or in many', () => {
    expect(inflatesBeyondLimit(`^XA${graphic(20_000_000)}^XZ`)).toBe(true);
    expect(inflatesBeyondLimit(`^XA${graphic(1_000_000).repeat(5)}^XZ`)).toBe(true);
  });

  it('are found where they contain line ends or tabs', () => {
    const withLineEnds = graphic(20_000_000).replace(':Z64:', ':Z\r\n6\t4:').replaceAll('AAAA', 'AA\nAA');
    expect(inflatesBeyondLimit(`^XA${withLineEnds}^XZ`)).toBe(true);
  });

  it('are found in a stored graphic too', () => {
    expect(inflatesBeyondLimit(`~DGR:A.GRF,20000000,100,${graphic(20_000_000)}`)).toBe(true);
  });

  it('that are no graphics at all are left to the renderer', () => {
    expect(inflatesBeyondLimit('^XA^GFA,1,1,1,:Z64:bm90IHpsaWI=:0000^FS^XZ')).toBe(false);
    expect(inflatesBeyondLimit('^XA^FD:Z64:^FS^XZ')).toBe(false);
  });
});
