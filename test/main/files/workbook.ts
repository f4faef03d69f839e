import { strToU8, zipSync } from 'fflate';

/** One cell as the file stores it: the text of a number, a text, a date as a serial number, or an empty cell. */
export type CellOfSheet =
  | { number: string }
  | { day: number }
  | { shared: number }
  | { isTrue: boolean }
  | string
  | null;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A small .xlsx file with everything such a file needs; the first sheet holds the rows, a second one something else. */
export function workbook(rows: readonly (readonly CellOfSheet[])[], shared: readonly string[] = []): Uint8Array {
  return zipSync(workbookParts(rows, shared));
}

/** The parts, so that a test can damage one. */
export function workbookParts(
  rows: readonly (readonly CellOfSheet[])[],
  shared: readonly string[] = [],
): Record<string, Uint8Array> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId4', 'styles', 'styles.xml'],
    ]
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    // The second style is a day.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheet(rows),
    'xl/worksheets/sheet2.xml': sheet([['Only a note']]),
  };
  return Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(head + text)]));
}

function sheet(rows: readonly (readonly CellOfSheet[])[]): string {
  const lines = rows.map((cells, row) =>
    cells.length === 0
      ? ''
      : `<row r="${row + 1}">${cells.map((cell, place) => cellXml(cell, `${columnName(place)}${row + 1}`)).join('')}</row>`,
  );
  return `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: CellOfSheet, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('number' in cell) return `<c r="${at}"><v>${cell.number}</v></c>`;
  if ('day' in cell) return `<c r="${at}" s="1"><v>${cell.day}</v></c>`;
  if ('shared' in cell) return `<c r="${at}" t="s"><v>${cell.shared}</v></c>`;
  return `<c r="${at}" t="b"><v>${cell.isTrue ? 1 : 0}</v></c>`;
}

/** A, B, … Z, AA, AB, … */
function columnName(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnName(Math.floor(place / 26) - 1) + last;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
