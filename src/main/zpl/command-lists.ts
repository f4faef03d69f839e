/** One line of a list of commands. */
export interface ListedCommand {
  /** Prefix and name in capitals. */
  readonly command: string;
  /** The parameters it speaks of, in capitals and without blanks; every use of the command where absent. */
  readonly parameters?: RegExp;
  /** What it does, for an operator and for whoever set up the station: ends a sentence that begins with the command. */
  readonly why: string;
}

/** By command, so that each is found without walking the list. */
function byCommand<T extends ListedCommand>(list: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const entry of list) found.set(entry.command, [...(found.get(entry.command) ?? []), entry]);
  return found;
}

/** Several commands with one reason. */
const withReason = (commands: string, why: string): ListedCommand[] =>
  commands.split(' ').map((command) => ({ command, why }));

/**
 * Commands that draw this label and nothing else: they pass. Some stay in force until the next label sets them anew
 * (`^LH ^PO ^LR ^CF ^CI ^FW ^BY ^PM`). Names as in Zebra's programming guide; every bar code's `^B` is here.
 */
export const safeCommands: ReadonlySet<string> = new Set(
  [
    '^XA ^XZ ^FX',
    // Fields
    '^FO ^FT ^FD ^FV ^FS ^FH ^FB ^TB ^FW ^FP ^FR ^FN ^FC ^FE ^FM ^SN ^SF',
    // Text
    '^A ^CF ^CI ^CV ^PA',
    // Bar codes
    '^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BY ^BZ',
    // Graphics; ~DN ends a downloaded graphic
    '^GB ^GC ^GD ^GE ^GF ^GS ~DN',
    // The whole label
    '^LH ^LR ^PM ^PO',
  ]
    .join(' ')
    .split(' '),
);

/** A command that reaches beyond its own label. */
export interface SuspiciousCommand extends ListedCommand {
  /** It stays even where suspicious commands are taken out, since this label would print wrong without it: it is only told. */
  readonly stays?: true;
}

const geometryReason = 'changes the printer’s idea of its paper for the labels after this one';
const answersReason = 'makes the printer answer as if this station had asked';
const usualPrefixesReason = 'states the characters that commands begin with, as they are anyway';

/**
 * Found in real labels, or harmless to this one; but it changes the printer for the labels after it, or needs something stored in the
 * printer. Taken out, or passed as it came, by the station's setting. What stores and recalls pictures and formats is
 * stored-objects.ts; how many copies, judge-command.ts.
 */
export const suspiciousCommands: readonly SuspiciousCommand[] = [
  ...withReason('^MM', 'changes the print mode, such as peel-off or cutter, until the printer is set up again'),
  {
    command: '^MC',
    parameters: /^(?!Y|$)/,
    why: 'keeps this label’s picture: the next label would be printed over it',
  },
  ...withReason('^MN ^MT ^MF ^ML ~JS ^JS ^XS', 'changes paper sensing, thermal method or feeding'),
  ...withReason('^MD ~SD', 'changes the darkness, on some printers for good'),
  ...withReason('^PR', 'changes the print speed'),
  ...withReason('~TA ^LT ^LS ^PW ^LL ~PL', geometryReason),
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
  ...withReason('^CW ^FL', 'gives a font of the printer another letter'),
  ...withReason('^SE', 'changes the encoding for the labels after this one'),
  ...withReason('^XB ^SP', 'changes when the printer feeds back or begins to print'),
  ...withReason('^CO ^SZ', 'changes how the printer reads or keeps fonts and commands'),
  ...withReason('~JO', 'switches the print head’s test off'),
  ...withReason('^JT ^JW ^JJ ^JH ^MA ^MI ^MW', 'changes how the printer looks after its head, ribbon and ports'),
  ...withReason('~HS ~HI ~HQ ~HM ~HD ~HB ~HU ~HL ~WQ', answersReason),
  ...withReason('^HH ^HW ^HG ^HZ ^HF ^HV ^HT ^HL ^HY', answersReason),
  ...['^CC', '~CC'].map((command) => ({ command, parameters: /^\^/, why: usualPrefixesReason })),
  ...['^CT', '~CT'].map((command) => ({ command, parameters: /^~/, why: usualPrefixesReason })),
  ...['^CD', '~CD'].map((command) => ({ command, parameters: /^,/, why: usualPrefixesReason })),
];

/** Safe in the form that this list does not name: `^MCY`, `^JMA`, `^JZY`, `^MUD`. */
const safeOtherwise = new Set(['^MC', '^JM', '^JZ', '^MU']);

const suspiciousByCommand = byCommand(suspiciousCommands);

/** The entry that speaks of a command with those parameters; "safe" for its harmless form; null where no entry knows it. */
export function suspicionOf(command: string, parameters: () => string): SuspiciousCommand | 'safe' | null {
  for (const entry of suspiciousByCommand.get(command) ?? []) {
    if (!entry.parameters || entry.parameters.test(parameters())) return entry;
  }
  return safeOtherwise.has(command) ? 'safe' : null;
}

