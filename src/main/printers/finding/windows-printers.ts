import type { Result } from '../../../shared/failure.ts';
import type { Way } from './way.ts';

/** A printer of the Windows spooler, as far as finding needs to know it. */
export interface WindowsPrinter {
  readonly name: string;
  readonly driver: string | null;
  /** "USB001", "IP_10.0.0.8". */
  readonly port: string | null;
}

export type ListWindowsPrinters = (signal: AbortSignal) => Promise<Result<readonly WindowsPrinter[]>>;

/** The printers that Windows knows. */
export function windowsPrinters(list: ListWindowsPrinters): Way {
  return {
    name: 'Windows printers',
    async look(seen, signal) {
      const printers = await list(signal);
      if (!printers.ok) return printers.failure.message;
      for (const { name, driver, port } of printers.value) {
        seen({ name, details: [driver, port], connection: { kind: 'windows', printer: name } });
      }
      return null;
    },
  };
}
