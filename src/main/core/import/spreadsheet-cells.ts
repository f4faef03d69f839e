/** 1.23457E+15, as spreadsheets show a long number: the digits behind are lost. */
export const looksCalculated = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(text);

/** Without what keeps spreadsheets from calculating: `="00123"`, or an apostrophe before the text. */
export function cleanCell(cell: string): string {
  const text = cell.trim();
  return (/^="(.*)"$/.exec(text)?.[1] ?? text.replace(/^'/, '')).trim();
}