const prefixes = 'changes the characters that commands begin with: what follows could no longer be checked';
const network = 'changes the printer’s network settings';
const wireless = 'changes the printer’s wireless settings';
const panel = 'changes the printer’s own panel: its keys, its password, its menu';
const flash = 'writes files into the printer’s memory for good';
const radioTags = 'reads, writes or locks radio tags (RFID)';
const paper = 'feeds, cuts or prints paper that is no label of yours';

/**
 * Never from the network: one of these refuses the whole label. By Zebra's programming guide, each under its own page.
 * Where `parameters` is named, the command is dangerous in that form alone.
 */
export const dangerousCommands: readonly ListedCommand[] = [
  // Wiping and resetting
  ...withReason('~JR ^JI ~JI ~JQ', 'restarts the printer or its programs: labels in it are lost'),
  {
    command: '^JU',
    parameters: /^(?!S)/,
    why: 'puts other settings in force: the factory’s, or those saved before',
  },
  ...withReason('^JB ~JB', 'wipes the printer’s memory'),
  ...withReason('~EG ^EG', 'deletes every picture stored in the printer'),
  { command: '^ID', parameters: /[*?]/, why: 'deletes many files stored in the printer' },
  { command: '^ID', parameters: /^[^R]:/, why: 'deletes a file from the printer’s lasting memory' },
  ...withReason('~RO', 'resets the printer’s counters, which prove what was printed'),
  ...withReason('~PM', 'takes the printer out of service and wipes it'),
  ...withReason('~DY ~DB ~DE ~DS ~DT ~DU', flash),
  ...withReason('^TO', 'copies files inside the printer'),
  ...withReason('^CM', 'renames the printer’s memories'),
  // The queue and the flow of labels
  ...withReason('~JA', 'throws away every label in the printer, other computers’ too'),
  ...withReason('~JX ~JP', 'throws away a label in the printer'),
  ...withReason('~PP ^PP', 'pauses the printer'),
  ...withReason('~PS', 'starts a paused printer, on which somebody may be working'),
  ...withReason('~PH ^PH ^PF ^PN ^CN ^CP ^LF ^WD ~WC ~WL', paper),
  ...withReason('~PR', 'prints the last label once more'),
  ...withReason('^ZZ', 'sends the printer to sleep'),
  ...withReason('~KB ~JF', 'changes how the printer treats its battery'),
  ...withReason('~JD ~JE', 'makes the printer print codes instead of labels'),
  ...withReason('~JC ~JG ~JL', 'measures the paper anew: it feeds labels and changes where they begin'),
  ...withReason('~JN', 'makes the printer stop on a faulty print head'),
  // Keys, identity, sensors, clock
  ...withReason('^KP ^KN ^KL ^KD ^KV ^MP', panel),
  ...withReason('^SC', 'changes the printer’s serial port'),
  ...withReason('^SI ^SS ^SR', 'changes how the printer reads its sensors or heats its print head'),
  ...withReason('^SL ^SO ^ST', 'changes the printer’s clock'),
  // Network
  ...withReason('^NB ^NC ^ND ^NI ^NN ^NP ^NS ^NT ^NW ~NC ~NR ~NT ^KC', network),
  ...withReason('^WA ^WE ^WI ^WL ^WP ^WR ^WS ^WX ~WR', wireless),
  ...withReason('^SX ^SQ', 'makes the printer send messages to another computer'),
  // How commands are read. To state the usual characters is suspicious-commands.ts.
  ...['^CC', '~CC'].map((command) => ({ command, parameters: /^(?!\^)/, why: prefixes })),
  ...['^CT', '~CT'].map((command) => ({ command, parameters: /^(?!~)/, why: prefixes })),
  ...['^CD', '~CD'].map((command) => ({ command, parameters: /^(?!,)/, why: prefixes })),
  // Radio tags
  ...withReason('^HR ^WT ^WF ^WV ~RV ^RB ^RF ^RL ^RS ^RU ^RW', radioTags),
];

/** Whole families, so that a member no list names is refused too. By prefix and first letter. */
const dangerousFamilies: ReadonlyMap<string, string> = new Map([
  ['^N', network],
  ['~N', network],
  ['^W', wireless],
  ['~W', paper],
  ['^R', radioTags],
]);

const dangerousByCommand = byCommand(dangerousCommands);

/** Why a command is dangerous with those parameters; null where it is not. */
export function dangerOf(command: string, parameters: () => string): string | null {
  for (const entry of dangerousByCommand.get(command) ?? []) {
    if (!entry.parameters || entry.parameters.test(parameters())) return entry.why;
  }
  return null;
}

export const dangerOfFamily = (command: string): string | null =>
  command.length === 3 ? (dangerousFamilies.get(command.slice(0, 2)) ?? null) : null;
