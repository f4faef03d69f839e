import { describe, expect, it } from 'vitest';
import { readLabelFacts } from '../../../src/main/zpl/label-facts.ts';
import { binaryGraphic, label } from './label-pieces.ts';

const facts = (source: string) => readLabelFacts(label(source));

describe('label facts: the number of labels', () => {
  it.each([
    ['one', '^XA^FO1,1^FDx^FS^XZ', { formats: 1, drawingFormats: 1, labels: 1, highestQuantity: 1 }],
    ['copies', '^XA^FDx^FS^PQ3,0,1,Y^XZ', { formats: 1, drawingFormats: 1, labels: 3, highestQuantity: 3 }],
    ['a quantity of zero is one', '^XA^FDx^FS^PQ0,1,,N^XZ', { labels: 1, highestQuantity: 1 }],
    ['the last quantity counts', '^XA^PQ5^FDx^FS^PQ2^XZ', { labels: 2, highestQuantity: 2 }],
    ['a quantity applies to its own format', '^XA^FDx^FS^PQ3^XZ^XA^FDy^FS^XZ', { labels: 4, highestQuantity: 3 }],
    [
      'a format with settings only',
      '^XA^MCY^PQ9^XZ^XA^FDx^FS^XZ^XA^IDR:A.GRF^FS^XZ',
      { formats: 3, drawingFormats: 1, labels: 1, highestQuantity: 1 },
    ],
    ['blank data draws nothing', '^XA^FD  ^FS^XZ', { drawingFormats: 0, labels: 0 }],
    [
      'a stored format prints when recalled',
      '^XA^DFR:A.ZPL^FS^FDx^FN1^FS^XZ^XA^XFR:A.ZPL^FS^FN1^FDx^FS^XZ',
      { formats: 2, drawingFormats: 1, labels: 1 },
    ],
    ['a format saved as a picture, not printed', '^XA^FDx^FS^ISR:A.GRF,N^XZ^XA^ILR:A.GRF^FS^XZ', { drawingFormats: 1 }],
    ['a format saved as a picture, and printed', '^XA^FDx^FS^ISR:A.GRF,Y^XZ', { drawingFormats: 1 }],
    ['a format begun twice', '^XA^LL1200^XA^FDx^FS^XZ', { formats: 1, labels: 1 }],
    ['an end twice', '^XA^FDx^FS^XZ^XZ', { formats: 1, labels: 1 }],
    ['nothing', '', { formats: 0, drawingFormats: 0, labels: 0, highestQuantity: 1 }],
  ])('%s', (_, source, expected) => {
    expect(facts(source)).toMatchObject(expected);
  });
});

describe('label facts: begin and end', () => {
  it.each([
    ['^XA^FDx^FS^XZ\r\n', true, false],
    ['\u00ef\u00bb\u00bf\r\n^xa^FDx^FS^xz', true, false],
    ['^XA^FDx^FS', true, true],
    ['^XA^FDx^FS^XZ^XA', true, true],
    ['^XA^FDx^F', true, true],
    ['^CI28^XA^FDx^FS^XZ', false, false],
    ['~DGR:A.GRF,1,1,FF^XA^XZ', false, false],
    ['no label', false, false],
  ])('%j', (source, beginsWithFormat, endsInsideFormat) => {
    expect(facts(source)).toMatchObject({ beginsWithFormat, endsInsideFormat });
  });

  it('an end inside a binary graphic is data', () => {
    const bytes = label('^XA', binaryGraphic(label('^XZ')));
    expect(readLabelFacts(bytes)).toMatchObject({ formats: 1, labels: 1, endsInsideFormat: true });
  });
});

