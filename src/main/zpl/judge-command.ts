import { dangerOf, dangerOfFamily } from './dangerous-commands.ts';
import { parameterText } from './parameters.ts';
import { plainQuantity } from './print-quantity.ts';
import { safeCommands } from './safe-commands.ts';
import { storedObjectCommands } from './stored-objects.ts';
import { suspicionOf } from './suspicious-commands.ts';
import type { CommandToken } from './tokens.ts';

export type Verdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'dangerous'; readonly why: string }
  /** Goes, or gives way to other text; `null` takes it out whole. */
  | { readonly kind: 'suspicious'; readonly why: string; readonly instead: string | null }
  /** Passes, and is told. */
  | { readonly kind: 'told'; readonly why: string }
  /** Stores, recalls or deletes something in the printer: judged by what the rest of the label does with it. */
  | { readonly kind: 'object' };

const safe: Verdict = { kind: 'safe' };
const object: Verdict = { kind: 'object' };

/** Judges one command by the three lists (safe-, suspicious- and dangerous-commands.ts). */
export function judgeCommand(bytes: Uint8Array, token: CommandToken): Verdict {
  const { command } = token;
  if (safeCommands.has(command)) {
    const fault = token.payload?.fault;
    return fault ? { kind: 'dangerous', why: `${fault}: nobody can tell data from commands in it` } : safe;
  }
  if (command === '^PQ') return judgeQuantity(bytes, token);
  const parameters = (): string => parameterText(bytes, token);
  const danger = dangerOf(command, parameters);
  if (danger) return { kind: 'dangerous', why: danger };
  if (storedObjectCommands.has(command)) return object;
  const suspicion = suspicionOf(command, parameters);
  if (suspicion === 'safe') return safe;
  if (suspicion?.stays) return { kind: 'told', why: suspicion.why };
  if (suspicion) return { kind: 'suspicious', why: suspicion.why, instead: null };
  const family = dangerOfFamily(command);
  if (family) return { kind: 'dangerous', why: family };
  return { kind: 'told', why: 'is no command that this station knows' };
}

function judgeQuantity(bytes: Uint8Array, token: CommandToken): Verdict {
  const instead = plainQuantity(bytes, token);
  const why = 'makes the printer pause or cut between labels, or counts none';
  return instead ? { kind: 'suspicious', why, instead } : safe;
}
