import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** A file with this line was written by us; no other one is changed. */
const ownLine = 'X-Packbench=true';

/** The entry's name, after that of the package's own menu entry. */
const fileName = 'packbench.desktop';

/** Where the desktop looks for programs that start with the session (XDG Desktop Application Autostart Specification). */
export function autostartFile(variables: Readonly<Record<string, string | undefined>>): string {
  const configured = variables.XDG_CONFIG_HOME ?? '';
  const folder = isAbsolute(configured) ? configured : join(homedir(), '.config');
  return join(folder, 'autostart', fileName);
}

/**
 * The entry that starts a program.
 * @param command the program's absolute path, and its arguments
 */
export function autostartEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Packbench',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    ownLine,
    '',
  ].join('\n');
}

/** An argument as `Exec` has it: in quotes, then escaped as every value of a desktop entry is. */
function quoted(argument: string): string {
  const inQuotes = argument.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
}

/**
 * Writes the entry, or removes it. An entry of that name that is not ours stays as it is.
 * @returns false where the file could not be written or removed
 */
export async function setAutostart(file: string, command: readonly string[], isOn: boolean): Promise<boolean> {
  const before = await readFile(file, 'utf8').catch(() => null);
  const isOurs = before?.split('\n').includes(ownLine) ?? true;
  if (!isOurs) return true;
  try {
    const wanted = isOn ? autostartEntry(command) : null;
    if (wanted === before) return true;
    if (wanted === null) await rm(file);
    else await replaceFile(file, wanted);
    return true;
  } catch {
    return false;
  }
}

/** Whole or not at all: half an entry would start nothing. */
async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, text, { mode: 0o644 });
  await rename(`${file}.new`, file);
}
