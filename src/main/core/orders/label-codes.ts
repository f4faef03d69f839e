import { printableFormat } from '../../../shared/printing/label-format.ts';
import { fieldTexts } from '../../zpl/bar-code-fields.ts';
import { tokensOf } from '../../zpl/tokens.ts';
import type { LabelPictures } from '../ports/printing.ts';

/** A label, and the custom codes of its order that it carries. */
export interface LabelCodes {
  labelId: number;
  carries: readonly string[];
}

/**
 * The parcels that the labels themselves name: a label that carries exactly one code of the order, which no other label carries.
 * @param labels all unassigned labels of the order
 */
export function namedByLabels(labels: readonly LabelCodes[]): { labelId: number; code: string }[] {
  return labels.flatMap(({ labelId, carries }) => {
    const [code, ...others] = carries;
    if (code === undefined || others.length > 0) return [];
    const carriers = labels.filter((label) => label.carries.includes(code));
    return carriers.length === 1 ? [{ labelId, code }] : [];
  });
}

/**
 * Which of the codes a label carries, in its bar codes or its text; null where it cannot be read. Bar codes drawn as graphics, and those
 * of a PDF, are read from its picture, which takes seconds.
 */
export async function codesOnLabel(
  label: { sha256: string; bytes: Uint8Array },
  codes: readonly string[],
  pictures: Pick<LabelPictures, 'barCodes'>,
): Promise<string[] | null> {
  const format = printableFormat(label.bytes);
  if (format === 'unknown') return null;
  const texts = format === 'zpl' ? [...fieldTexts(label.bytes)] : [];
  if (format === 'zpl' && !drawsGraphics(label.bytes)) return codesIn(texts, codes);
  const read = await pictures.barCodes({ ...label, format });
  return read.ok ? codesIn([...texts, ...read.value.map(({ text }) => text)], codes) : null;
}

/** Commands that print an image (ZPL II Programming Guide): its bar codes are in no field. */
const graphicCommands = new Set(['^GF', '^XG', '^IM', '^IL']);

function drawsGraphics(bytes: Uint8Array): boolean {
  for (const token of tokensOf(bytes)) if (token.kind === 'command' && graphicCommands.has(token.command)) return true;
  return false;
}

/** The codes that stand in the texts as whole terms; as written, else the only one that differs in case. */
export function codesIn(texts: readonly string[], codes: readonly string[]): string[] {
  const terms = texts.flatMap((text) => text.match(/[A-Za-z0-9]+/g) ?? []);
  const found = new Set<string>();
  for (const term of terms) {
    const near = codes.filter((code) => code.toLowerCase() === term.toLowerCase());
    if (near.includes(term)) found.add(term);
    // Codes that differ in case alone are all meant, so that none is taken for the other.
    else for (const code of near) found.add(code);
  }
  return codes.filter((code) => found.has(code));
}
