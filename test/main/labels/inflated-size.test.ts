import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unfoldsTooFar } from '../../../src/main/labels/inflated-size.ts';

const graphic = (bytes: number): string =>
  `^GFA,${bytes},${bytes},100,:Z64:${deflateSync(Buffer.alloc(bytes)).toString('base64')}:ABCD^FS`;

describe('compressed graphics', () => {
  it('of a whole label at 300 dpi may be drawn', () => {
    expect(unfoldsTooFar(`^XA${graphic(270_000)}^XZ`)).toBe(false);
  });

  it('that unfold to more than any label are refused, in one piece or in many', () => {
    expect(unfoldsTooFar(`^XA${graphic(20_000_000)}^XZ`)).toBe(true);
    expect(unfoldsTooFar(`^XA${graphic(1_000_000).repeat(5)}^XZ`)).toBe(true);
  });

  it('are found where line ends or tabs are strewn into them', () => {
    const strewn = graphic(20_000_000).replace(':Z64:', ':Z\r\n6\t4:').replaceAll('AAAA', 'AA\nAA');
    expect(unfoldsTooFar(`^XA${strewn}^XZ`)).toBe(true);
  });

  it('are found in a stored graphic too', () => {
    expect(unfoldsTooFar(`~DGR:A.GRF,20000000,100,${graphic(20_000_000)}`)).toBe(true);
  });

  it('that are no graphics at all are left to the renderer', () => {
    expect(unfoldsTooFar('^XA^GFA,1,1,1,:Z64:bm90IHpsaWI=:0000^FS^XZ')).toBe(false);
    expect(unfoldsTooFar('^XA^FD:Z64:^FS^XZ')).toBe(false);
  });
});
