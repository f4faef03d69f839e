import { describe, expect, it } from 'vitest';
import { labelSize } from '../../../src/main/labels/picture-messages.ts';

describe('label picture size', () => {
  it('is 4x6 inches at any resolution, also where the label is narrower or shorter', () => {
    expect(labelSize('^XA^FDlabel^FS^XZ', 8)).toMatchObject({ width: 813, height: 1220 });
    expect(labelSize('^XA^PW400^LL600^XZ', 8)).toMatchObject({ width: 813, height: 1220 });
    expect(labelSize('^XA^PW812^LL1218^XZ', 12)).toMatchObject({ width: 1220, height: 1829 });
  });

  it('grows with a longer label or one made for 300 dpi, so that nothing is clipped', () => {
    expect(labelSize('^XA^PW1200^LL1800^XZ', 8)).toEqual({ width: 1200, height: 1800, drawnHeight: 1800 });
  });

  it('extends to 4x8 inches before a label is reported as clipped', () => {
    expect(labelSize('^XA^LL1218^XZ', 8)).toMatchObject({ height: 1220, drawnHeight: 1626 });
    expect(labelSize('^XA^XZ', 12).drawnHeight).toBe(2439);
  });

  it('stays within bounds for any label', () => {
    expect(labelSize('^XA^PW999999^LL999999^XZ', 8)).toEqual({ width: 1220, height: 2439, drawnHeight: 2439 });
  });
});
