import { byCommand, each, type ListedCommand } from './listed-command.ts';

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
  ...each('~JR ^JI ~JI ~JQ', 'restarts the printer or its programs: labels in it are lost'),
  {
    command: '^JU',
    parameters: /^(?!S)/,
    why: 'puts other settings in force: the factory’s, or those saved before',
  },
  ...each('^JB ~JB', 'wipes the printer’s memory'),
  ...each('~EG ^EG', 'deletes every picture stored in the printer'),
  { command: '^ID', parameters: /[*?]/, why: 'deletes many files stored in the printer' },
  { command: '^ID', parameters: /^[^R]:/, why: 'deletes a file from the printer’s lasting memory' },
  ...each('~RO', 'resets the printer’s counters, which prove what was printed'),
  ...each('~PM', 'takes the printer out of service and wipes it'),
  ...each('~DY ~DB ~DE ~DS ~DT ~DU', flash),
  ...each('^TO', 'copies files inside the printer'),
  ...each('^CM', 'renames the printer’s memories'),
  // The queue and the flow of labels
  ...each('~JA', 'throws away every label in the printer, other computers’ too'),
  ...each('~JX ~JP', 'throws away a label in the printer'),
  ...each('~PP ^PP', 'pauses the printer'),
  ...each('~PS', 'starts a paused printer, on which somebody may be working'),
  ...each('~PH ^PH ^PF ^PN ^CN ^CP ^LF ^WD ~WC ~WL', paper),
  ...each('~PR', 'prints the last label once more'),
  ...each('^ZZ', 'sends the printer to sleep'),
  ...each('~KB ~JF', 'changes how the printer treats its battery'),
  ...each('~JD ~JE', 'makes the printer print codes instead of labels'),
  ...each('~JC ~JG ~JL', 'measures the paper anew: it feeds labels and changes where they begin'),
  ...each('~JN', 'makes the printer stop on a faulty print head'),
  // Keys, identity, sensors, clock
  ...each('^KP ^KN ^KL ^KD ^KV ^MP', panel),
  ...each('^SC', 'changes the printer’s serial port'),
  ...each('^SI ^SS ^SR', 'changes how the printer reads its sensors or heats its print head'),
  ...each('^SL ^SO ^ST', 'changes the printer’s clock'),
  // Network
  ...each('^NB ^NC ^ND ^NI ^NN ^NP ^NS ^NT ^NW ~NC ~NR ~NT ^KC', network),
  ...each('^WA ^WE ^WI ^WL ^WP ^WR ^WS ^WX ~WR', wireless),
  ...each('^SX ^SQ', 'makes the printer send messages to another computer'),
  // How commands are read. To state the usual characters is suspicious-commands.ts.
  ...['^CC', '~CC'].map((command) => ({ command, parameters: /^(?!\^)/, why: prefixes })),
  ...['^CT', '~CT'].map((command) => ({ command, parameters: /^(?!~)/, why: prefixes })),
  ...['^CD', '~CD'].map((command) => ({ command, parameters: /^(?!,)/, why: prefixes })),
  // Radio tags
  ...each('^HR ^WT ^WF ^WV ~RV ^RB ^RF ^RL ^RS ^RU ^RW', radioTags),
];

/** Whole families, so that a member no list names is refused too. By prefix and first letter. */
const dangerousFamilies: ReadonlyMap<string, string> = new Map([
  ['^N', network],
  ['~N', network],
  ['^W', wireless],
  ['~W', paper],
  ['^R', radioTags],
]);

const listed = byCommand(dangerousCommands);

/** Why a command is dangerous with those parameters; null where it is not. */
export function dangerOf(command: string, parameters: () => string): string | null {
  for (const entry of listed.get(command) ?? []) {
    if (!entry.parameters || entry.parameters.test(parameters())) return entry.why;
  }
  return null;
}

export const dangerOfFamily = (command: string): string | null =>
  command.length === 3 ? (dangerousFamilies.get(command.slice(0, 2)) ?? null) : null;
