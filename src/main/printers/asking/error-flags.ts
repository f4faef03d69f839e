import type { HeldReason } from '../../../shared/printer.ts';
import type { PrinterWarning } from '../../../shared/printer-status.ts';
import { printable } from './reply-text.ts';

/** What the flags of a printer say. */
export interface ErrorFlags {
  readonly reasons: readonly HeldReason[];
  readonly warnings: readonly PrinterWarning[];
  /** Null where the answer does not speak of it. */
  readonly paused: boolean | null;
  /** What it said, printable. */
  readonly words: string;
}

/** Group 1 of the errors (ZPL Programming Guide, ~HQ, "Error Flags"). Bits from 0x1000 up exist on one kiosk printer alone. */
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
const errorFlagsReply = new RegExp(String.raw`ERRORS:\s*${group}[\s\S]*?WARNINGS:\s*${group}`, 'gi');

/** Reads the last whole `~HQES` reply in the text; null where there is none. White space between its parts varies. */
export function readErrorFlags(text: string): ErrorFlags | null {
  const match = [...text.matchAll(errorFlagsReply)].at(-1);
  return match ? flagsOf(match[0], match.slice(1), null) : null;
}

const systemStatusReply = /(\d),(\d),([0-9A-F]{8}),([0-9A-F]{8}),(\d),([0-9A-F]{8}),([0-9A-F]{8})/gi;

/**
 * Reads the last whole `zpl.system_status` in the text: paused, then flag, group 2 and group 1 of the errors, then of the warnings.
 * The guide shows it quoted as a whole, and each part by itself.
 */
export function readSystemStatus(text: string): ErrorFlags | null {
  const match = [...text.replaceAll(/["\s]/g, '').matchAll(systemStatusReply)].at(-1);
  return match ? flagsOf(match[0], match.slice(2), match[1] !== '0') : null;
}

/** `parts`: flag, group 2, group 1 of the errors, then of the warnings. */
function flagsOf(said: string, parts: readonly (string | undefined)[], paused: boolean | null): ErrorFlags {
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
    words: printable(said, 200),
  };
}
