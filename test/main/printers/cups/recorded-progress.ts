import type { SendProgress } from '../../../../src/main/core/ports/printing.ts';
import type { Message } from '../../../../src/shared/messages/message.ts';

/** Records what is reported while a label is sent. */
export interface RecordedProgress extends SendProgress {
  /** "owned Zebra-1", "stalled", "continues", "status: queue-status.held", "no status", in order. */
  readonly reported: readonly string[];
  /** The reference the label got; resolves when it has one. */
  reference(): Promise<string>;
  /** Resolves when a matching line was recorded. Rejects after fifteen seconds. */
  until(what: RegExp): Promise<string>;
}

const limitMs = 15_000;

const statusLine = ({ code, params: { report = null } }: Message): string =>
  `status: ${code.replace('printer.', '')}${report === null ? '' : ` “${String(report)}”`}`;

export function recordProgress(): RecordedProgress {
  const reported: string[] = [];
  const waiting = new Set<() => void>();
  const record = (what: string): void => {
    reported.push(what);
    for (const look of [...waiting]) look();
  };
  const until = (what: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = reported.find((line) => what.test(line));
        if (found === undefined) return;
        clearTimeout(limit);
        waiting.delete(look);
        resolve(found);
      };
      const limit = setTimeout(() => reject(new Error(`Not reported: ${what}; but: ${reported.join(' | ')}`)), limitMs);
      waiting.add(look);
      look();
    });
  return {
    reported,
    until,
    reference: async () => (await until(/^owned /)).replace('owned ', ''),
    stalled: (isStalled) => record(isStalled ? 'stalled' : 'continues'),
    owned: (reference) => record(`owned ${reference}`),
    queueStatus: (status) => record(status === null ? 'no status' : statusLine(status)),
  };
}
