import { describe, expect, it } from 'vitest';
import { pageOnPaper } from '../../../src/main/labels/pdf-renderer.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { defaultPaper } from '../../../src/shared/printing/printer.ts';

const page = (width: number, height: number) => pageOnPaper({ width, height }, defaultPaper);

describe('PDF renderer: a page on 4x6 inch paper', () => {
  it('keeps its own size where it fits, and its white margins', () => {
    expect(page(101.6, 152.4)).toEqual({ kind: 'fits', rotated: false, scale: 1 });
    expect(page(100, 150)).toEqual({ kind: 'fits', rotated: false, scale: 1 });
    expect(page(101.6, 76.2)).toEqual({ kind: 'fits', rotated: false, scale: 1 });
  });

  it('is rotated where its orientation differs', () => {
    expect(page(152.4, 101.6)).toEqual({ kind: 'fits', rotated: true, scale: 1 });
    expect(pageOnPaper({ width: 101.6, height: 152.4 }, { width: 152.4, length: 101.6 })).toMatchObject({
      rotated: true,
    });
  });

  it('is scaled down a little where that is enough: A6', () => {
    expect(page(105, 148)).toMatchObject({ kind: 'fits', rotated: false, scale: expect.closeTo(0.968, 3) });
  });

  it('is refused where it would print small: A4, 4x8 inches', () => {
    expect(page(210, 297)).toEqual({
      kind: 'too large',
      reason: message('label.reason.page-larger-than-paper', {
        width: 210,
        length: 297,
        paperWidth: 102,
        paperLength: 152,
      }),
    });
    expect(page(101.6, 203.2)).toMatchObject({ kind: 'too large' });
  });
});
