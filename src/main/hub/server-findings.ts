import type { Clock } from '../core/ports/clock.ts';
import { checkServer, type ServerCheck } from '../site/server-check.ts';

/** What was found about the server that the hub uses. */
export interface CheckedServer extends ServerCheck {
  readonly version: string;
}

export interface ServerFindings {
  /** A connection was made to a server of that version. */
  check(version: string): void;
  /** Null before the first answer. `isFull`: the server just refused a message for that reason. */
  last(isFull: boolean): CheckedServer | null;
  close(): void;
}

/** A server fills while it is connected: it is checked again after that time, milliseconds. */
const checkAgainMs = 60_000;

/**
 * Checks the server at each connection, which follows each restart of it, and then every minute.
 * @param onChanged called where another version or other findings were found
 */
export function createServerFindings(
  monitoringPort: number,
  clock: Pick<Clock, 'after'>,
  onChanged: (checked: CheckedServer) => void,
  onBug: (error: unknown) => void,
): ServerFindings {
  let last: CheckedServer | null = null;
  let [isClosed, cancel] = [false, (): void => {}];
  const check = (version: string): void => {
    cancel();
    const note = (found: ServerCheck): void => {
      if (isClosed) return;
      const known = last;
      last = { version, ...found };
      const isKnown = known?.version === version && JSON.stringify(known.findings) === JSON.stringify(found.findings);
      if (!isKnown) onChanged(last);
      cancel();
      cancel = clock.after(checkAgainMs, () => check(version));
    };
    checkServer(version, monitoringPort).then(note).catch(onBug);
  };
  return {
    check,
    last(isFull) {
      if (last === null || !isFull || last.findings.some(({ kind }) => kind === 'full')) return last;
      const others = last.findings.filter(({ kind }) => kind !== 'nearly-full');
      return { ...last, findings: [...others, { kind: 'full' }] };
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}