describe('label facts: the resolution a label was made for', () => {
  const byWidth = (value: number) => ({ value, from: 'print width' });
  const byLargestX = (value: number) => ({ value, from: 'largest x' });

  it.each([
    ['4 inches at 203 dpi by ^PW', '^XA^PW812^FO10,10^FDx^FS^XZ', byWidth(8)],
    ['4 inches at 300 dpi by ^PW', '^XA^PW1218^FO10,10^FDx^FS^XZ', byWidth(12)],
    ['4 inches at 600 dpi by ^PW', '^XA^PW2436^FO10,10^FDx^FS^XZ', byWidth(24)],
    ['a narrow width proves nothing', '^XA^PW480^FO10,10^GB780,3,3^FS^XZ', null],
    ['no ^PW: a line across', '^XA^FO20,10^GB780,3,3^FS^XZ', byLargestX(8)],
    ['no ^PW: a line across, from home', '^XA^LH20,10^FO1,10^GB816,3,3^FS^XZ', byLargestX(8)],
    ['no ^PW: a frame', '^XA^FO20,20^GB1180,1780,4^FS^XZ', byLargestX(12)],
    ['no ^PW: a picture', '^XA^FO0,0^GFA,1800,1800,150,00^FS^XZ', byLargestX(12)],
    ['no ^PW: a binary picture', '^XA^FO0,0^GFB,100,100,100,x^FS^XZ', byLargestX(8)],
    ['no ^PW: a text far right', '^XA^FO1150,20^FDx^FS^XZ', byLargestX(12)],
    [
      'no ^PW: a line over the edge, and a text where it should end',
      '^XA^FO15,95^GB985,2,2^FS^FO749,20^FDx^FS^XZ',
      byLargestX(8),
    ],
    ['a narrow label proves nothing', '^XA^FO20,20^GB400,300,3^FS^FO300,20^FDx^FS^XZ', null],
    ['between the two proves nothing', '^XA^FO20,20^GB960,300,3^FS^XZ', null],
    ['an empty field proves nothing', '^XA^FO1150,20^FD ^FS^XZ', null],
    ['a right-justified field ends at its position', '^XA^FO1150,20,1^GB600,20,20^FS^XZ', byLargestX(12)],
    ['^JMB, which halves the dots', '^XA^JMB^PW406^FDx^FS^XZ', byWidth(4)],
    ['^JMB at 300 dpi', '^XA^JMB^FO1,1^GB600,100,3^FS^XZ', byLargestX(6)],
    ['a converted resolution is still in dots', '^XA^MUD^PW812^FDx^FS^XZ', byWidth(8)],
    ['millimetres fit every resolution', '^XA^MUM^PW812^FO1,1^GB100,1,1^FS^XZ', null],
    ['nothing', '', null],
  ])('%s', (_, source, expected) => {
    expect(facts(source).dotsPerMillimetre).toEqual(expected);
  });
});

describe('label facts: the size of a label', () => {
  it.each([
    ['by ^PW and ^LL', '^XA^PW812^LL1218^FO10,10^FDx^FS^XZ', 812, 1218],
    ['by ^PW and ^LL with leading zeros', '^XA^PW0812^LL0959^FDx^FS^XZ', 812, 959],
    ['by what is drawn, without ^PW and ^LL', '^XA^FO20,30^GB700,1100,4^FS^XZ', 720, 1130],
    ['fractions of a dot are rounded up', '^XA^FO18.64,81.5^GB743.07,1102.62,1.76,B^FS^XZ', 762, 1185],
    ['by what is drawn, where that is longer', '^XA^PW812^LL200^FO20,30^GB700,1100,4^FS^XZ', 812, 1130],
    ['a bar code’s height', '^XA^BY3,2,170^FO20,1000^B3N,N,,N,N^FDx^FS^XZ', 20, 1170],
    ['a bar code’s own height', '^XA^FO20,1000^BCN,200^FDx^FS^XZ', 20, 1200],
    ['a rotated bar code', '^XA^FWR^FO600,1000^BC,200^FDx^FS^XZ', 800, 1000],
    ['^FT is on its baseline', '^XA^FT20,1000^GB700,900,4^FS^XZ', 720, 1000],
    ['a circle', '^XA^FO20,30^GC100,3^FS^XZ', 120, 130],
    ['millimetres are unknown', '^XA^MUM^PW100^LL150^FO1,1^GB90,90,1^FS^XZ', null, null],
    ['nothing', '', null, null],
  ])('%s', (_, source, widthDots, lengthDots) => {
    expect(facts(source)).toMatchObject({ widthDots, lengthDots });
  });
});
