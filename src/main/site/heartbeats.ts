import { hostname } from 'node:os';
import type { Printer } from '../../shared/printing/printer.ts';
import { type ClockFinding, clockFindings, maxReportedPrinters } from '../../shared/site/heartbeat.ts';
import { createTimedQueue } from '../concurrency/serial-queue.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { SharedPrinters } from '../core/ports/printing.ts';
import { engineKeepsDays } from '../core/ports/site-engine.ts';
import type { SiteRecords } from '../core/ports/site-records.ts';
import { printerDigests } from './printer-digests.ts';

/** What this bench reports of itself, and what it knows of the others from their reports. */
export interface Heartbeats extends SharedPrinters {
  /** The engine has every fact of this bench. A heartbeat is written only then: its time is compared with that of its arrival. */
  sent(): void;
  /** The connection is lost, or the engine does not store what this bench sends. */
  unlinked(): void;
  /** Heartbeats were applied. */
  heard(): void;
  close(): Promise<void>;
}

export interface HeartbeatsParts {
  records: Pick<SiteRecords, 'siteBenches' | 'publishHeartbeat'>;
  clock: Clock;
  /** Packbench's own version. */
  version: string;
  isHub: boolean;
  printers: readonly Printer[];
  /** Called once for each bench whose clock is wrong, until it is right again. */
  onClock(finding: ClockFinding): void;
  /** Other printers may be shared than before. */
  onPrinters(): void;
  onBug: (error: unknown) => void;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Least time between two heartbeats, milliseconds. */
const leastPauseMs = 5_000;
/**
 * Clocks are judged so long after a heartbeat, milliseconds: one that waited at its bench for hours makes that clock seem slow, and is
 * followed at once by another one.
 */
const judgeAfterMs = 1_000;
/** The pause after the records refused a read or a write, milliseconds. */
const againAfterMs = 1_000;

export function createHeartbeats(parts: HeartbeatsParts): Heartbeats {
  const { records, clock, onBug } = parts;
  const computer = hostname();
  const digestsOf = (printers: readonly Printer[]): string[] => [
    ...new Set(printers.slice(0, maxReportedPrinters).flatMap((printer) => printerDigests(printer, computer))),
  ];
  let own = digestsOf(parts.printers);
  let [isSent, isDue, isUnconfirmed] = [false, false, false];
  let lastAt = Number.NEGATIVE_INFINITY;
  /** The benches that reported each printer. */
  let benchesOf: ReadonlyMap<string, readonly string[]> = new Map();
  const reported = new Set<string>();

  const publishing = createTimedQueue(
    clock,
    async () => {
      if (!isSent) return;
      const passed = clock.now() - lastAt;
      const left = (isDue ? leastPauseMs : dayMs) - passed;
      // Once the clock was set back, the time of the last one is wrong at the other benches too.
      if (passed >= 0 && left > 0) return publishing.wakeAfter(left);
      [isDue, lastAt] = [false, clock.now()];
      const heartbeat = { version: parts.version, isHub: parts.isHub, printers: own };
      await records.publishHeartbeat(heartbeat, instant(lastAt)).catch((error) => {
        isDue = true;
        throw error;
      });
      isUnconfirmed = true;
      publishing.wakeAfter(dayMs);
    },
    onBug,
    againAfterMs,
  );

  const hear = async (): Promise<void> => {
    const now = clock.now();
    const benches = await records.siteBenches();
    const found = new Map<string, string[]>();
    // A bench that was away for longer may have other printers by now.
    for (const { name, printers, lastHeardAt } of benches)
      if (now - Date.parse(lastHeardAt) < engineKeepsDays * dayMs)
        for (const printer of printers) found.set(printer, [...(found.get(printer) ?? []), name]);
    const isChanged = JSON.stringify([...found]) !== JSON.stringify([...benchesOf]);
    benchesOf = found;
    if (isChanged) parts.onPrinters();
    judging.wakeAfter(judgeAfterMs);
  };
  const hearing = createTimedQueue(clock, hear, onBug, againAfterMs);

  const judgeClocks = async (): Promise<void> => {
    const now = clock.now();
    const benches = await records.siteBenches();
    const findings = new Map(clockFindings(benches, now).map((one) => [one.kind === 'own' ? '' : one.bench, one]));
    for (const key of reported) if (!findings.has(key)) reported.delete(key);
    for (const [key, finding] of findings) {
      if (!reported.has(key)) parts.onClock(finding);
      reported.add(key);
    }
  };
  const judging = createTimedQueue(clock, judgeClocks, onBug, againAfterMs);
  hearing.wake();

  return {
    sent() {
      [isSent, isUnconfirmed] = [true, false];
      publishing.wake();
    },
    unlinked() {
      // One that waits while the connection is away would make this computer's clock seem slow.
      [isSent, isDue] = [false, isDue || isUnconfirmed];
    },
    heard: hearing.wake,
    report(printers) {
      const digests = digestsOf(printers);
      if (JSON.stringify(digests) === JSON.stringify(own)) return;
      [own, isDue] = [digests, true];
      publishing.wake();
    },
    sharedWith(printer) {
      const names = printerDigests(printer, computer).flatMap((digest) => benchesOf.get(digest) ?? []);
      return [...new Set(names)].sort();
    },
    async close() {
      await Promise.all([publishing.stop(), hearing.stop(), judging.stop()]);
    },
  };
}
