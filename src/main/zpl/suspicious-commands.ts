import { byCommand, each, type ListedCommand } from './listed-command.ts';

/** A command that reaches beyond its own label. */
export interface SuspiciousCommand extends ListedCommand {
  /** It stays even where suspicious commands are taken out, since this label would print wrong without it: it is only told. */
  readonly stays?: true;
}

const geometry = 'changes the printer’s idea of its paper for the labels after this one';
const answers = 'makes the printer answer as if this station had asked';
const usualPrefixes = 'states the characters that commands begin with, as they are anyway';

/**
 * Found in real labels, or harmless to this one; but it changes the printer for the labels after it, or needs something stored in the
 * printer. Taken out, or passed as it came, by the station's setting. What stores and recalls pictures and formats is
 * stored-objects.ts; how many copies, judge-command.ts.
 */
export const suspiciousCommands: readonly SuspiciousCommand[] = [
  ...each('^MM', 'changes the print mode, such as peel-off or cutter, until the printer is set up again'),
  {
    command: '^MC',
    parameters: /^(?!Y|$)/,
    why: 'keeps this label’s picture: the next label would be printed over it',
  },
  ...each('^MN ^MT ^MF ^ML ~JS ^JS ^XS', 'changes paper sensing, thermal method or feeding'),
  ...each('^MD ~SD', 'changes the darkness, on some printers for good'),
  ...each('^PR', 'changes the print speed'),
  ...each('~TA ^LT ^LS ^PW ^LL ~PL', geometry),
  { command: '^JU', parameters: /^S/, why: 'saves the settings in force for good, at every label' },
  { command: '^JM', parameters: /^(?!A|$)/, why: 'halves the printer’s resolution for the labels after this one' },
  { command: '^JZ', parameters: /^(?!Y|$)/, why: 'stops the printer from printing a label again after a fault' },
  {
    command: '^MU',
    parameters: /^[MI]/,
    why: 'measures in millimetres or inches, this label and those after it',
    stays: true,
  },
  { command: '^MU', parameters: /\W\d/, why: 'converts the resolution of this label and those after it' },
  ...each('^CW ^FL', 'gives a font of the printer another letter'),
  ...each('^SE', 'changes the encoding for the labels after this one'),
  ...each('^XB ^SP', 'changes when the printer feeds back or begins to print'),
  ...each('^CO ^SZ', 'changes how the printer reads or keeps fonts and commands'),
  ...each('~JO', 'switches the print head’s test off'),
  ...each('^JT ^JW ^JJ ^JH ^MA ^MI ^MW', 'changes how the printer looks after its head, ribbon and ports'),
  ...each('~HS ~HI ~HQ ~HM ~HD ~HB ~HU ~HL ~WQ', answers),
  ...each('^HH ^HW ^HG ^HZ ^HF ^HV ^HT ^HL ^HY', answers),
  ...['^CC', '~CC'].map((command) => ({ command, parameters: /^\^/, why: usualPrefixes })),
  ...['^CT', '~CT'].map((command) => ({ command, parameters: /^~/, why: usualPrefixes })),
  ...['^CD', '~CD'].map((command) => ({ command, parameters: /^,/, why: usualPrefixes })),
];

/** Safe in the form that this list does not name: `^MCY`, `^JMA`, `^JZY`, `^MUD`. */
const safeOtherwise = new Set(['^MC', '^JM', '^JZ', '^MU']);

const listed = byCommand(suspiciousCommands);

/** The entry that speaks of a command with those parameters; "safe" for its harmless form; null where no entry knows it. */
export function suspicionOf(command: string, parameters: () => string): SuspiciousCommand | 'safe' | null {
  for (const entry of listed.get(command) ?? []) {
    if (!entry.parameters || entry.parameters.test(parameters())) return entry;
  }
  return safeOtherwise.has(command) ? 'safe' : null;
}
