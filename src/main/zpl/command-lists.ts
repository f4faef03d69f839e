import type { FindingReason } from '../../shared/printing/label-inspection.ts';

/** One entry of a command list. */
export interface ListedCommand {
  /** Prefix and name in upper case. */
  readonly command: string;
  /** Matches the parameters in upper case without spaces; absent: the entry applies to every use of the command. */
  readonly parameters?: RegExp;
  readonly reason: FindingReason;
}

/** Groups a list by command. */
function byCommand<T extends ListedCommand>(list: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const entry of list) found.set(entry.command, [...(found.get(entry.command) ?? []), entry]);
  return found;
}

/** Entries for several commands with the same reason. */
const withReason = (commands: string, reason: FindingReason, parameters?: RegExp): ListedCommand[] =>
  commands.split(' ').map((command) => ({ command, reason, ...(parameters && { parameters }) }));

/**
 * Commands that only draw this label: they pass. Some stay in force until they are set again; printer-reset.ts resets them before
 * each label. Names as in Zebra's programming guide, with the `^B` of every bar code.
 */
export const safeCommands: ReadonlySet<string> = new Set(
  [
    '^XA ^XZ ^FX',
    // Fields
    '^FO ^FT ^FD ^FV ^FS ^FH ^FB ^TB ^FW ^FP ^FR ^FN ^FC ^FE ^FM ^SN ^SF',
    // Text
    '^A ^CF ^CI ^CV',
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

/** A command that affects the printer beyond its own label. */
export interface SuspiciousCommand extends ListedCommand {
  /**
   * "stays": never removed, only reported, because the label would print wrong without it. "goes": always removed, because it would
   * change later labels, and no command before them undoes that for certain. Without it the station's setting decides.
   */
  readonly always?: 'stays' | 'goes';
}

/**
 * Commands of real labels that change the printer for later labels, or need an object stored in the printer. Removed or passed, by
 * the station's setting. Stored objects and the number of copies are judged in judge-command.ts.
 */
export const suspiciousCommands: readonly SuspiciousCommand[] = [
  ...withReason('^MM', 'zpl.finding.print-mode'),
  // The next label would be drawn over this one's image; whether `^MCY` without a label clears it is not documented.
  { command: '^MC', parameters: /^(?!Y|$)/, reason: 'zpl.finding.kept-image', always: 'goes' },
  ...withReason('^MN ^MT ^MF ^ML ~JS ^JS ^XS', 'zpl.finding.media-settings'),
  ...withReason('^MD ~SD', 'zpl.finding.darkness'),
  ...withReason('^PR', 'zpl.finding.speed'),
  // Operators align the paper with these two; "a large enough negative ^LT backs the media up into the printer". What they were before
  // is unknown, so only 0 may pass.
  ...withReason('^LT ^LS', 'zpl.finding.paper-size', /[1-9]/).map((entry) => ({ ...entry, always: 'goes' as const })),
  ...withReason('~TA ^LT ^LS ^PW ^LL ~PL', 'zpl.finding.paper-size'),
  { command: '^JU', parameters: /^S/, reason: 'zpl.finding.saves-settings' },
  { command: '^JM', parameters: /^(?!A|$)/, reason: 'zpl.finding.halved-resolution' },
  { command: '^JZ', parameters: /^(?!Y|$)/, reason: 'zpl.finding.no-reprint-after-fault' },
  {
    command: '^MU',
    parameters: /^[MI]/,
    reason: 'zpl.finding.units',
    always: 'stays',
  },
  { command: '^MU', parameters: /\W\d/, reason: 'zpl.finding.converted-resolution' },
  // The letter of a built-in font: text of later labels would print in the other font. No command gives the letter back.
  { command: '^CW', parameters: /^[0A-HP-V]/, reason: 'zpl.finding.font-letter', always: 'goes' },
  ...withReason('^CW', 'zpl.finding.font-letter'),
  { command: '^PA', reason: 'zpl.finding.font-handling', always: 'stays' },
  ...withReason('^SE', 'zpl.finding.encoding'),
  ...withReason('^XB ^SP', 'zpl.finding.backfeed'),
  // Anything but 2 makes the printer read later labels as an older ZPL.
  { command: '^SZ', parameters: /^(?!2|$)/, reason: 'zpl.finding.font-handling', always: 'goes' },
  ...withReason('^CO ^SZ', 'zpl.finding.font-handling'),
  ...withReason('~JO', 'zpl.finding.head-test-off'),
  ...withReason('^JT ^JW ^JJ ^JH ^MA ^MI ^MW', 'zpl.finding.maintenance'),
  // Their answers would come between those to the station's questions, and ^HV answers with text of the label.
  ...withReason('~HS ~HI ~HQ ~HM ~HD ~HB ~HU ~HL ~WQ ^HH ^HW ^HG ^HZ ^HF ^HV ^HT ^HL ^HY', 'zpl.finding.query').map(
    (entry) => ({ ...entry, always: 'goes' as const }),
  ),
  ...withReason('^CC ~CC', 'zpl.finding.usual-prefix', /^\^$/),
  ...withReason('^CT ~CT', 'zpl.finding.usual-prefix', /^~$/),
  ...withReason('^CD ~CD', 'zpl.finding.usual-prefix', /^,$/),
];

/** Commands that are safe in the form not listed above: `^MCY`, `^JMA`, `^JZY`, `^MUD`. */
const safeOtherwise = new Set(['^MC', '^JM', '^JZ', '^MU']);

const suspiciousByCommand = byCommand(suspiciousCommands);

/** The entry for a command with those parameters; "safe" for its harmless form; null for an unlisted command. */
export function suspicionOf(command: string, parameters: () => string): SuspiciousCommand | 'safe' | null {
  for (const entry of suspiciousByCommand.get(command) ?? []) {
    if (!entry.parameters || entry.parameters.test(parameters())) return entry;
  }
  return safeOtherwise.has(command) ? 'safe' : null;
}

/**
 * Dangerous commands: one of them refuses the whole label. Each is described on its own page of Zebra's programming guide. With
 * `parameters`, the command is dangerous only in that form.
 */
export const dangerousCommands: readonly ListedCommand[] = [
  // Wiping and resetting
  ...withReason('~JR ^JI ~JI ~JQ', 'zpl.finding.restart'),
  {
    command: '^JU',
    parameters: /^(?!S)/,
    reason: 'zpl.finding.restores-settings',
  },
  ...withReason('^JB ~JB', 'zpl.finding.wipes-memory'),
  ...withReason('~EF ^EF', 'zpl.finding.deletes-files'),
  ...withReason('~EG ^EG', 'zpl.finding.deletes-images'),
  { command: '^ID', parameters: /[*?]/, reason: 'zpl.finding.deletes-files' },
  { command: '^ID', parameters: /^[^R]:/, reason: 'zpl.finding.deletes-permanent-file' },
  ...withReason('~RO', 'zpl.finding.resets-counters'),
  ...withReason('~PM', 'zpl.finding.decommissions'),
  ...withReason('~DY ~DB ~DE ~DS ~DT ~DU', 'zpl.finding.writes-files'),
  ...withReason('^TO', 'zpl.finding.copies-files'),
  ...withReason('^CM', 'zpl.finding.renames-memory'),
  ...withReason('^FL', 'zpl.finding.permanent-memory'),
  // The queue and the flow of labels
  ...withReason('~JA', 'zpl.finding.cancels-all-labels'),
  ...withReason('~JX ~JP', 'zpl.finding.cancels-label'),
  ...withReason('~PP ^PP', 'zpl.finding.pauses-printer'),
  ...withReason('~PS', 'zpl.finding.resumes-printer'),
  ...withReason('~PH ^PH ^PF ^PN ^CN ^CP ^LF ^WD ~WC ~WL', 'zpl.finding.feeds-paper'),
  ...withReason('~PR', 'zpl.finding.reprints-label'),
  ...withReason('^ZZ', 'zpl.finding.sleep'),
  ...withReason('~KB ~JF', 'zpl.finding.battery'),
  ...withReason('~JD ~JE', 'zpl.finding.diagnostic-mode'),
  ...withReason('~JC ~JG ~JL', 'zpl.finding.calibration'),
  ...withReason('~JN', 'zpl.finding.head-test'),
  // Keys, identity, sensors, clock
  ...withReason('^KP ^KN ^KL ^KD ^KV ^MP', 'zpl.finding.control-panel'),
  ...withReason('^SC', 'zpl.finding.serial-port'),
  ...withReason('^SI ^SS ^SR', 'zpl.finding.sensors'),
  ...withReason('^SL ^SO ^ST', 'zpl.finding.clock'),
  // Network
  ...withReason('^NB ^NC ^ND ^NI ^NN ^NP ^NS ^NT ^NW ~NC ~NR ~NT ^KC', 'zpl.finding.network-settings'),
  ...withReason('^WA ^WE ^WI ^WL ^WP ^WR ^WS ^WX ~WR', 'zpl.finding.wireless-settings'),
  ...withReason('^SX ^SQ', 'zpl.finding.sends-messages'),
  // Prefixes and delimiter. Setting them to their usual characters is only suspicious; with text behind, a printer could take the
  // character for the beginning of a command.
  ...withReason('^CC ~CC', 'zpl.finding.changed-prefix', /^(?!\^$)/),
  ...withReason('^CT ~CT', 'zpl.finding.changed-prefix', /^(?!~$)/),
  ...withReason('^CD ~CD', 'zpl.finding.changed-prefix', /^(?!,$)/),
  // Radio tags
  ...withReason('^HR ^WT ^WF ^WV ~RV ^RB ^RF ^RL ^RS ^RU ^RW', 'zpl.finding.rfid'),
];

/** Dangerous families by prefix and first letter, so that unlisted members are refused too. */
const dangerousFamilies: ReadonlyMap<string, FindingReason> = new Map([
  ['^N', 'zpl.finding.network-settings'],
  ['~N', 'zpl.finding.network-settings'],
  ['^W', 'zpl.finding.wireless-settings'],
  ['~W', 'zpl.finding.feeds-paper'],
  ['^R', 'zpl.finding.rfid'],
]);

const dangerousByCommand = byCommand(dangerousCommands);

/** Why a command is dangerous with those parameters; null where it is not listed. */
export function dangerOf(command: string, parameters: () => string): FindingReason | null {
  for (const entry of dangerousByCommand.get(command) ?? []) {
    if (!entry.parameters || entry.parameters.test(parameters())) return entry.reason;
  }
  return null;
}

/** Why a command's family is dangerous; null where it is not. */
export const dangerOfFamily = (command: string): FindingReason | null =>
  command.length === 3 ? (dangerousFamilies.get(command.slice(0, 2)) ?? null) : null;
