import { describe, expect, it } from 'vitest';
import { carriesCode } from '../../../src/main/zpl/bar-code-fields.ts';
import { binaryGraphic, label } from './label-pieces.ts';

const code = 'PKB7H2M9K4T8W3X6C5R1';

describe('label codes: a label carries a code', () => {
  it.each([
    ['in Code 128', `^XA^FO1,1^BY3^BCN,100,Y,N,N^FD${code}^FS^XZ`],
    ['with a subset named', `^XA^FO1,1^BCN,100^FD>:${code}^FS^XZ`],
    ['with a subset changed in its middle', `^XA^FO1,1^BCN,100^FD>:PKB7H2M9K4T8W3X6C>5>65R1^FS^XZ`],
    ['in a variable field', `^XA^FO1,1^BCN,142,N,N,N,A^FV${code}^FS^XZ`],
    ['in lower case commands', `^xa^fo1,1^bcn,100^fd${code}^fs^xz`],
    ['among other data of a QR code', `^XA^FO1,1^BQN,2,5^FDLA,{"parcel":"${code}"}^FS^XZ`],
    ['in Data Matrix', `^XA^FO1,1^BXN,6,200^FD${code}^FS^XZ`],
    ['in Aztec and PDF417', `^XA^FO1,1^B0N,5^FDx^FS^FO1,1^B7N,5^FDx${code}y^FS^XZ`],
    ['by hexadecimal escapes', `^XA^FO1,1^BCN,100^FH^FD_50K_42${code.slice(3)}^FS^XZ`],
    ['by escapes with another character', `^XA^FO1,1^BCN,100^FH\\^FWN^FD\\50KB${code.slice(3)}^FS^XZ`],
    ['broken over lines', `^XA^FO1,1^BCN,100^FD${code.slice(0, 9)}\r\n${code.slice(9)}^FS^XZ`],
    ['where the bar code command comes before other commands', `^XA^BCN,100^FO1,1^FR^FD${code}^FS^XZ`],
    ['by a field number', `^XA^FO1,1^BCN,100^FN1^FS^FO1,200^FDtext^FS^FN1^FD${code}^FS^XZ`],
    ['by a field number in a stored format', `^XA^DFR:A^FS^BCN^FN7^FS^XZ^XA^XFR:A^FS^FN7^FD${code}^FS^XZ`],
    ['without the field’s end', `^XA^FO1,1^BCN,100^FD${code}`],
    ['where the field before it was not ended', `^XA^FO1,1^FDtext^FO1,1^BCN,100^FD${code}^XZ`],
  ])('%s', (_, source) => {
    expect(carriesCode(label(source), code)).toBe(true);
  });

  it.each([
    ['as text alone', `^XA^FO1,1^A0N,30,30^FD${code}^FS^XZ`],
    ['as text beside another bar code', `^XA^BCN^FDother^FS^FO1,1^FD${code}^FS^XZ`],
    ['in a comment', `^XA^BCN^FX${code}^FS^XZ`],
    ['as text behind a bar code without its end', `^XA^FO1,1^BCN^FDother^FO1,200^FD${code}^FS^XZ`],
    ['in another case', `^XA^BCN^FD${code.toLowerCase()}^FS^XZ`],
    ['in part', `^XA^BCN^FD${code.slice(1)}^FS^XZ`],
    ['by a field number that is not a bar code', `^XA^FO1,1^BCN^FN1^FS^FN2^FD${code}^FS^XZ`],
    ['behind ^BY alone, which is not a bar code', `^XA^BY3^FD${code}^FS^XZ`],
    ['escaped, where no escapes are read', `^XA^BCN^FD_50KB${code.slice(3)}^FS^XZ`],
    ['nowhere', ''],
  ])('not %s', (_, source) => {
    expect(carriesCode(label(source), code)).toBe(false);
  });

  it('not in a binary graphic', () => {
    expect(carriesCode(label('^XA', binaryGraphic(label(`^BCN^FD${code}^FS`)), '^XZ'), code)).toBe(false);
  });

  it('never if the code is empty', () => {
    expect(carriesCode(label('^XA^BCN^FDx^FS^XZ'), '')).toBe(false);
  });

  it('with characters that Code 128 data cannot hold, as a scanner reads them', () => {
    expect(carriesCode(label('^XA^BCN^FD>:A>0B><C>=D>8E^FS^XZ'), 'A>B^C~DE')).toBe(true);
  });

  it('with letters beyond ASCII, compared as the label’s UTF-8', () => {
    const bytes = label('^XA^CI28^BXN^FH^FDZ_C3_9CRICH^FS^XZ');
    expect(carriesCode(bytes, 'ZÜRICH')).toBe(true);
  });
});
