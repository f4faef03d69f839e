import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The command lines of the running processes whose own command line or environment, as the system shows it, has that text. */
export function processesWith(where: 'cmdline' | 'environ', text: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const shown = /^\d+$/.test(pid) ? readFileSync(join('/proc', pid, where), 'utf8') : '';
      return shown.includes(text) ? [readFileSync(join('/proc', pid, 'cmdline'), 'utf8')] : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}
