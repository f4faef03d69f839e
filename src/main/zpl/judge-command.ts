import type { FindingReason } from '../../shared/printing/label-inspection.ts';
import { dangerOf, dangerOfFamily, type SuspiciousCommand, safeCommands, suspicionOf } from './command-lists.ts';
import { isUncertainDrive, isUncertainQuantity, objectName, parameterText, plainQuantity } from './parameters.ts';
import type { CommandToken } from './tokens.ts';

/** The judgement of one command. */
export type Verdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'dangerous'; readonly reason: FindingReason }
  /** Replaced by other text, always or by the station's setting; `null` removes it. */
  | {
      readonly kind: 'suspicious';
      readonly reason: FindingReason;
      readonly replacement: string | null;
      readonly always: boolean;
    }
  /** Passes and is reported. */
  | { readonly kind: 'warning'; readonly reason: FindingReason }
  /** Stores, recalls or deletes an object in the printer: judged together with the rest of the label. */
  | { readonly kind: 'object' };

const safe: Verdict = { kind: 'safe' };
const object: Verdict = { kind: 'object' };

/** Judges one command by the lists of safe, suspicious and dangerous commands (command-lists.ts). */
export function judgeCommand(bytes: Uint8Array, token: CommandToken): Verdict {
  const { command } = token;
  if (safeCommands.has(command)) {
    const fault = token.payload?.fault;
    return fault ? { kind: 'dangerous', reason: fault } : safe;
  }
  if (command === '^PQ') return judgeQuantity(bytes, token);
  const parameters = (): string => parameterText(bytes, token);
  const danger = dangerOf(command, parameters);
  if (danger) return { kind: 'dangerous', reason: danger };
  if (storedObjectCommands.has(command)) return object;
  const suspicion = suspicionOf(command, parameters);
  if (suspicion === 'safe') return safe;
  if (suspicion) return judgeSuspicion(suspicion);
  const family = dangerOfFamily(command);
  if (family) return { kind: 'dangerous', reason: family };
  return judgeTwin(`${command.startsWith('^') ? '~' : '^'}${command.slice(1)}`, parameters);
}

const judgeSuspicion = ({ reason, always }: SuspiciousCommand): Verdict =>
  always === 'stays'
    ? { kind: 'warning', reason }
    : { kind: 'suspicious', reason, replacement: null, always: always === 'goes' };

/**
 * An unknown command by the one with the other prefix: a printer of another make may read the name alone, so the prefix makes no
 * dangerous command harmless.
 */
function judgeTwin(twin: string, parameters: () => string): Verdict {
  const danger = dangerOf(twin, parameters) ?? dangerOfFamily(twin);
  if (danger) return { kind: 'dangerous', reason: danger };
  if (stores.has(twin)) return { kind: 'dangerous', reason: 'zpl.finding.writes-files' };
  if (twin === '^ID') return { kind: 'dangerous', reason: 'zpl.finding.deletes-files' };
  if (twin === '^PQ') return { kind: 'dangerous', reason: 'zpl.finding.unreadable-quantity' };
  const suspicion = suspicionOf(twin, parameters);
  if (suspicion !== null && suspicion !== 'safe') return judgeSuspicion(suspicion);
  return { kind: 'warning', reason: 'zpl.finding.unknown-command' };
}

function judgeQuantity(bytes: Uint8Array, token: CommandToken): Verdict {
  if (isUncertainQuantity(bytes, token)) return { kind: 'dangerous', reason: 'zpl.finding.unreadable-quantity' };
  const replacement = plainQuantity(bytes, token);
  const reason = 'zpl.finding.quantity';
  return replacement ? { kind: 'suspicious', reason, replacement, always: false } : safe;
}

const formatStores: ReadonlySet<string> = new Set(['^DF', '^IS']);
const stores: ReadonlySet<string> = new Set(['~DG', ...formatStores]);
const recalls: ReadonlySet<string> = new Set(['^XG', '^IM', '^IL', '^XF']);

/** Commands that store, recall or delete an object in the printer. Deleting several, or from permanent memory, is refused earlier. */
const storedObjectCommands: ReadonlySet<string> = new Set([...stores, ...recalls, '^ID']);

/** The judgement of one such command. */
export type ObjectVerdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'warning'; readonly reason: FindingReason }
  | { readonly kind: 'take out'; readonly reason: FindingReason }
  | { readonly kind: 'dangerous'; readonly reason: FindingReason };

/** The object that a command names. */
interface StoredObject {
  readonly token: CommandToken;
  /** Without drive and extension: LOGO for "R:LOGO.GRF". */
  readonly name: string;
  /** False for any drive but R, volatile memory, which is the default, and where the drive is uncertain. */
  readonly isVolatile: boolean;
}

/**
 * "If a format with this name is on E:, it is executed when the printer is switched on" (programming guide, AUTOEXEC.ZPL). Printers cut
 * longer names to eight letters.
 */
const runsAtStart = 'AUTOEXEC';

/**
 * Judges the label's stores, recalls and deletions together. A store in permanent memory is dangerous. A picture that the label stores
 * and draws stays. A store of a format (`^DF`, `^IS`) stays, because without it the format would print as a label of its own. Unused
 * pictures, and deletions of other objects, are removed.
 */
export function judgeObjects(bytes: Uint8Array, tokens: readonly CommandToken[]): Map<CommandToken, ObjectVerdict> {
  const objects = tokens.map((token) => readObject(bytes, token));
  const namesOf = (commands: ReadonlySet<string>): Set<string> =>
    new Set(objects.filter(({ token }) => commands.has(token.command)).map(({ name }) => name));
  const names = { stored: namesOf(stores), storedFormats: namesOf(formatStores), recalled: namesOf(recalls) };
  return new Map(objects.map((object) => [object.token, judge(object, names)]));
}

interface Names {
  readonly stored: ReadonlySet<string>;
  readonly storedFormats: ReadonlySet<string>;
  readonly recalled: ReadonlySet<string>;
}

function judge(object: StoredObject, { stored, storedFormats, recalled }: Names): ObjectVerdict {
  const { token, name, isVolatile } = object;
  const { command } = token;
  if (stores.has(command) && (!isVolatile || name.startsWith(runsAtStart))) {
    return { kind: 'dangerous', reason: 'zpl.finding.permanent-memory' };
  }
  if (command === '^ID') {
    if (!isVolatile) return { kind: 'dangerous', reason: 'zpl.finding.deletes-permanent-file' };
    const isOwn = storedFormats.has(name) || (stored.has(name) && recalled.has(name));
    return isOwn ? { kind: 'safe' } : { kind: 'take out', reason: 'zpl.finding.deletes-other-object' };
  }
  if (recalls.has(command) && !stored.has(name)) {
    return { kind: 'warning', reason: 'zpl.finding.missing-object' };
  }
  if (command === '~DG' && !recalled.has(name)) {
    return { kind: 'take out', reason: 'zpl.finding.unused-image' };
  }
  if (recalls.has(command)) return { kind: 'safe' };
  return { kind: 'warning', reason: 'zpl.finding.stored-object' };
}

function readObject(bytes: Uint8Array, token: CommandToken): StoredObject {
  const { drive, name } = objectName(bytes, token);
  return { token, name, isVolatile: (drive === '' || drive === 'R') && !isUncertainDrive(bytes, token) };
}
