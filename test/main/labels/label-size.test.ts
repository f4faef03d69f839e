import { describe, expect, it } from 'vitest';
import { pictureSize } from '../../../src/main/labels/label-size.ts';

describe('the size of a label’s picture', () => {
  it('is 4x6 inches, also where the label is narrower or shorter', () => {
    const usual = { widthMm: 101.625, heightMm: 152.5 };
    expect(pictureSize('^XA^FDlabel^FS^XZ')).toEqual(usual);
    expect(pictureSize('^XA^PW400^LL600^XZ')).toEqual(usual);
  });

  it('grows with a longer label or one made for 300 dpi, so that nothing is clipped', () => {
    expect(pictureSize('^XA^PW1200^LL1800^XZ')).toEqual({ widthMm: 150, heightMm: 225 });
    expect(pictureSize('^XA^LL1624^XZ')).toMatchObject({ heightMm: 203 });
  });

  it('stays within bounds whatever the label says', () => {
    expect(pictureSize('^XA^PW999999^LL999999^XZ')).toEqual({ widthMm: 152.5, heightMm: 228.625 });
  });
});
