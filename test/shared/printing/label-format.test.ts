import { describe, expect, it } from 'vitest';
import { labelFormat, printableFormat } from '../../../src/shared/printing/label-format.ts';

const mark = '\u00ef\u00bb\u00bf';

describe('label format', () => {
  it.each([
    ['a label', '^XA^FDx^FS^XZ', 'zpl'],
    ['a label after blanks', '\r\n \t^XA^XZ', 'zpl'],
    ['a label in small letters', '^xa^xz', 'zpl'],
    ['a label after a byte order mark', `${mark}^XA^XZ`, 'zpl'],
    ['a label after a byte order mark and blanks', `${mark}\r\n^XA^XZ`, 'zpl'],
    ['a picture sent ahead of its label', `~DGR:LOGO.GRF,8,1,FF00FF00FF00FF00\n^XA^XGR:LOGO.GRF^FS^XZ`, 'zpl'],
    ['a setting ahead of the label', '^CI28^XA^XZ', 'zpl'],
    ['the preamble of ZebraDesigner', 'CT~~CD,~CC^~CT~\r\n^XA^XZ', 'zpl'],
    ['the preamble of ZebraDesigner with its first byte', '\u0010CT~~CD,~CC^~CT~\r\n^XA^XZ', 'zpl'],
    ['the preamble of ZebraDesigner after a byte order mark', `${mark}CT~~CD,~CC^~CT~^XA^XZ`, 'zpl'],
    ['the preamble of ZebraDesigner alone', 'CT~~CD,~CC^~CT~', 'unknown'],
    ['a part of the preamble', 'CT~~CD,^XA^XZ', 'unknown'],
    ['a format begun by control bytes', '\u0002^FDx^FS\u0003', 'zpl'],
    ['commands that begin no label', '~JA^CI28', 'unknown'],
    ['a label begun after 64 KB', `~DG${'0'.repeat(64 * 1024)}^XA`, 'unknown'],
    ['a PDF', '%PDF-1.4\n%\u00e2\u00e3', 'pdf'],
    ['a PDF after a line break', '\n%PDF-1.4', 'pdf'],
    ['a PDF after a byte order mark', `${mark}%PDF-1.7`, 'pdf'],
    ['text that mentions a PDF', 'Your label: %PDF-1.4', 'unknown'],
    ['text that mentions a label', 'Your label: ^XA^XZ', 'unknown'],
    ['a web page', '<html>^XA</html>', 'html'],
    ['a web page after a byte order mark', `${mark}\n<!DOCTYPE html><title>Sign in</title>`, 'html'],
    ['an XML document that is no page', '<Error><Code>AccessDenied</Code></Error>', 'unknown'],
    ['a picture', '\u0089PNG\r\n', 'unknown'],
    ['nothing', '', 'empty'],
    ['blanks and a byte order mark', `${mark} \r\n`, 'empty'],
  ])('of %s', (_what, text, format) => {
    expect(labelFormat(Buffer.from(text, 'latin1'))).toBe(format);
    expect(printableFormat(Buffer.from(text, 'latin1'))).toBe(
      format === 'zpl' || format === 'pdf' ? format : 'unknown',
    );
  });

  it('is recognised in a part of a larger buffer', () => {
    const bytes = new Uint8Array(Buffer.from('xxxx%PDF-1.4')).subarray(4);
    expect(labelFormat(bytes)).toBe('pdf');
  });
});
