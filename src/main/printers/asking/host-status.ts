import type { HeldReason } from '../../../shared/printer.ts';
import { frames, printable } from './reply-text.ts';

/** What a `~HS` reply says. */
export interface HostStatus {
  readonly reasons: readonly HeldReason[];
  /** Formats in its receive buffer; null where that is no number. */
  readonly formatsInPrinter: number | null;
  /** Labels left of the format in work; null where that is no number. */
  readonly labelsInPrinter: number | null;
  readonly partialFormat: boolean;
  /** What it said, printable; without the password that its third string holds. */
  readonly words: string;
}

/** Places in the first and the second string (ZPL Programming Guide, ~HS). */
const first = {
  paperOut: 1,
  paused: 2,
  formats: 4,
  bufferFull: 5,
  diagnosticMode: 6,
  partialFormat: 7,
  corruptMemory: 9,
  tooHot: 11,
};
const second = { headOpen: 2, ribbonOut: 3, labelNotTaken: 7, labels: 8 };

/**
 * Reads the last whole `~HS` reply in the text: three strings, split on commas, since widths differ between printers. Null where
 * there is none, or where a flag is no number: half an answer is no answer. Its "under temperature" flag holds nothing: such a
 * printer warms up by printing.
 */
export function readHostStatus(text: string): HostStatus | null {
  const strings = frames(text).map((frame) => frame.split(',').map((field) => field.trim()));
  const at = strings.findLastIndex(
    (fields, index) =>
      fields.length >= 12 && (strings[index + 1]?.length ?? 0) >= 9 && strings[index + 2] !== undefined,
  );
  const [one, two] = strings.slice(at, at + 2);
  return at < 0 || !one || !two ? null : hostStatusOf(one, two);
}

function hostStatusOf(one: readonly string[], two: readonly string[]): HostStatus | null {
  const flags: readonly (readonly [told: string | undefined, reason: HeldReason | null])[] = [
    [one[first.paperOut], 'paper out'],
    [two[second.ribbonOut], 'ribbon out'],
    [two[second.headOpen], 'head open'],
    [one[first.tooHot], 'too hot'],
    [one[first.corruptMemory], 'printer error'],
    [one[first.paused], 'paused'],
    [two[second.labelNotTaken], 'label not taken'],
    [one[first.diagnosticMode], 'diagnostic mode'],
    [one[first.bufferFull], 'buffer full'],
    [one[first.partialFormat], null],
  ];
  if (!flags.every(([told]) => countOf(told) !== null)) return null;
  return {
    reasons: flags.flatMap(([told, reason]) => (reason && countOf(told) ? [reason] : [])),
    formatsInPrinter: countOf(one[first.formats]),
    labelsInPrinter: countOf(two[second.labels]),
    partialFormat: countOf(one[first.partialFormat]) !== 0,
    words: printable(`${one.join(',')} ${two.join(',')} ****`, 300),
  };
}

const countOf = (field: string | undefined): number | null =>
  field !== undefined && /^\d{1,9}$/.test(field) ? Number(field) : null;
