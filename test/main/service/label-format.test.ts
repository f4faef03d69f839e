import { describe, expect, it } from 'vitest';
import { labelFormat } from '../../../src/main/service/label-format.ts';

describe('what a label file is', () => {
  it.each([
    ['a label', '^XA^FDx^FS^XZ', 'zpl'],
    ['a label after blanks', '\r\n \t^XA^XZ', 'zpl'],
    ['a label in small letters', '^xa^xz', 'zpl'],
    ['a label after a byte order mark', '\u00ef\u00bb\u00bf^XA^XZ', 'zpl'],
    ['a picture sent ahead of its label', `~DGR:LOGO.GRF,8,1,FF00FF00FF00FF00\n^XA^XGR:LOGO.GRF^FS^XZ`, 'zpl'],
    ['a setting ahead of the label', '^CI28^XA^XZ', 'zpl'],
    ['commands that begin no label', '~JA^CI28', 'unknown'],
    ['a label begun after 64 KB', `~DG${'0'.repeat(64 * 1024)}^XA`, 'unknown'],
    ['a PDF', '%PDF-1.4\n%\u00e2\u00e3', 'pdf'],
    ['a PDF after blanks', '\n%PDF-1.7', 'pdf'],
    ['words that name a label', 'Your label: ^XA^XZ', 'unknown'],
    ['a web page', '<html>^XA</html>', 'unknown'],
    ['a picture', '\u0089PNG\r\n', 'unknown'],
    ['nothing', '', 'unknown'],
  ])('%s', (_what, text, format) => {
    expect(labelFormat(Buffer.from(text, 'latin1'))).toBe(format);
  });

  it('is told of a part of a larger buffer', () => {
    const bytes = new Uint8Array(Buffer.from('xxxx%PDF-1.4')).subarray(4);
    expect(labelFormat(bytes)).toBe('pdf');
  });
});
