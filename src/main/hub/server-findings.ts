import { checkServer, type ServerFinding } from '../site/server-check.ts';

/** What was found about the server that the hub uses. */
export interface CheckedServer {
  readonly version: string;
  readonly findings: readonly ServerFinding[];
}

export interface ServerFindings {
  /** A connection was made to a server of that version. */
  check(version: string): void;
  /** Null before the first answer. */
  last(): CheckedServer | null;
}

/**
 * Checks the server at each connection, which follows each restart of it.
 * @param onChanged called where another version or other findings were found
 */
export function createServerFindings(
  monitoringPort: number,
  onChanged: (checked: CheckedServer) => void,
  onBug: (error: unknown) => void,
): ServerFindings {
  let last: CheckedServer | null = null;
  return {
    check(version) {
      const note = (findings: readonly ServerFinding[]): void => {
        const next = { version, findings };
        if (JSON.stringify(next) === JSON.stringify(last)) return;
        last = next;
        onChanged(next);
      };
      checkServer(version, monitoringPort).then(note).catch(onBug);
    },
    last: () => last,
  };
}
