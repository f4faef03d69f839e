/** Digits a spreadsheet keeps of a number; what stands behind them is lost when it is saved. */
const keptDigits = 15;

/**
 * A number of a sheet as its digits, never as 1.2E+12. One of more than 15 digits is left in the spreadsheet's own way of writing
 * it (1.23456789012345E+15): its last digits are lost, and whoever reads it must see that. Only where the file itself holds every
 * digit, the last one no 0, it is given whole.
 * @param raw as the file has it
 */
export function numberText(raw: string): string {
  const text = raw.trim();
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  if (Math.abs(value) < 10 ** keptDigits) return plainDigits(Number(value.toPrecision(keptDigits)));
  if (/^-?\d*[1-9]$/.test(text)) return text;
  const [digits = '', power = ''] = value.toExponential(keptDigits - 1).split('e');
  return `${withoutLastZeros(digits)}E${power}`;
}

/** JavaScript itself writes what is under a millionth with an exponent. */
const plainDigits = (value: number): string =>
  Math.abs(value) < 1e-6 && value !== 0 ? withoutLastZeros(value.toFixed(20)) : String(value);

const withoutLastZeros = (digits: string): string => digits.replace(/\.?0+$/, '');
