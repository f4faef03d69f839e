import type { HeldReason, PrinterWarning } from '../../../shared/printing/printer.ts';
import { frames, printable } from './printer-channel.ts';

/** The error and warning flags of a printer. */
export interface ErrorFlags {
  readonly reasons: readonly HeldReason[];
  readonly warnings: readonly PrinterWarning[];
  /** Null where the reply does not contain it. */
  readonly paused: boolean | null;
  /** The reply, printable. */
  readonly raw: string;
}

/** Group 1 of the errors (ZPL Programming Guide, ~HQ, "Error Flags"). Bits from 0x1000 up exist on one kiosk printer only. */
const errorBits: readonly (readonly [bit: number, reason: HeldReason])[] = [
  [0x1, 'paper out'],
  [0x2, 'ribbon out'],
  [0x4, 'head open'],
  [0x8, 'cutter fault'],
  [0x10, 'too hot'],
  [0x20, 'too hot'],
  [0x40, 'head fault'],
  [0x80, 'head fault'],
  [0x200, 'head fault'],
  [0x10000, 'paused'],
];
const namedErrors = errorBits.reduce((bits, [bit]) => bits | bit, 0);

const warningBits: readonly (readonly [bit: number, warning: PrinterWarning])[] = [
  [0x1, 'calibrate the media'],
  [0x2, 'clean the head'],
  [0x4, 'replace the head'],
  [0x8, 'paper near its end'],
];

const group = String.raw`(\d)\s+([0-9A-F]{8})\s+([0-9A-F]{8})`;
const errorFlagsPattern = new RegExp(String.raw`ERRORS:\s*${group}[\s\S]*?WARNINGS:\s*${group}`, 'gi');

/** Reads the last whole `~HQES` reply in the text; null where there is none. White space between its parts varies. */
export function readErrorFlags(text: string): ErrorFlags | null {
  const match = [...text.matchAll(errorFlagsPattern)].at(-1);
  return match ? flagsOf(match[0], match.slice(1), null) : null;
}

const systemStatusPattern = /(\d),(\d),([0-9A-F]{8}),([0-9A-F]{8}),(\d),([0-9A-F]{8}),([0-9A-F]{8})/gi;

/**
 * Reads the last complete `zpl.system_status` in the text: paused, then flag, group 2 and group 1 of the errors, then of the warnings.
 * The guide shows it quoted as a whole and with each part quoted.
 */
export function readSystemStatus(text: string): ErrorFlags | null {
  const match = [...text.replaceAll(/["\s]/g, '').matchAll(systemStatusPattern)].at(-1);
  return match ? flagsOf(match[0], match.slice(2), match[1] !== '0') : null;
}

/** `parts`: flag, group 2, group 1 of the errors, then of the warnings. */
function flagsOf(reply: string, parts: readonly (string | undefined)[], paused: boolean | null): ErrorFlags {
  const [errorFlag, errors2 = '', errors1 = '', , , warnings1 = ''] = parts;
  const errors = Number.parseInt(errors1, 16);
  const warnings = Number.parseInt(warnings1, 16);
  const reasons = new Set(errorBits.filter(([bit]) => errors & bit).map(([, reason]) => reason));
  const hasUnnamed = (errors & ~namedErrors) !== 0 || Number.parseInt(errors2, 16) !== 0;
  if (hasUnnamed || (errorFlag !== '0' && reasons.size === 0)) reasons.add('printer error');
  if (paused) reasons.add('paused');
  return {
    reasons: [...reasons],
    warnings: warningBits.filter(([bit]) => warnings & bit).map(([, warning]) => warning),
    paused,
    raw: printable(reply, 200),
  };
}

/** The content of a `~HS` reply. */
export interface HostStatus {
  readonly reasons: readonly HeldReason[];
  /** Formats in the receive buffer; null where the field is not a number. */
  readonly formatsInPrinter: number | null;
  /** Labels left of the current format; null where the field is not a number. */
  readonly labelsInPrinter: number | null;
  readonly partialFormat: boolean;
  /** The reply as printable text, without the password in its third string. */
  readonly raw: string;
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
 * Reads the last complete `~HS` reply in the text: three strings, split on commas, because widths differ between printers. Null where
 * there is none, or a flag is not a number. The "under temperature" flag is ignored: the printer warms up by printing.
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
  const flags: readonly (readonly [reported: string | undefined, reason: HeldReason | null])[] = [
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
  if (!flags.every(([reported]) => countOf(reported) !== null)) return null;
  return {
    reasons: flags.flatMap(([reported, reason]) => (reason && countOf(reported) ? [reason] : [])),
    formatsInPrinter: countOf(one[first.formats]),
    labelsInPrinter: countOf(two[second.labels]),
    partialFormat: countOf(one[first.partialFormat]) !== 0,
    raw: printable(`${one.join(',')} ${two.join(',')} ****`, 300),
  };
}

const countOf = (field: string | undefined): number | null =>
  field !== undefined && /^\d{1,9}$/.test(field) ? Number(field) : null;
