import { dangerOf, dangerOfFamily, type FindingReason, safeCommands, suspicionOf } from './command-lists.ts';
import { isBlank } from './label-bytes.ts';
import { parameterText } from './parameters.ts';
import { plainQuantity } from './print-quantity.ts';
import type { CommandToken } from './tokens.ts';

export type Verdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'dangerous'; readonly reason: FindingReason }
  /** Goes, or gives way to other text; `null` takes it out whole. */
  | { readonly kind: 'suspicious'; readonly reason: FindingReason; readonly replacement: string | null }
  /** Passes, and is reported. */
  | { readonly kind: 'warning'; readonly reason: FindingReason }
  /** Stores, recalls or deletes something in the printer: judged by what the rest of the label does with it. */
  | { readonly kind: 'object' };

const safe: Verdict = { kind: 'safe' };
const object: Verdict = { kind: 'object' };

/** Judges one command by the three lists (safe-, suspicious- and dangerous-commands.ts). */
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

/** Store, recall or delete a picture or a format in the printer. Deleting many, or from lasting memory, is refused before. */
const storedObjectCommands: ReadonlySet<string> = new Set([...stores, ...recalls, '^ID']);

export type ObjectVerdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'warning'; readonly reason: FindingReason }
  | { readonly kind: 'take out'; readonly reason: FindingReason }
  /** Its drive letter, at that place, becomes `R`: memory that the printer forgets when it is switched off. */
  | { readonly kind: 'move'; readonly drive: number; readonly reason: FindingReason };

/** What one such command names. */
interface StoredObject {
  readonly token: CommandToken;
  /** Without drive and ending: "R:LOGO.GRF" is LOGO. */
  readonly name: string;
  /** Where a drive letter of lasting memory (E, B, A) stands; null for the others and none. */
  readonly lastingDrive: number | null;
}

/**
 * Judges the label's stores, recalls and deletions together. A label that stores its own picture and draws it needs both, so they stay,
 * in memory that forgets; a format that is stored (`^DF`, `^IS`) would come out as a label of its own if the command went.
 * What is only left behind, or deletes what others stored, goes.
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
