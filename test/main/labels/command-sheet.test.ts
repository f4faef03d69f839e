import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { code128Widths } from '../../../src/main/labels/code-128.ts';
import { commandLabels, commandSheetPdf, commandTexts, testCardLabel } from '../../../src/main/labels/command-sheet.ts';
import { drawFirstPage, loadPdfRenderer } from '../../../src/main/labels/pdf-renderer.ts';
import type { GrayImage } from '../../../src/main/labels/raster-image.ts';
import { loadZplRenderer } from '../../../src/main/labels/zpl-renderer.ts';
import { writeCommandSheet } from '../../../src/main/station/command-barcode-calls.ts';
import { testCardText } from '../../../src/shared/scanning/scanner-test.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { itInLongRun } from '../../helpers/test-length.ts';
import { readCodes } from '../practice/bar-code-reader.ts';

const opened = closedAfterEach();
const sheet = { stationName: 'Packbänk 7 ، الشارقة', key: 'BCDF' };
/** The reader shows a group separator like this. */
const testCard = `Code128 ${testCardText.replace('\x1d', '<GS>')}`;
const expected = [...Object.values(commandTexts(sheet.key)).map((text) => `Code128 ${text}`), testCard].sort();
const codesOf = ({ width, height, pixels }: GrayImage) => readCodes({ width, height, dots: pixels });

describe('command sheet', () => {
  it('as a page has every card of the site, readable from a print at 203 dpi', async () => {
    const drawn = await drawFirstPage(await loadPdfRenderer(), await commandSheetPdf(sheet), 8);
    expect([drawn.width, drawn.height].map((dots) => Math.round(dots / 8))).toEqual([210, 297]);
    expect(await codesOf(drawn)).toEqual(expected);
  });

  itInLongRun('as labels has every card, five on each', async () => {
    const renderer = await loadZplRenderer();
    const labels = commandLabels(sheet.key);
    const codes: string[][] = [];
    for (const label of labels) codes.push(await codesOf(await renderer.draw(label, 8)));
    expect(codes.map(({ length }) => length)).toEqual([5, 5, 5, 5, 1]);
    expect(codes.flat().sort()).toEqual(expected);
    expect(await codesOf(await renderer.draw(testCardLabel(), 8))).toEqual([testCard]);
  });

  it('has the separator of the test card as FNC1: no longer than any other character', () => {
    const modules = (text: string) => code128Widths(text).reduce((sum, width) => sum + width, 0);
    expect(modules(testCardText) - modules(testCardText.replace('\x1d', ''))).toBe(11);
  });

  it('is written as the ending of the file says, and for no other ending', async () => {
    const folder = await opened.folder();
    const written = (name: string) => writeCommandSheet(join(folder, name), sheet);
    for (const name of ['cards.pdf', 'cards.JSON', 'cards.zpl'])
      expect(await written(name)).toMatchObject({ ok: true });
    expect((await readFile(join(folder, 'cards.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    expect(JSON.parse(await readFile(join(folder, 'cards.JSON'), 'utf8'))).toEqual(commandTexts(sheet.key));
    expect((await readFile(join(folder, 'cards.zpl'), 'utf8')).match(/\^XA/g)).toHaveLength(5);
    expect(await written('cards.txt')).toMatchObject({
      failure: { message: { code: 'command-barcodes.unknown-ending' } },
    });
    await writeFile(join(folder, 'file'), '');
    expect(await written('file/cards.pdf')).toMatchObject({
      failure: { message: { code: 'export.file-not-written' } },
    });
  });
});
