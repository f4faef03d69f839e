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
export function byCommand<T extends ListedCommand>(list: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const entry of list) found.set(entry.command, [...(found.get(entry.command) ?? []), entry]);
  return found;
}

/** Several commands with one reason. */
export const each = (commands: string, why: string): ListedCommand[] =>
  commands.split(' ').map((command) => ({ command, why }));
