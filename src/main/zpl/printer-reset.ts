import type { LabelFacts } from '../../shared/printing/label-inspection.ts';

/**
 * Settings that a label leaves in the printer, at their values at power-up (programming guide, each on its own page; "once issued,
 * the setting is retained until you turn off the printer or send a new command"). A second `^MU` ends a conversion of resolutions; `^JM`
 * must come before the first `^FS`. `^FW` is repeated with its justification, for printers that know no second parameter.
 */
const settings = '^MUD^MUD,200,200^JMA^MCY^LRN^PMN^PON^LH0,0^CI0^CVN^CFA,9,5^BY2,3,10^FWN';

/** Where the justification of `^FW` is not given: left, but for the blocks of `^TB`, which follow the script of their text. */
const leftJustified = '^FWN,0';

/** The printer's paper in millimetres, and its resolution where known. */
export interface ResetTarget {
  readonly dotsPerMillimetre: number | null;
  readonly paper: { readonly width: number; readonly length: number };
}

/**
 * The format that is sent before a label, so that no setting of an earlier label changes it. It stands before the label, because a cut
 * connection loses what stands behind it, and in a format of its own, because the label's bytes stay as they came. It has no field: a
 * format with settings only prints, feeds and counts nothing (carriers and label designers send such formats before theirs).
 *
 * The size of the paper is set too, where the label's commands may change it (`target`), the resolution is known and the label fits.
 * Other settings belong to the printer and its operator; the guard removes or reports commands that change them (command-lists.ts).
 */
export function resetBefore(facts: LabelFacts, target: ResetTarget | null): Uint8Array {
  const justification = facts.usesTextBlocks ? '' : leftJustified;
  return new TextEncoder().encode(`^XA${settings}${justification}${target ? paperSize(facts, target) : ''}^XZ\r\n`);
}

/** Millimetres a label may be larger than the paper and still be meant for it. */
const tolerance = 4;

function paperSize({ dotsPerMillimetre: made, widthDots, lengthDots }: LabelFacts, target: ResetTarget): string {
  const dots = target.dotsPerMillimetre ?? made?.value;
  if (!dots) return '';
  const size = (millimetres: number, drawn: number | null): number | null => {
    const paper = Math.floor(millimetres * dots + 0.1);
    if (drawn === null || drawn <= paper) return paper;
    return drawn <= paper + tolerance * dots ? drawn : null;
  };
  const width = size(target.paper.width, widthDots);
  const length = size(target.paper.length, lengthDots);
  return width === null || length === null ? '' : `^PW${width}^LL${length}`;
}

/** The reset and the label in one piece. */
export function withReset(reset: Uint8Array, label: Uint8Array): Uint8Array {
  if (reset.length === 0) return label;
  const both = new Uint8Array(reset.length + label.length);
  both.set(reset);
  both.set(label, reset.length);
  return both;
}
