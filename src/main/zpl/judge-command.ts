import { dangerOf, dangerOfFamily, type FindingReason, safeCommands, suspicionOf } from './command-lists.ts';
import { isBlank } from './label-bytes.ts';
import { parameterText, plainQuantity } from './parameters.ts';
import type { CommandToken } from './tokens.ts';

/** The judgement of one command. */
export type Verdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'dangerous'; readonly reason: FindingReason }
  /** Replaced by other text; `null` removes it. */
  | { readonly kind: 'suspicious'; readonly reason: FindingReason; readonly replacement: string | null }
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
  if (suspicion?.stays) return { kind: 'warning', reason: suspicion.reason };
  if (suspicion) return { kind: 'suspicious', reason: suspicion.reason, replacement: null };
  const family = dangerOfFamily(command);
  if (family) return { kind: 'dangerous', reason: family };
  return { kind: 'warning', reason: 'zpl.finding.unknown-command' };
}

function judgeQuantity(bytes: Uint8Array, token: CommandToken): Verdict {
  const replacement = plainQuantity(bytes, token);
  const reason = 'zpl.finding.quantity';
  return replacement ? { kind: 'suspicious', reason, replacement } : safe;
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
  /** The drive letter at offset `drive` becomes `R`, volatile memory. */
  | { readonly kind: 'move'; readonly drive: number; readonly reason: FindingReason };

/** The object that a command names. */
interface StoredObject {
  readonly token: CommandToken;
  /** Without drive and extension: LOGO for "R:LOGO.GRF". */
  readonly name: string;
  /** Offset of a drive letter of permanent memory (E, B, A); null for other drives and none. */
  readonly lastingDrive: number | null;
}

/**
 * Judges the label's stores, recalls and deletions together. A picture that the label stores and draws stays, in volatile memory. A
 * store of a format (`^DF`, `^IS`) stays, because without it the format would print as a label of its own. Unused pictures, and
 * deletions of other objects, are removed.
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
  const { token, name, lastingDrive } = object;
  const { command } = token;
  if (command === '^ID') {
    const isOwn = storedFormats.has(name) || (stored.has(name) && recalled.has(name));
    return isOwn ? { kind: 'safe' } : { kind: 'take out', reason: 'zpl.finding.deletes-other-object' };
  }
  if (recalls.has(command) && !stored.has(name)) {
    return { kind: 'warning', reason: 'zpl.finding.missing-object' };
  }
  if (command === '~DG' && !recalled.has(name)) {
    return { kind: 'take out', reason: 'zpl.finding.unused-image' };
  }
  if (lastingDrive !== null) {
    return {
      kind: 'move',
      drive: lastingDrive,
      reason: 'zpl.finding.permanent-memory',
    };
  }
  if (recalls.has(command)) return { kind: 'safe' };
  return { kind: 'warning', reason: 'zpl.finding.stored-object' };
}

const longestPath = 64;

function readObject(bytes: Uint8Array, token: CommandToken): StoredObject {
  const text = parameterText(bytes, token, longestPath);
  const path = /^(?:([A-Z]):)?([^.,]*)/.exec(text);
  const isLasting = path?.[1] !== undefined && 'EBA'.includes(path[1]);
  return { token, name: path?.[2] ?? '', lastingDrive: isLasting ? firstNonBlank(bytes, token) : null };
}

function firstNonBlank(bytes: Uint8Array, token: CommandToken): number {
  let at = token.parameters;
  while (isBlank(bytes[at] as number)) at += 1;
  return at;
}
